import { sql } from 'kysely';
import type { BookingBill } from '#contract/booking/bill.ts';
import type { LineKind } from '#contract/invoice/kinds.ts';
import { lineOf, type NewLine, openOfLine } from '#contract/invoice/lines.ts';
import { invoiceMachine } from '#contract/invoice/machine.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { accounts, type Payer } from '#contract/ledger/accounts.ts';
import { activated, unasked } from '#contract/ledger/postings.ts';
import { sum } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { dayOf } from '#contract/time/days.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { move } from '#server/kernel/move.ts';
import { everything } from '#server/kernel/scoped.ts';
import { balances, post } from '#server/ledger/service.ts';
import { unbilled } from '#server/meter/service.ts';
import { issueOnce, whatOf } from './issue.ts';
import { heldInvoice, linesOf } from './money.ts';
import { accountOf, factsOf } from './rows.ts';
import { aboutOf } from './tell.ts';

const why = 'what another room brought about has its invoice follow';
const kinds: Readonly<Record<BookingBill['due'][number]['kind'], LineKind>> = {
  price: 'rent',
  deposit: 'deposit',
  service_charge: 'service',
  agent_fee: 'agent_fee',
  other: 'other',
};
/** What is asked for before moving in, as it was agreed when somebody applied. Our own words stay ours to translate. */
const moveInLines = (due: BookingBill['due'], day: string): NewLine[] =>
  due.map(({ kind, label, cents }) =>
    lineOf({ kind: cents < 0 ? 'discount' : kinds[kind], label: kind === 'other' || cents < 0 ? label : '', unit_cents: cents }, day),
  );

type Booked = {
  id: number;
  company_id: number;
  agent_company_id: number | null;
  property_id: number;
  unit_id: number;
  tenant_id: number;
  bill: BookingBill;
  pay_until: Date | null;
  home: string;
};
/** A booking was approved: what is due before moving in is asked for until the day it is held. */
export async function bookingApproved(ctx: Ctx, { bookingId }: Happenings['booking.approved']): Promise<void> {
  const { rows } = await sql<Booked>`/* all: a booking that was approved a moment ago */
    select b.id, b.company_id, b.agent_company_id, b.property_id, b.unit_id, b.tenant_id, b.bill, b.pay_until,
      case when b.whole then p.name else u.name || ', ' || p.name end as home
    from booking b join property p on p.id = b.property_id join unit u on u.id = b.unit_id where b.id = ${bookingId}`.execute(ctx.db);
  const [booking] = rows;
  if (!booking) return;
  await issueOnce(ctx, {
    companyId: booking.company_id,
    agentCompanyId: booking.agent_company_id,
    propertyId: booking.property_id,
    unitId: booking.unit_id,
    tenancyId: null,
    bookingId,
    tenantId: booking.tenant_id,
    kind: 'move_in',
    onceKey: `move_in:${bookingId}`,
    periodFrom: null,
    periodLast: null,
    dueOn: dayOf(booking.pay_until ?? clock.now()),
    lines: moveInLines(booking.bill.due, clock.today()),
    home: booking.home,
  });
}

/** The hold is gone: what was paid goes back to the tenant's credit, and nothing is asked for any more. */
export async function bookingReleased(ctx: Ctx, { bookingId, why: because }: Happenings['booking.released']): Promise<void> {
  const rows = await everything(ctx.db, 'invoice', why)
    .select()
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'move_in')
    .where('status', '<>', 'expired')
    .orderBy('id')
    .execute();
  for (const { id } of rows) {
    // Before its payments, as everywhere.
    await heldInvoice(ctx, id);
    await happened(ctx, 'invoice.lapsing', { invoiceId: id });
    await lapse(ctx, id, because);
  }
}

/** Nothing of it is paid, or what was is the tenant's credit by now. One on which money still lies stays: nothing vanishes. */
export async function lapse(ctx: Ctx, id: number, reason: string): Promise<void> {
  const row = await heldInvoice(ctx, id);
  if (row.status === 'expired' || row.paid_cents > 0) return;
  await undoIssue(ctx, row, reason, 'lapse');
}

/** Nothing of it is paid: what is still asked for is asked for no more. What a credit note took of it before stays taken. */
export async function undoIssue(
  ctx: Ctx,
  row: Awaited<ReturnType<typeof heldInvoice>>,
  reason: string,
  name: 'lapse' | 'void',
  actor?: 'clock',
): Promise<void> {
  const lines = await linesOf(ctx.db, [row.id]);
  const open = sum(lines.map(openOfLine));
  const deposit = sum(lines.filter(({ kind }) => kind === 'deposit').map(openOfLine));
  // What a meter said of it is asked for with the next.
  await unbilled(
    ctx.db,
    lines.map((line) => line.id),
  );
  await post(ctx.db, {
    key: `invoice:${row.id}:void`,
    kind: 'invoice_void',
    source: ['invoice', row.id],
    companyId: row.company_id,
    params: { what: whatOf(row), home: (await aboutOf(ctx, row.id))?.home ?? '', how: '', code: row.code },
    by: ctx.me.userId,
    pairs: unasked({ fund: row.fund, payer: accountOf(row), cents: open - deposit, depositCents: deposit }),
  });
  await move(ctx, invoiceMachine, name, row.id, reason, name === 'lapse' ? 'clock' : actor);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'invoices',
    id: row.id,
    code: row.code,
    before: factsOf(row),
    after: { ...factsOf(row), status: 'expired' },
    reason,
  });
}

