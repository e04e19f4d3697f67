import { sql } from 'kysely';
import type { bookingCalls } from '#contract/booking/calls.ts';
import { type BookingAction, paymentClaimExtensionHours } from '#contract/booking/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { from } from '#server/kernel/scoped.ts';
import { sameRow } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { lockCompanyAndProperty } from '#server/listing/service.ts';
import { storeFile } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { readBookingDetails } from './booking-detail.ts';
import { assertBookingNotFrozen } from './decide.ts';
import { lockBookedUnits } from './homes.ts';
import { notifyApplicant, notifyBookingManagers, readBookingNames } from './notify.ts';
import { type BookingRow, bookingNotFound, getBookingActions, getBookingMoves, isBookingBilledSql, readBookingBill } from './rows.ts';
import { addBookingLeadStep, changeBookingStage, lockBookingById, lockManagedBooking, moveBooking, readBookingById, updateBooking } from './steps.ts';
import { formatPlainAmount } from './texts.ts';

type Calls = typeof bookingCalls;
/** The most receipts an applicant can upload for one booking. */
const mostReceipts = 5;

/** Checks that the booking's status allows an action; otherwise answers 409 with the possible ones. */
function assertActAllowed(ctx: Ctx, row: BookingRow, name: 'confirm' | BookingAction): void {
  assertBookingNotFrozen(ctx, row);
  const whose = { me: ctx.me, mine: row.person_id === ctx.me.userId, mayWork: true };
  const allowed = [...getBookingMoves(row, whose), ...getBookingActions(row, whose)];
  if (!allowed.includes(name)) throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status, to: 'confirmed', allowed });
}

/** Stores the file first, because that locks the company, and then adds it to the booking as evidence. */
async function brought(
  services: RunningServices,
  ctx: Ctx,
  file: Parameters<typeof storeFile>[2],
  { field, forCompany, locked }: { field: string; forCompany: number | null; locked: () => Promise<BookingRow> },
): Promise<{ file_id: number }> {
  const kept = await storeFile(services, { ...ctx, me: { ...ctx.me, companyId: forCompany } }, file, {
    purpose: 'document',
    visibility: 'private',
    field,
  });
  const row = await locked();
  await updateBooking(ctx, row, { evidence: sql<number[]>`array_append(evidence, ${kept.id}::bigint)` });
  await audit(ctx.db, ctx, { kind: 'add', document: 'booking', id: row.id, code: row.code, reason: 'evidence of a payment' });
  return { file_id: kept.id };
}

/** Evidence is uploaded before the payment is recorded, because a payment without evidence is rejected. */
export const uploadBookingEvidence =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, file }: HandlerInput<Calls['uploadEvidence']>): Promise<HandlerResult<Calls['uploadEvidence']>> =>
    brought(services, ctx, file, {
      field: 'evidence',
      forCompany: ctx.me.companyId,
      locked: async () => {
        const row = await lockManagedBooking(ctx, id);
        if (row.status === 'confirmed') await assertNotBilled(ctx, row);
        assertActAllowed(ctx, row, row.status === 'confirmed' ? 'correct' : 'confirm');
        return row;
      },
    });

/** The applicant's receipt, readable by the applicant and the people who decide on the booking. */
export const uploadBookingReceipt =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, file }: HandlerInput<Calls['uploadReceipt']>): Promise<HandlerResult<Calls['uploadReceipt']>> => {
    const seen = await ownOf(ctx, id);
    return brought(services, ctx, file, {
      field: 'receipt',
      forCompany: seen.agent_company_id ?? seen.company_id,
      locked: async () => {
        const row = await lockBookingById(ctx, id);
        assertActAllowed(ctx, row, 'say_paid');
        if (row.evidence.length >= mostReceipts) throw invalidInputRefusal({ receipt: m.booking_problem_receipts({ count: mostReceipts }) });
        return row;
      },
    });
  };

async function ownOf(ctx: Ctx, id: number): Promise<BookingRow> {
  const row = await readBookingById(ctx, id);
  if (row.person_id !== ctx.me.userId) throw bookingNotFound();
  return row;
}

type Payment = { readonly on: string; readonly file_id: number | null };
/** A payment date must be between the application and today, and the evidence must be uploaded for this booking. */
function checkPayment(row: BookingRow, { on, file_id }: Payment): void {
  if (on > clock.today()) throw invalidInputRefusal({ on: m.booking_problem_paid_later() });
  const first = toNairobiDay(row.created_at);
  if (on < first) throw invalidInputRefusal({ on: m.booking_problem_paid_before({ day: formatLongDate(first) }) });
  if (file_id !== null && !row.evidence.includes(file_id)) throw invalidInputRefusal({ file_id: m.booking_problem_evidence() });
}

