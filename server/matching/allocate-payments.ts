import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { getFundOfCollectionMode } from '#contract/ledger/accounts.ts';
import { matchReasonScores, type ScoredReason } from '#contract/matching/match.ts';
import { allocateToInvoiceLines } from '#contract/matching/order.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import {
  applyPartsToOpenInvoice,
  calculateUnallocatedCents,
  type HomeColumns,
  type MatchChange,
  notifyPaymentReceived,
  type OpenInvoice,
  type PaymentRow,
  readOpenInvoicesForPayment,
  savePaymentMatches,
  toHomeColumns,
} from '#server/collection/service.ts';
import { lockInvoicesForPayment } from '#server/invoice/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { readMoneyMode } from '#server/ledger/service.ts';
import { allocateToLines, type InvoiceLineAllocation } from './allocate-to-lines.ts';
import { type CreditOwner, recordTenantCredit } from './credit.ts';
import type { HomeReference } from './home-scope.ts';

const why = 'the payment is matched by a rule or by an authorised person';

/** The open invoices of a tenancy or booking. */
export const readOpenInvoices = (db: Db, { tenancyId, bookingId }: HomeReference): Promise<OpenInvoice[]> =>
  tenancyId !== null
    ? readOpenInvoicesForPayment(db, { tenancyId })
    : bookingId !== null
      ? readOpenInvoicesForPayment(db, { bookingId })
      : Promise.resolve([]);

/**
 * Whether money of a fund may go to a tenancy: its invoices are in that fund, or its company now collects in it, so that an overpayment pays the next
 * invoice.
 */
export const isFundAccepted = async (db: Db, companyId: number, open: readonly OpenInvoice[], fund: string): Promise<boolean> =>
  open.some((one) => one.fund === fund) || getFundOfCollectionMode(await readMoneyMode(db, companyId)) === fund;

/** The same check for a tenancy or booking without an invoice. */
async function ofHome(db: Db, { companyId, tenancyId, bookingId }: CreditOwner): Promise<Partial<HomeColumns>> {
  const home =
    tenancyId !== null
      ? await unscopedTable(db, 'tenancy', why)
          .select()
          .leftJoin('tenancy_person as lead', (join) =>
            join.onRef('lead.tenancy_id', '=', 'tenancy.id').on('lead.role', '=', 'lead').on('lead.until', 'is', null),
          )
          .select(['property_id', 'unit_id', 'lead.tenant_id'])
          .where('tenancy.id', '=', tenancyId)
          .executeTakeFirst()
      : await unscopedTable(db, 'booking', why)
          .select()
          .select(['property_id', 'unit_id', 'tenant_id'])
          .where('id', '=', bookingId)
          .executeTakeFirst();
  return { company_id: companyId, tenancy_id: tenancyId, booking_id: bookingId, ...home };
}

/** An invoice with its current tenancy: paying a move-in invoice creates the tenancy, which then owns the payment and its credit. */
export const readInvoiceWithCurrentHome = async (db: Db, invoiceId: number): Promise<OpenInvoice | undefined> =>
  (await readOpenInvoicesForPayment(db, { ids: [invoiceId] }, { open: false }))[0];

/** A payment with the invoices that it is for, and the tenancy that it belongs to if no invoice names one. */
export type AllocationTarget = {
  readonly paymentId: number;
  readonly invoiceIds: readonly number[];
  readonly reasons: readonly ScoredReason[];
  readonly home?: CreditOwner | undefined;
};
type Planned = AllocationTarget & {
  readonly payment: PaymentRow;
  readonly first: OpenInvoice | undefined;
  readonly put: InvoiceLineAllocation;
  readonly over: number;
};

/**
 * Allocates the rest of payments to their invoices, then to other open invoices of the same tenancy. An overpayment becomes tenant credit. Invoices
 * are locked before payments. A payment that was matched in the meantime is left unchanged.
 */
export async function allocatePayments(ctx: Ctx, targets: readonly AllocationTarget[], options: { readonly quiet?: boolean } = {}): Promise<void> {
  const { invoices, all } = await invoicesOf(ctx.db, targets);
  const ids = all.map(({ id }) => id);
  await lockInvoicesForPayment(ctx, ids);
  const payments = await pendingPayments(
    ctx.db,
    targets.map(({ paymentId }) => paymentId),
  );
  const open = await readOpenInvoicesForPayment(ctx.db, { ids });
  const planned = plan(targets, payments, open, invoices);
  await allocateToLines(
    ctx,
    planned.map(({ put }) => put),
    open,
    options,
  );
  const homes = await readOpenInvoicesForPayment(ctx.db, { ids: planned.flatMap(({ first }) => first?.id ?? []) }, { open: false });
  const facts: MatchChange[] = [];
  for (const one of planned) {
    const at = homes.find(({ id }) => id === one.first?.id);
    const whose: CreditOwner | null = at ?? one.home ?? null;
    if (whose && one.over > 0) await recordTenantCredit(ctx, one.payment, whose, one.over);
    const place = at ? toHomeColumns(at) : one.home ? await ofHome(ctx.db, one.home) : {};
    facts.push(matchedFacts(one, place, whose !== null));
  }
  for (const row of await savePaymentMatches(ctx.db, facts)) if (!options.quiet) await notifyPaymentReceived(ctx, row);
}

