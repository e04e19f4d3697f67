import type { PaymentCorrection } from '#contract/collection/kinds.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import type { paymentCorrectionCalls } from '#contract/payment/correction-calls.ts';
import {
  assertRecordableDay,
  type CorrectedValues,
  canCollectForHome,
  getPaymentDay,
  isRecordedMethod,
  type PaymentHome,
  type PaymentRow,
  paymentNotFound,
} from '#server/collection/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, type Me, Refusal } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { isFundAccepted, readOpenInvoices } from './allocate-payments.ts';
import { findReversalWay } from './reverse.ts';
import type { readActiveAllocations } from './unallocate.ts';

export type GivenCorrection = Omit<HandlerInput<(typeof paymentCorrectionCalls)['previewCorrection']>, 'id'>;

/**
 * How a person may correct a payment: as its reversal, but client money always needs a second person, because a correction can also raise an amount.
 * Null also where M-Pesa or a bank confirmed the payment: its amount and date are facts.
 */
export function findCorrectionWay(me: Me, row: Parameters<typeof findReversalWay>[1]): 'direct' | 'request' | null {
  const way = row.recorded_by === null ? null : findReversalWay(me, row);
  return way === 'direct' && row.fund === 'C' ? 'request' : way;
}

type State = Pick<
  PaymentRow,
  'status' | 'how' | 'purpose' | 'for_id' | 'refunded_cents' | 'spent_cents' | 'banked_line_id' | 'tenancy_id' | 'booking_id' | 'recorded_by'
>;
/** Why a payment cannot be corrected in its present state. */
function findStateProblem(row: State): Refusal | null {
  if (row.status !== 'completed') return new Refusal('wrongState', m.shell_refusal_state(), { from: row.status });
  if (row.recorded_by === null) return new Refusal('conflict', m.payment_refusal_correct_proven());
  if (!isRecordedMethod(row.how) || row.purpose !== 1 || row.for_id !== null) return new Refusal('conflict', m.payment_refusal_correct_unrecorded());
  if (row.refunded_cents > 0) return new Refusal('conflict', m.payment_refusal_refunded());
  if (row.spent_cents > 0) return new Refusal('conflict', m.payment_refusal_spent());
  if (row.banked_line_id !== null) return new Refusal('conflict', m.payment_refusal_banked());
  return row.tenancy_id === null && row.booking_id === null ? new Refusal('conflict', m.payment_refusal_correct_unallocated()) : null;
}
/** Whether the page offers a correction; the same rule refuses the call. */
export const isCorrectable = (row: State): boolean => findStateProblem(row) === null;
export function assertCorrectable(row: State): void {
  const problem = findStateProblem(row);
  if (problem) throw problem;
}

/** A payment that paid several tenancies names only the first, so its parts cannot be recorded again. */
export async function assertOneHome(ctx: Ctx, allocations: Awaited<ReturnType<typeof readActiveAllocations>>): Promise<void> {
  const ids = allocations.map(({ invoice_id }) => invoice_id);
  if (ids.length === 0) return;
  const invoices = await from(ctx, 'invoice').select(['tenancy_id', 'booking_id']).where('invoice.id', 'in', ids).execute();
  const homes = new Set(invoices.map(({ tenancy_id, booking_id }) => (tenancy_id === null ? `b${booking_id}` : `t${tenancy_id}`)));
  if (homes.size > 1) throw new Refusal('conflict', m.payment_refusal_correct_several());
}

/** The tenancy or booking that the payment was for, which the caller manages. */
async function readTarget(ctx: Ctx, { tenancy_id, booking_id }: Pick<GivenCorrection, 'tenancy_id' | 'booking_id'>) {
  const row =
    tenancy_id !== undefined
      ? await from(ctx, 'tenancy:managed')
          .innerJoin('tenancy_person as lead', (join) =>
            join.onRef('lead.tenancy_id', '=', 'tenancy.id').on('lead.role', '=', 'lead').on('lead.until', 'is', null),
          )
          .innerJoin('tenant', 'tenant.id', 'lead.tenant_id')
          .select(['tenancy.id as tenancy_id', 'tenancy.company_id', 'tenancy.property_id', 'tenancy.unit_id', 'tenancy.booking_id'])
          .select(['tenant.id as tenant_id', 'tenant.name'])
          .where('tenancy.id', '=', tenancy_id)
          .executeTakeFirst()
      : await from(ctx, 'booking:managed')
          .innerJoin('tenant', 'tenant.id', 'booking.tenant_id')
          // The booking may have become a tenancy, which then receives the payment.
          .leftJoin('tenancy', 'tenancy.booking_id', 'booking.id')
          .select(['tenancy.id as tenancy_id', 'booking.company_id', 'booking.property_id', 'booking.unit_id', 'booking.id as booking_id'])
          .select(['tenant.id as tenant_id', 'tenant.name'])
          .where('booking.id', '=', booking_id ?? null)
          .orderBy('tenancy.id', 'desc')
          .executeTakeFirst();
  if (!row) throw paymentNotFound();
  return row;
}

/** Reads the one value that changes; all others stay as recorded. */
export async function readCorrectedValues(ctx: Ctx, old: PaymentRow, given: GivenCorrection): Promise<CorrectedValues> {
  const { cents, on, tenancy_id, booking_id } = given;
  const named = Object.entries({ cents, on, tenancy_id, booking_id }).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  const [field = 'cents'] = named;
  if (named.length !== 1) throw invalidInputRefusal({ [field]: m.payment_problem_correction() });
  const same = () => invalidInputRefusal({ [field]: m.payment_problem_correction_same() });
  const { tenancy_id: tenancy, booking_id: booking, property_id, unit_id, tenant_id } = old;
  const home: PaymentHome = { tenancy_id: tenancy, booking_id: booking, property_id, unit_id, tenant_id };
  const kept = { cents: old.cents, on: getPaymentDay(old), home, payer: old.payer };
  const what: PaymentCorrection = cents !== undefined ? 'amount' : on !== undefined ? 'date' : 'tenant';
  if (cents !== undefined) {
    if (cents === old.cents) throw same();
    return { ...kept, what, cents };
  }
  if (on !== undefined) {
    if (on === kept.on) throw same();
    assertRecordableDay(on);
    return { ...kept, what, on };
  }
  const { company_id, name, ...to } = await readTarget(ctx, given);
  if (to.tenancy_id === null ? to.booking_id === booking : to.tenancy_id === tenancy) throw same();
  if (company_id !== old.company_id) throw new Refusal('conflict', m.payment_refusal_other_company());
  if (!(await canCollectForHome(ctx, { companyId: company_id, property_id: to.property_id })))
    throw new Refusal('forbidden', m.payment_refusal_not_collecting());
  const open = await readOpenInvoices(ctx.db, { tenancyId: to.tenancy_id, bookingId: to.booking_id });
  if (!(await isFundAccepted(ctx.db, company_id, open, old.fund))) throw new Refusal('conflict', m.payment_refusal_other_fund());
  return { ...kept, what, home: to, payer: name };
}
