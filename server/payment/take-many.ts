import { sql } from 'kysely';
import { allocated, received } from '#contract/ledger/postings.ts';
import type { How, Rail, VerifiedBy } from '#contract/payment/kinds.ts';
import { type Part, partsOf } from '#contract/payment/order.ts';
import { dayOf } from '#contract/time/days.ts';
import { lockForPaying, settleMany } from '#server/invoice/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { happenedMany } from '#server/kernel/happen.ts';
import { sentence } from '#server/kernel/locale.ts';
import { type Journal, postMany } from '#server/ledger/service.ts';
import type { AccountRow } from './accounts.ts';
import { whatHappened } from './allocate.ts';
import { type Owed, owed } from './invoices.ts';
import { tillOf } from './movement.ts';
import type { HiddenPhone } from './phones.ts';
import { howText } from './rows.ts';

/** Money that came, is proven, and is known to be for these invoices of one home. */
export type Came = {
  readonly invoiceIds: readonly number[];
  readonly cents: number;
  readonly paidAt: Date;
  readonly rail: Rail;
  readonly how: How;
  /** Its number on that rail: the same twice is refused. */
  readonly external: string;
  readonly account: AccountRow;
  readonly accountText: string;
  readonly payer: string;
  readonly phone: HiddenPhone;
  readonly verifiedBy: VerifiedBy;
};
type Fact = Came & { readonly first: Owed; readonly parts: readonly Part[] };

/**
 * Many payments at once whose purpose is certain: what a movement, its look and its allocations do one by one, in one statement a table. For a
 * statement of months and for books of before. Nobody is told, and what is more than the invoices ask for is refused: that needs a look of its own.
 */
export async function takeMany(ctx: Ctx, came: readonly Came[]): Promise<number> {
  if (came.length === 0) return 0;
  const ids = [...new Set(came.flatMap((one) => one.invoiceIds))].sort((a, b) => a - b);
  await lockForPaying(ctx, ids);
  const invoices = new Map((await owed(ctx.db, { ids })).map((one) => [one.id, one]));
  const facts = came.map((one): Fact => {
    const own = one.invoiceIds.flatMap((id) => invoices.get(id) ?? []);
    const { parts, over } = partsOf(own, one.cents);
    const [first] = own;
    if (!first || over > 0) throw new Refusal('conflict', sentence('changedMeanwhile'));
    for (const invoice of own) invoices.set(invoice.id, less(invoice, parts));
    return { ...one, first, parts };
  });
  const payments = await writePayments(ctx, facts);
  const receipts = await writeReceipts(ctx, facts, payments);
  const rows = await writeAllocations(ctx, facts, payments);
  const byId = new Map(facts.flatMap((fact) => fact.invoiceIds.flatMap((id) => invoices.get(id) ?? [])).map((one) => [one.id, one]));
  const factOf = new Map(facts.map((fact) => [payments.get(fact.external)?.id ?? 0, fact]));
  const homes = await homesOf(ctx, facts);
  const coming: Journal[] = facts.flatMap((fact) =>
    fact.first.fund === 'M'
      ? []
      : [
          {
            ...{
              key: `receipt:${receipts.get(fact.external)}`,
              kind: 'money_received' as const,
              valueDay: dayOf(fact.paidAt),
              companyId: fact.first.companyId,
            },
            source: ['payment', payments.get(fact.external)?.id ?? 0] as const,
            params: { who: fact.payer, how: howText(fact), code: payments.get(fact.external)?.code ?? '' },
            pairs: received(tillOf(fact.account, { company_id: fact.first.companyId }), fact.cents),
          },
        ],
  );
  const put: Journal[] = rows.flatMap((row) => {
    const [one, fact] = [byId.get(row.invoice_id), factOf.get(row.payment_id)];
    const line = one?.lines.find(({ id }) => id === row.line_id);
    if (!one || !line || !fact) return [];
    return [
      {
        ...{ key: `allocation:${row.id}`, kind: 'money_allocated' as const, valueDay: dayOf(fact.paidAt), source: ['allocation', row.id] as const },
        ...{ companyId: one.companyId, by: ctx.me.userId },
        params: { what: line.label || line.kind, home: homes.get(one.tenancyId ?? 0) ?? '', how: howText(fact), code: one.code },
        pairs: allocated({
          fund: one.fund,
          payer: one.payer,
          cents: row.cents,
          deposit: line.kind === 'deposit',
          active: one.active,
          from: 'receipt',
        }),
      },
    ];
  });
  await postMany(ctx.db, [...coming, ...put]);
  await settleMany(
    ctx,
    facts.flatMap(({ parts, paidAt, how }) =>
      [...Map.groupBy(parts, (part) => part.invoiceId)].map(([invoiceId, own]) => ({ invoiceId, parts: own, on: dayOf(paidAt), how })),
    ),
  );
  await audit(ctx.db, ctx, { kind: 'add', document: 'payments', id: null, after: { payments: facts.length }, reason: 'brought in together' });
  await happenedMany(
    ctx,
    'payment.allocated',
    rows.map((row) => whatHappened(byId, row, dayOf(factOf.get(row.payment_id)?.paidAt ?? new Date(0)))),
  );
  return facts.length;
}