type Made = {
  company_id: number;
  agent_company_id: number | null;
  property_id: number;
  unit_id: number;
  tenant_id: number;
  home: string;
  import_id: number | null;
  opening: { balance_cents: number; as_of: string } | null;
};
/** A tenancy came about: its booking's invoice is its own from now on, and what was owed from before is asked for. One of a sheet waits a day, since a sheet can be taken back. */
export async function tenancyMade(ctx: Ctx, { tenancyId, bookingId }: Happenings['tenancy.made']): Promise<void> {
  if (bookingId !== null)
    await everything(ctx.db, 'invoice', why)
      .change()
      .set({ tenancy_id: tenancyId, updated_at: clock.now() })
      .where('booking_id', '=', bookingId)
      .where('tenancy_id', 'is', null)
      .execute();
  await openingOf(ctx, tenancyId, false);
}
export async function openingOf(ctx: Ctx, tenancyId: number, alsoImported: boolean): Promise<void> {
  const { rows } = await sql<Made>`/* all: a tenancy brought along with what is owed in it */
    select t.company_id, t.agent_company_id, t.property_id, t.unit_id, l.tenant_id, case when t.whole then p.name else u.name || ', ' || p.name end as home, t.import_id, t.opening
    from tenancy t join property p on p.id = t.property_id join unit u on u.id = t.unit_id
      join lateral (select tp.tenant_id from tenancy_person tp where tp.tenancy_id = t.id and tp.role = 'lead' order by tp.until nulls first, tp.id desc limit 1) l on true
    where t.id = ${tenancyId} and (t.opening ->> 'balance_cents')::bigint > 0`.execute(ctx.db);
  const [row] = rows;
  if (!row?.opening || (row.import_id !== null && !alsoImported)) return;
  await issueOnce(ctx, {
    companyId: row.company_id,
    agentCompanyId: row.agent_company_id,
    propertyId: row.property_id,
    unitId: row.unit_id,
    tenancyId,
    bookingId: null,
    tenantId: row.tenant_id,
    kind: 'ad_hoc',
    onceKey: `opening:${tenancyId}`,
    periodFrom: null,
    periodLast: null,
    dueOn: clock.today(),
    lines: [lineOf({ kind: 'other', word: 'opening', unit_cents: row.opening.balance_cents }, clock.today())],
    home: row.home,
  });
}

/** Somebody moves in: what was held of theirs is the owner's, their deposit a deposit. */
export async function tenancyActivated(ctx: Ctx, { tenancyId, bookingId }: Happenings['tenancy.activated']): Promise<void> {
  const { rows } = await sql<{ company_id: number; code: string; home: string }>`/* all: a tenancy that began a moment ago */
    select t.company_id, t.code, case when t.whole then p.name else u.name || ', ' || p.name end as home
    from tenancy t join property p on p.id = t.property_id join unit u on u.id = t.unit_id where t.id = ${tenancyId}`.execute(ctx.db);
  const [row] = rows;
  if (!row) return;
  const payers: Payer[] = [
    ...(bookingId === null ? [] : [{ company: row.company_id, ref: `booking:${bookingId}` }]),
    { company: row.company_id, tenancy: tenancyId },
  ];
  const pairs = [];
  for (const payer of payers) {
    const [rent = 0, deposit = 0] = await balances(
      ctx.db,
      [
        ['C', { code: accounts.moveInRent, ...payer }],
        ['D', { code: accounts.moveInDeposits, ...payer }],
      ],
      true,
    );
    pairs.push(...activated(payer, { rent, deposit }));
  }
  await post(ctx.db, {
    key: `tenancy:${tenancyId}:active`,
    kind: 'tenancy_active',
    source: ['tenancy', tenancyId],
    companyId: row.company_id,
    params: { home: row.home, code: row.code },
    by: ctx.me.userId,
    pairs,
  });
}

/** Two relations of a company became one. */
export async function tenantMerged(ctx: Ctx, { from, into }: Happenings['tenant.merged']): Promise<void> {
  await everything(ctx.db, 'invoice', why).change().set({ tenant_id: into }).where('tenant_id', '=', from).execute();
}