export async function claimBookingPaid(ctx: Ctx, { id, ...said }: HandlerInput<Calls['claimPaid']>): Promise<HandlerResult<Calls['claimPaid']>> {
  await ownOf(ctx, id);
  const row = await lockBookingById(ctx, id);
  assertActAllowed(ctx, row, 'say_paid');
  checkPayment(row, said);
  const look = computeEveningDeadline(clock.now(), paymentClaimExtensionHours);
  const after = await changeBookingStage(
    ctx,
    row,
    {
      said_paid: JSON.stringify({ ...said, at: clock.now().toISOString() }),
      // Extends the deadline once so that a person can check the payment. Repeating the statement does not extend it again.
      ...(row.said_paid === null && row.pay_until !== null && row.pay_until < look ? { pay_until: look } : {}),
    },
    'the applicant said that they paid',
  );
  const { home, name } = await readBookingNames(ctx, after);
  await notifyBookingManagers(ctx, after, 'booking.said_paid', { home, name, sum: formatPlainAmount(said.cents) });
  return readBookingDetails(ctx, { id });
}

export async function confirmBookingPayment(
  ctx: Ctx,
  { id, file_id, cents, how, on, note, why_less }: HandlerInput<Calls['confirmPayment']>,
): Promise<HandlerResult<Calls['confirmPayment']>> {
  // The home is locked before the booking, because confirming the payment creates its tenancy.
  const seen = await readBookingById(ctx, id);
  await lockCompanyAndProperty(ctx, seen.property_id);
  await lockBookedUnits(ctx, seen);
  const row = await lockManagedBooking(ctx, id);
  assertBookingNotFrozen(ctx, row);
  if (row.status === 'await_payment') checkPayment(row, { on, file_id });
  const { due_cents } = readBookingBill(row);
  if (cents < due_cents && why_less.length < 3)
    throw invalidInputRefusal({ why_less: m.booking_problem_less({ sum: formatPlainAmount(due_cents - cents) }) });
  const after = await moveBooking(ctx, row, {
    name: 'confirm',
    set: {
      stage: 'screening',
      paid: JSON.stringify({ cents, how, on, note, file_id, why_less: cents < due_cents ? why_less : '', by: ctx.me.userId }),
    },
  });
  const { home } = await readBookingNames(ctx, after);
  await notifyApplicant(ctx, after, 'booking.confirmed', { home });
  await addBookingLeadStep(ctx, after, 'booking.paid');
  await publishEvent(ctx, 'booking.paid', { bookingId: id });
  return readBookingDetails(ctx, { id });
}

/** A payment in the ledger is corrected there, by a reversal or a new payment. A second record here could contradict it. */
async function assertNotBilled(ctx: Ctx, { id }: BookingRow): Promise<void> {
  const last = getLookup('lastPaymentOf')(sql.ref('booking.id'));
  const found = await from(ctx, 'booking')
    .select([isBookingBilledSql('booking').as('billed'), last.as('code')])
    .where('booking.id', '=', id)
    .executeTakeFirst();
  if (!found?.billed) return;
  throw new Refusal('conflict', found.code === null ? m.booking_refusal_unpaid() : m.booking_refusal_booked({ code: found.code }));
}

/** Corrects a payment that was recorded before invoices existed, or paid later, to the current amount. The audit log has the former amount. */
export async function correctBookingPayment(
  ctx: Ctx,
  { id, file_id, cents, how, on, note, reason }: HandlerInput<Calls['correctPayment']>,
): Promise<HandlerResult<Calls['correctPayment']>> {
  const row = await lockManagedBooking(ctx, id);
  await assertNotBilled(ctx, row);
  assertActAllowed(ctx, row, 'correct');
  checkPayment(row, { on, file_id });
  const before = row.paid as { file_id?: number; cents?: number } | null;
  const less = cents < readBookingBill(row).due_cents;
  const paid = { cents, how, on, note, file_id: file_id ?? before?.file_id ?? null, why_less: less ? reason : '', by: ctx.me.userId };
  await sameRow(ctx.db, 'booking', row)
    .change()
    .set({ paid: JSON.stringify(paid), revision: row.revision + 1, updated_at: clock.now() })
    .execute();
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'booking',
    id,
    code: row.code,
    before: { paid_cents: before?.cents ?? 0 },
    after: { paid_cents: cents },
    reason,
  });
  return readBookingDetails(ctx, { id });
}