/** What is open of it once these parts are put to it. */
const less = (one: Owed, parts: readonly Part[]): Owed => ({
  ...one,
  lines: one.lines.map((line) => ({
    ...line,
    open: line.open - parts.filter(({ lineId }) => lineId === line.id).reduce((sum, part) => sum + part.cents, 0),
  })),
});

async function writePayments(ctx: Ctx, facts: readonly Fact[]): Promise<Map<string, { id: number; code: string }>> {
  const rows = facts.map(({ first, ...fact }) => ({
    ...{
      purpose: 1,
      status: 'completed',
      how: fact.how,
      fund: first.fund,
      cents: fact.cents,
      allocated_cents: fact.cents,
      company_id: first.companyId,
    },
    ...{ property_id: first.propertyId, unit_id: first.unitId, tenancy_id: first.tenancyId, booking_id: first.bookingId, tenant_id: first.tenantId },
    ...{
      account_id: fact.account.id,
      match: 'matched',
      looked_at: fact.paidAt,
      payer: fact.payer,
      ...hidden(fact.phone),
      account_text: fact.accountText,
    },
    ...{ external: fact.external, received_at: fact.paidAt, paid_on: dayOf(fact.paidAt), created_at: fact.paidAt },
  }));
  const { rows: made } = await sql<{ id: number; code: string; external: string }>`/* all: payments whoever brings them has the right to */
    insert into payment (purpose, status, how, fund, cents, allocated_cents, company_id, property_id, unit_id, tenancy_id, booking_id, tenant_id, account_id, match,
      looked_at, payer, phone_sealed, phone_tail, phone_mark, account_text, external, received_at, paid_on, created_at)
    select purpose, status, how, fund, cents, allocated_cents, company_id, property_id, unit_id, tenancy_id, booking_id, tenant_id, account_id, match,
      looked_at, payer, phone_sealed, phone_tail, phone_mark, account_text, external, received_at, paid_on, created_at
    from jsonb_populate_recordset(null::payment, ${JSON.stringify(rows)}::jsonb) returning id, code, external`.execute(ctx.db);
  return new Map(made.map((row) => [row.external, { id: Number(row.id), code: row.code }]));
}
/** Bytes travel in JSON as PostgreSQL writes them. */
const hidden = ({ phone_mark, ...phone }: HiddenPhone) => ({
  ...phone,
  phone_mark: phone_mark ? `\\x${Buffer.from(phone_mark).toString('hex')}` : null,
});

async function writeReceipts(ctx: Ctx, facts: readonly Fact[], payments: ReadonlyMap<string, { id: number }>): Promise<Map<string, number>> {
  const rows = facts.map((fact) => ({
    ...{
      rail: fact.rail,
      external_id: fact.external,
      account_id: fact.account.id,
      payment_id: payments.get(fact.external)?.id,
      fund: fact.first.fund,
    },
    ...{
      cents: fact.cents,
      paid_at: fact.paidAt,
      account_text: fact.accountText,
      payer: fact.payer,
      ...hidden(fact.phone),
      verified_by: fact.verifiedBy,
    },
  }));
  const { rows: made } = await sql<{ id: number; external_id: string }>`/* all: receipts whoever brings them has the right to */
    insert into receipt (rail, external_id, account_id, payment_id, fund, cents, paid_at, account_text, payer, phone_sealed, phone_tail, phone_mark, verified_by)
    select rail, external_id, account_id, payment_id, fund, cents, paid_at, account_text, payer, phone_sealed, phone_tail, phone_mark, verified_by
    from jsonb_populate_recordset(null::receipt, ${JSON.stringify(rows)}::jsonb) returning id, external_id`.execute(ctx.db);
  return new Map(made.map((row) => [row.external_id, Number(row.id)]));
}

type Row = { id: number; payment_id: number; invoice_id: number; line_id: number; cents: number };
async function writeAllocations(ctx: Ctx, facts: readonly Fact[], payments: ReadonlyMap<string, { id: number }>): Promise<Row[]> {
  const rows = facts.flatMap((fact) =>
    fact.parts.map((part) => ({
      ...{ payment_id: payments.get(fact.external)?.id, invoice_id: part.invoiceId, line_id: part.lineId, source: 'receipt', cents: part.cents },
      ...{ paid_on: dayOf(fact.paidAt), created_at: fact.paidAt },
    })),
  );
  const { rows: made } = await sql<Row>`/* all: allocations whoever brings them has the right to */
    insert into allocation (payment_id, invoice_id, line_id, source, cents, paid_on, created_at) select payment_id, invoice_id, line_id, source, cents, paid_on, created_at
    from jsonb_populate_recordset(null::allocation, ${JSON.stringify(rows)}::jsonb) returning id, payment_id, invoice_id, line_id, cents`.execute(
    ctx.db,
  );
  return made.map((row) => ({ ...row, id: Number(row.id) }));
}

/** What journals call the homes of these tenancies. */
async function homesOf(ctx: Ctx, facts: readonly Fact[]): Promise<Map<number, string>> {
  const ids = [...new Set(facts.flatMap(({ first }) => first.tenancyId ?? []))];
  const { rows } = await sql<{ id: number; home: string }>`/* all: what journals say */
    select t.id, case when t.whole then p.name else u.name || ', ' || p.name end as home from tenancy t join property p on p.id = t.property_id join unit u on u.id = t.unit_id
    where t.id = any (${ids}::bigint[])`.execute(ctx.db);
  return new Map(rows.map((row) => [Number(row.id), row.home]));
}
