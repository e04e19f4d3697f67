import { sql } from 'kysely';
import type { BookingBill } from '#contract/booking/bill.ts';
import type { InvoiceLineKind } from '#contract/invoice/kinds.ts';
import { calculateInvoiceLine, getOpenLineAmount, type UnissuedInvoiceLine } from '#contract/invoice/lines.ts';
import { invoiceMachine } from '#contract/invoice/machine.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { type LedgerPayer, ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildMoveInFundsReleasedPostings, buildReceivableCancelledPostings } from '#contract/ledger/postings.ts';
import { sumCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { postJournal, readAccountBalances } from '#server/ledger/service.ts';
import { markChargesUnbilled } from '#server/meter/service.ts';
import { formatInvoicePurpose, issueInvoiceOnce } from './issue.ts';
import { lockInvoice, readInvoiceLines } from './locks.ts';
import { readInvoiceMessageFacts } from './notify.ts';
import { buildInvoiceLogFacts, getReceivableAccount } from './rows.ts';

const why = 'the invoice of a record that another module changed';
const kinds: Readonly<Record<BookingBill['due'][number]['kind'], InvoiceLineKind>> = {
  price: 'rent',
  deposit: 'deposit',
  service_charge: 'service',
  agent_fee: 'agent_fee',
  other: 'other',
};
/** The lines due before moving in, as agreed in the application. Standard texts stay keys, so that they can be translated. */
const moveInLines = (due: BookingBill['due'], day: string): UnissuedInvoiceLine[] =>
  due.map(({ kind, label, cents }) =>
    calculateInvoiceLine({ kind: cents < 0 ? 'discount' : kinds[kind], label: kind === 'other' || cents < 0 ? label : '', unit_cents: cents }, day),
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
/** A booking was approved: issues the move-in invoice, payable until the booking expires. */
export async function onBookingApproved(ctx: Ctx, { bookingId }: DomainEvents['booking.approved']): Promise<void> {
  const { rows } = await sql<Booked>`/* unscoped: a booking that was just approved */
    select b.id, b.company_id, b.agent_company_id, b.property_id, b.unit_id, b.tenant_id, b.bill, b.pay_until,
      case when b.whole then p.name else u.name || ', ' || p.name end as home
    from booking b join property p on p.id = b.property_id join unit u on u.id = b.unit_id where b.id = ${bookingId}`.execute(ctx.db);
  const [booking] = rows;
  if (!booking) return;
  await issueInvoiceOnce(ctx, {
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
    dueOn: toNairobiDay(booking.pay_until ?? clock.now()),
    lines: moveInLines(booking.bill.due, clock.today()),
    home: booking.home,
  });
}

/** The booking was released: payments become tenant credit and nothing more is due. */
export async function onBookingReleased(ctx: Ctx, { bookingId, why: because }: DomainEvents['booking.released']): Promise<void> {
  const rows = await unscopedTable(ctx.db, 'invoice', why)
    .select()
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'move_in')
    .where('status', '<>', 'expired')
    .orderBy('id')
    .execute();
  for (const { id } of rows) {
    // Invoices are always locked before their payments.
    await lockInvoice(ctx, id);
    await publishEvent(ctx, 'invoice.lapsing', { invoiceId: id });
    await expireInvoice(ctx, id, because);
  }
}

/**
 * Expires an invoice that is unpaid, or whose payments have become tenant credit. An invoice with allocated payments stays open, so that no money is
 * lost.
 */
export async function expireInvoice(ctx: Ctx, id: number, reason: string): Promise<void> {
  const row = await lockInvoice(ctx, id);
  if (row.status === 'expired' || row.paid_cents > 0) return;
  await undoInvoiceIssue(ctx, row, reason, 'lapse');
}

/** Voids or expires an unpaid invoice: cancels its open amount (receivable) in the ledger. Earlier credit notes stay valid. */
export async function undoInvoiceIssue(
  ctx: Ctx,
  row: Awaited<ReturnType<typeof lockInvoice>>,
  reason: string,
  name: 'lapse' | 'void',
  actor?: 'clock',
): Promise<void> {
  const lines = await readInvoiceLines(ctx.db, [row.id]);
  const open = sumCents(lines.map(getOpenLineAmount));
  const deposit = sumCents(lines.filter(({ kind }) => kind === 'deposit').map(getOpenLineAmount));
  // The meter readings of the invoice are billed with the next one.
  await markChargesUnbilled(
    ctx.db,
    lines.map((line) => line.id),
  );
  await postJournal(ctx.db, {
    key: `invoice:${row.id}:void`,
    kind: 'invoice_void',
    source: ['invoice', row.id],
    companyId: row.company_id,
    params: { what: formatInvoicePurpose(row), home: (await readInvoiceMessageFacts(ctx, row.id))?.home ?? '', how: '', code: row.code },
    by: ctx.me.userId,
    pairs: buildReceivableCancelledPostings({ fund: row.fund, payer: getReceivableAccount(row), cents: open - deposit, depositCents: deposit }),
  });
  await makeMove(ctx, invoiceMachine, name, row.id, reason, name === 'lapse' ? 'clock' : actor);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'invoices',
    id: row.id,
    code: row.code,
    before: buildInvoiceLogFacts(row),
    after: { ...buildInvoiceLogFacts(row), status: 'expired' },
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
/**
 * A tenancy was created: the booking's invoice moves to the tenancy, and arrears are invoiced. For an imported tenancy this happens a day later,
 * because the import can be undone.
 */
export async function onTenancyCreated(ctx: Ctx, { tenancyId, bookingId }: DomainEvents['tenancy.made']): Promise<void> {
  if (bookingId !== null)
    await unscopedTable(ctx.db, 'invoice', why)
      .change()
      .set({ tenancy_id: tenancyId, updated_at: clock.now() })
      .where('booking_id', '=', bookingId)
      .where('tenancy_id', 'is', null)
      .execute();
  await issueOpeningBalanceInvoice(ctx, tenancyId, false);
}
export async function issueOpeningBalanceInvoice(ctx: Ctx, tenancyId: number, alsoImported: boolean): Promise<void> {
  const { rows } = await sql<Made>`/* unscoped: an imported tenancy with its arrears */
    select t.company_id, t.agent_company_id, t.property_id, t.unit_id, l.tenant_id, case when t.whole then p.name else u.name || ', ' || p.name end as home, t.import_id, t.opening
    from tenancy t join property p on p.id = t.property_id join unit u on u.id = t.unit_id
      join lateral (select tp.tenant_id from tenancy_person tp where tp.tenancy_id = t.id and tp.role = 'lead' order by tp.until nulls first, tp.id desc limit 1) l on true
    where t.id = ${tenancyId} and (t.opening ->> 'balance_cents')::bigint > 0`.execute(ctx.db);
  const [row] = rows;
  if (!row?.opening || (row.import_id !== null && !alsoImported)) return;
  await issueInvoiceOnce(ctx, {
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
    lines: [calculateInvoiceLine({ kind: 'other', word: 'opening', unit_cents: row.opening.balance_cents }, clock.today())],
    home: row.home,
  });
}

/** The tenant moves in: rent held by Makao becomes the owner's, and the paid deposit is posted as a deposit. */
export async function onTenancyActivated(ctx: Ctx, { tenancyId, bookingId }: DomainEvents['tenancy.activated']): Promise<void> {
  const { rows } = await sql<{ company_id: number; code: string; home: string }>`/* unscoped: a tenancy that just began */
    select t.company_id, t.code, case when t.whole then p.name else u.name || ', ' || p.name end as home
    from tenancy t join property p on p.id = t.property_id join unit u on u.id = t.unit_id where t.id = ${tenancyId}`.execute(ctx.db);
  const [row] = rows;
  if (!row) return;
  const payers: LedgerPayer[] = [
    ...(bookingId === null ? [] : [{ company: row.company_id, ref: `booking:${bookingId}` }]),
    { company: row.company_id, tenancy: tenancyId },
  ];
  const pairs = [];
  for (const payer of payers) {
    const [rent = 0, deposit = 0] = await readAccountBalances(
      ctx.db,
      [
        ['C', { code: ledgerAccounts.moveInRent, ...payer }],
        ['D', { code: ledgerAccounts.moveInDeposits, ...payer }],
      ],
      true,
    );
    pairs.push(...buildMoveInFundsReleasedPostings(payer, { rent, deposit }));
  }
  await postJournal(ctx.db, {
    key: `tenancy:${tenancyId}:active`,
    kind: 'tenancy_active',
    source: ['tenancy', tenancyId],
    companyId: row.company_id,
    params: { home: row.home, code: row.code },
    by: ctx.me.userId,
    pairs,
  });
}

/** Two tenant records of a company were merged: invoices of one move to the other. */
export async function onTenantMerged(ctx: Ctx, { from, into }: DomainEvents['tenant.merged']): Promise<void> {
  await unscopedTable(ctx.db, 'invoice', why).change().set({ tenant_id: into }).where('tenant_id', '=', from).execute();
}