/** Allocates a payment that a person recorded to the invoices or the tenancy that they named. */
export const onPaymentRecorded = (ctx: Ctx, { paymentId, invoiceIds, home }: DomainEvents['payment.recorded']): Promise<void> =>
  allocatePayments(ctx, [{ paymentId, invoiceIds, reasons: [{ what: 'person', score: matchReasonScores.person }], home }]);

/** The invoices of each payment, and all invoices to lock for them: these and the other open invoices of the same tenancies. */
async function invoicesOf(db: Db, targets: readonly AllocationTarget[]): Promise<{ invoices: Map<number, OpenInvoice[]>; all: OpenInvoice[] }> {
  const wanted = await readOpenInvoicesForPayment(db, { ids: targets.flatMap(({ invoiceIds }) => invoiceIds) }, { open: false });
  const invoices = new Map(targets.map(({ paymentId, invoiceIds }) => [paymentId, wanted.filter(({ id }) => invoiceIds.includes(id))]));
  const firsts = [...invoices.values()].flatMap(([first]) => first ?? []);
  const tenancyIds = [...new Set(firsts.flatMap(({ tenancyId }) => tenancyId ?? []))];
  const more = tenancyIds.length > 0 ? await readOpenInvoicesForPayment(db, { tenancyIds }) : [];
  const bookings = new Set(firsts.flatMap(({ tenancyId, bookingId }) => (tenancyId === null ? (bookingId ?? []) : [])));
  for (const bookingId of bookings) more.push(...(await readOpenInvoicesForPayment(db, { bookingId })));
  return { invoices, all: [...new Map([...wanted, ...more].map((one) => [one.id, one])).values()] };
}

async function pendingPayments(db: Db, ids: readonly number[]): Promise<Map<number, PaymentRow>> {
  const rows = await unscopedTable(db, 'payment', why)
    .select()
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(
    rows.filter((row) => row.status === 'completed' && row.looked_at === null && calculateUnallocatedCents(row) > 0).map((row) => [row.id, row]),
  );
}

/** Payments are allocated in the given order: each finds open only what the earlier ones left. */
function plan(
  targets: readonly AllocationTarget[],
  payments: ReadonlyMap<number, PaymentRow>,
  open: readonly OpenInvoice[],
  invoices: ReadonlyMap<number, readonly OpenInvoice[]>,
): Planned[] {
  const left = new Map(open.map((one) => [one.id, one]));
  return targets.flatMap((target) => {
    const payment = payments.get(target.paymentId);
    if (!payment) return [];
    const [first] = invoices.get(payment.id) ?? [];
    const isHome = (one: OpenInvoice) => first && (first.tenancyId !== null ? one.tenancyId === first.tenancyId : one.bookingId === first.bookingId);
    const fits = [...left.values()].filter((one) => one.fund === payment.fund && (target.invoiceIds.includes(one.id) || isHome(one)));
    const { parts, over } = allocateToInvoiceLines(fits, calculateUnallocatedCents(payment), target.invoiceIds);
    for (const one of fits) left.set(one.id, applyPartsToOpenInvoice(one, parts));
    const put: InvoiceLineAllocation = { payment, source: { kind: 'receipt' }, on: payment.paid_on ?? clock.today(), parts };
    return [{ ...target, payment, first, put, over }];
  });
}

function matchedFacts({ payment, put, over, reasons }: Planned, place: Partial<HomeColumns>, isHome: boolean): MatchChange {
  const { id, company_id, property_id, unit_id, tenancy_id, booking_id, tenant_id } = payment;
  return {
    id,
    reasons,
    match: isHome ? 'matched' : 'unmatched',
    allocated_cents: toCents(payment.allocated_cents + put.parts.reduce((sum, part) => sum + part.cents, 0)),
    credited_cents: toCents(payment.credited_cents + (isHome ? over : 0)),
    company_id,
    property_id,
    unit_id,
    tenancy_id,
    booking_id,
    tenant_id,
    ...place,
  };
}
