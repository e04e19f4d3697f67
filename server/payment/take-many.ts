import { sql } from 'kysely';
import { received } from '#contract/ledger/postings.ts';
import type { How, Rail, VerifiedBy } from '#contract/payment/kinds.ts';
import { type Part, partsOf } from '#contract/payment/order.ts';
import { dayOf } from '#contract/time/days.ts';
import { lockForPaying } from '#server/invoice/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { postMany } from '#server/ledger/service.ts';
import type { AccountRow } from './accounts.ts';
import { putMany } from './allocate-many.ts';
import { lessOf, type Owed, owed } from './invoices.ts';
import { shownExternal, tillOf } from './movement.ts';
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
/** `external` as people know it; the receipt's number says whose list it stands in, too. */
type Fact = Came & { readonly receiptNumber: string; readonly first: Owed; readonly parts: readonly Part[] };

/**
 * Many payments at once whose purpose is certain: what a movement, its look and its allocations do one by one, in one statement a table. For books of
 * before alone, which nobody hears of; a statement's lines become money by `takeNext`. What is more than the invoices ask for is refused.
 */
export async function takeMany(ctx: Ctx, came: readonly Came[]): Promise<number> {
  if (came.length === 0) return 0;
  const ids = [...new Set(came.flatMap((one) => one.invoiceIds))];
  await lockForPaying(ctx, ids);
  const owing = await owed(ctx.db, { ids });
  const invoices = new Map(owing.map((one) => [one.id, one]));
  const facts = came.map((one): Fact => {
    const own = one.invoiceIds.flatMap((id) => invoices.get(id) ?? []);
    const { parts, over } = partsOf(own, one.cents);
    const [first] = own;
    if (!first || over > 0) throw new Refusal('conflict', sentence('changedMeanwhile'));
    for (const invoice of own) invoices.set(invoice.id, lessOf(invoice, parts));
    return { ...one, external: shownExternal({ external: one.external }) ?? '', receiptNumber: one.external, first, parts };
  });
  const payments = await writePayments(ctx, facts);
  const receipts = await writeReceipts(ctx, facts, payments);
  const paid = facts.map((fact) => ({ fact, payment: payments.get(keyOf(fact)) ?? { id: 0, code: '' } }));
  await postMany(
    ctx.db,
    paid
      .filter(({ fact }) => fact.first.fund !== 'M')
      .map(({ fact, payment }) => ({
        ...{
          key: `receipt:${receipts.get(fact.receiptNumber)}`,
          kind: 'money_received',
          valueDay: dayOf(fact.paidAt),
          source: ['payment', payment.id],
        },
        ...{ companyId: fact.first.companyId, params: { who: fact.payer, how: howText(fact), code: payment.code } },
        pairs: received(tillOf(fact.account, { company_id: fact.first.companyId }), fact.cents),
      })),
  );
  await putMany(
    ctx,
    paid.map(({ fact, payment }) => ({ payment: { ...fact, id: payment.id }, on: dayOf(fact.paidAt), parts: fact.parts, at: fact.paidAt })),
    owing,
    { quiet: true },
  );
  await audit(ctx.db, ctx, { kind: 'add', document: 'payments', id: null, after: { payments: facts.length }, reason: 'brought in together' });
  return facts.length;
}

/** A number is one account's. */
const keyOf = ({ account, external }: { readonly account: { readonly id: number }; readonly external: string }): string =>
  `${account.id}:${external}`;
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
  const { rows: made } = await sql<{
    id: number;
    code: string;
    account_id: number;
    external: string;
  }>`/* all: payments whoever brings them has the right to */
    insert into payment (purpose, status, how, fund, cents, allocated_cents, company_id, property_id, unit_id, tenancy_id, booking_id, tenant_id, account_id, match,
      looked_at, payer, phone_sealed, phone_tail, phone_mark, account_text, external, received_at, paid_on, created_at)
    select purpose, status, how, fund, cents, allocated_cents, company_id, property_id, unit_id, tenancy_id, booking_id, tenant_id, account_id, match,
      looked_at, payer, phone_sealed, phone_tail, phone_mark, account_text, external, received_at, paid_on, created_at
    from jsonb_populate_recordset(null::payment, ${JSON.stringify(rows)}::jsonb) returning id, code, account_id, external`.execute(ctx.db);
  return new Map(
    made.map((row) => [keyOf({ account: { id: Number(row.account_id) }, external: row.external }), { id: Number(row.id), code: row.code }]),
  );
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
      external_id: fact.receiptNumber,
      account_id: fact.account.id,
      payment_id: payments.get(keyOf(fact))?.id,
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
