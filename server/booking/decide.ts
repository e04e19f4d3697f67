import type { bookingCalls } from '#contract/booking/calls.ts';
import { bookingDeadlines, findMissingScreeningChecks, listAllowedDeclineReasons, type ScreeningCheckResult } from '#contract/booking/kinds.ts';
import { hasRunningDeadline } from '#contract/booking/machine.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { MoveActor } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { endApplicationGrants, grantApplicationAccess, readLatestApplicationVersion } from '#server/application/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { add } from '#server/kernel/scoped.ts';
import { childrenOf, type ScopedRow, systemRows } from '#server/kernel/scoped-row.ts';
import { lockCompanyAndProperty, pauseListingsOfUnits } from '#server/listing/service.ts';
import * as stay from '#server/stay/service.ts';
import { m } from '#words/messages.js';
import { readBookingDetails, readBookingPersonName } from './booking-detail.ts';
import { findEarliestStartDay } from './first-day.ts';
import { isBookingForUnitsSql, lockBookedUnits, readBookedUnits } from './homes.ts';
import { formatBookingDay, notifyApplicant, notifyBookingManagers, readBookingNames } from './notify.ts';
import { calculateResumedDeadline, computeRemainingDeadlineTime } from './paused-deadline.ts';
import { type BookingRow, type BookingStageName, bookingNotFound, getBookingActions, getBookingMoves, readBookingBill } from './rows.ts';
import {
  addBookingLeadStep,
  applyBookingEnd,
  changeBookingStage,
  lockBookingById,
  lockManagedBooking,
  moveBooking,
  offerUnitsToNextApplicant,
  readBookingById,
  readBookingUnscoped,
  updateBooking,
} from './steps.ts';
import { formatPlainAmount } from './texts.ts';

type Calls = typeof bookingCalls;
type Full = HandlerResult<Calls['details']>;

const whose = (ctx: Ctx, row: BookingRow) => ({ me: ctx.me, mine: row.person_id === ctx.me.userId, mayWork: true });
/** Answers 409 with the possible actions if this one is not possible now. */
function assertActAllowed(ctx: Ctx, row: BookingRow, act: ReturnType<typeof getBookingActions>[number]): void {
  const acts = getBookingActions(row, whose(ctx, row));
  if (acts.includes(act)) return;
  throw new Refusal('wrongState', row.stage === 'frozen' ? m.booking_refusal_frozen() : m.booking_refusal_act(), {
    from: row.status,
    stage: row.stage,
    allowed: [...acts, ...getBookingMoves(row, whose(ctx, row))],
  });
}
export function assertBookingNotFrozen(ctx: Ctx, row: BookingRow): void {
  if (row.stage === 'frozen')
    throw new Refusal('wrongState', m.booking_refusal_frozen(), {
      from: row.status,
      stage: row.stage,
      allowed: getBookingMoves(row, whose(ctx, row)),
    });
}
/** Of two concurrent decisions, the second request gets the first decision and its author. */
async function assertUndecided(ctx: Ctx, row: BookingRow): Promise<void> {
  const said = row.decision as { reason: string; at: string; by: number | null } | null;
  if (row.status === 'await_screening' || !said) return;
  const about = { name: (await readBookingPersonName(ctx, said.by)) ?? m.unit_system(), day: formatLongDate(toNairobiDay(said.at)) };
  throw new Refusal('wrongState', said.reason === 'approved' ? m.booking_refusal_approved(about) : m.booking_refusal_declined(about), {
    from: row.status,
    allowed: getBookingMoves(row, whose(ctx, row)),
  });
}
const by = (ctx: Ctx) => ({ at: clock.now().toISOString(), by: ctx.me.userId });

export const readScreeningChecks = async (ctx: Pick<Ctx, 'db'>, booking: ScopedRow<'booking'>) =>
  childrenOf(ctx.db, booking, 'screening_check', 'booking_id')
    .select()
    .select(['what', 'outcome'])
    .where('former_company_id', 'is', null)
    .execute() as Promise<ScreeningCheckResult[]>;

export async function recordScreeningCheck(ctx: Ctx, { id, what, outcome, note }: HandlerInput<Calls['recordCheck']>): Promise<Full> {
  const row = await lockManagedBooking(ctx, id);
  assertActAllowed(ctx, row, 'check');
  if ((outcome === 'fail' || outcome === 'waived') && note.length < 3) throw invalidInputRefusal({ note: m.booking_problem_why() });
  const found = {
    former_company_id: null,
    outcome,
    note,
    by_id: outcome === 'open' ? null : ctx.me.userId,
    at: outcome === 'open' ? null : clock.now(),
  };
  await add(ctx, 'screening_check')
    .values({ booking_id: id, what, ...found })
    .onConflict((oc) => oc.columns(['booking_id', 'what']).doUpdateSet(found))
    .execute();
  // The log records that a check was made, but not its result, which only managers may see.
  await audit(ctx.db, ctx, { kind: 'edit', document: 'booking', id, code: row.code, reason: 'a check was written down' });
  return readBookingDetails(ctx, { id });
}

export async function setBookingShortlisted(ctx: Ctx, { id, on }: HandlerInput<Calls['setShortlisted']>): Promise<Full> {
  const row = await lockManagedBooking(ctx, id);
  assertActAllowed(ctx, row, on ? 'shortlist' : 'unlist');
  const after = await changeBookingStage(ctx, row, { stage: on ? 'shortlisted' : 'screening' });
  // The documents are reviewed from this step, so an applicant without documents is asked for them.
  if (on) {
    const { home, company } = await readBookingNames(ctx, after);
    await notifyApplicant(ctx, after, 'booking.shortlisted', { home, company, date: formatBookingDay(after.decide_by) });
  }
  return readBookingDetails(ctx, { id });
}

export async function requestBookingInformation(ctx: Ctx, { id, what, note }: HandlerInput<Calls['requestInformation']>): Promise<Full> {
  const row = await lockManagedBooking(ctx, id);
  assertActAllowed(ctx, row, 'ask');
  const after = await changeBookingStage(ctx, row, {
    stage: 'info_requested',
    stage_before: row.stage,
    clock_left: computeRemainingDeadlineTime(row.decide_by),
    decide_by: null,
    asked: JSON.stringify({ what: [...new Set(what)], note, ...by(ctx) }),
  });
  const { home } = await readBookingNames(ctx, after);
  await notifyApplicant(ctx, after, 'booking.more_asked', { home });
  await addBookingLeadStep(ctx, after, 'booking.more_asked');
  return readBookingDetails(ctx, { id });
}

export async function answerInformationRequest(ctx: Ctx, { id, note }: HandlerInput<Calls['answerRequest']>): Promise<Full> {
  const seen = await readBookingById(ctx, id);
  if (seen.person_id !== ctx.me.userId) throw bookingNotFound();
  const application = await readLatestApplicationVersion(ctx, ctx.me.userId, true);
  const units = await lockBookedUnits(ctx, seen);
  const row = await lockBookingById(ctx, id);
  assertActAllowed(ctx, row, 'answer');
  if (!application) throw invalidInputRefusal({ note: m.booking_problem_no_application() });
  const said = (row.stage_before === 'frozen' ? null : (row.stage_before as BookingStageName | null)) ?? 'screening';
  // Another applicant has the unit now, so this applicant joins the queue.
  const before = hasRunningDeadline(said) && units.some(({ status }) => status === 'ordered') ? 'backup' : said;
  const after = await changeBookingStage(ctx, row, {
    stage: before,
    stage_before: null,
    clock_left: null,
    decide_by: !hasRunningDeadline(before)
      ? null
      : row.clock_left === null
        ? computeEveningDeadline(clock.now(), bookingDeadlines.decide)
        : calculateResumedDeadline(row.clock_left),
    consent_until: null,
    application_id: application.id,
    reminded_at: null,
    asked: null,
    ...(note ? { answer: note } : {}),
  });
  const companies = [row.company_id, ...(row.agent_company_id === null ? [] : [row.agent_company_id])];
  await grantApplicationAccess(ctx, { applicationId: application.id, bookingId: id, personId: row.person_id, companies });
  const { home, name } = await readBookingNames(ctx, after);
  await notifyBookingManagers(ctx, after, 'booking.answered', { home, name });
  // The applicant with the unit may have withdrawn in the meantime.
  if (before === 'backup') await offerUnitsToNextApplicant(ctx, await readBookedUnits(ctx, row));
  return readBookingDetails(ctx, { id });
}

/**
 * Locks company, property, unit with its occupancy, listing and booking, in that order. Of fifty simultaneous approvals for one unit one succeeds,
 * and the others learn that it is reserved. A whole property is reserved with all its units or none.
 */
export async function approveBooking(ctx: Ctx, { id, note }: HandlerInput<Calls['approve']>): Promise<Full> {
  const seen = await readBookingById(ctx, id);
  await lockCompanyAndProperty(ctx, seen.property_id);
  const homes = (await lockBookedUnits(ctx, seen)).map((unit) => unit.id);
  // This is checked before a unit is reserved, so that a decided or ended booking does not reserve a unit again.
  const now = await readBookingUnscoped(ctx, id);
  await assertUndecided(ctx, now);
  if (now.status !== 'await_screening')
    throw new Refusal('wrongState', m.booking_refusal_act(), { from: now.status, allowed: getBookingMoves(now, whose(ctx, now)) });
  const starts = await findEarliestStartDay(ctx, seen, homes);
  for (const unitId of homes) await stay.reserveUnit(ctx, { unitId, from: starts, to: null, bookingId: id }, seen.code);
  await pauseListingsOfUnits(ctx, homes, seen.code);
  const row = await lockManagedBooking(ctx, id);
  assertBookingNotFrozen(ctx, row);
  if (row.status === 'await_screening' && row.stage === 'waitlist')
    throw new Refusal('wrongState', m.booking_refusal_act(), { from: row.status, stage: row.stage, allowed: getBookingMoves(row, whose(ctx, row)) });
  const lacking = findMissingScreeningChecks(await readScreeningChecks(ctx, row));
  if (row.status === 'await_screening' && lacking.length > 0)
    throw new Refusal('wrongState', m.booking_refusal_checks(), { from: row.status, lacking });
  const after = await moveBooking(ctx, row, {
    name: 'approve',
    set: {
      stage: 'screening',
      starts_on: starts,
      pay_until: computeEveningDeadline(clock.now(), bookingDeadlines.pay),
      reminded_at: null,
      asked: null,
      decision: JSON.stringify({ reason: 'approved', note, ...by(ctx) }),
    },
  });
  await backUps(ctx, after, homes);
  const { home } = await readBookingNames(ctx, after);
  await notifyApplicant(ctx, after, 'booking.approved', {
    home,
    sum: formatPlainAmount(readBookingBill(after).due_cents),
    date: formatBookingDay(after.pay_until),
    starts,
  });
  await addBookingLeadStep(ctx, after, 'booking.approved');
  await publishEvent(ctx, 'booking.approved', { bookingId: id, unitId: after.unit_id });
  return readBookingDetails(ctx, { id });
}

/** The other applicants become backups instead of being declined, because they are next if this booking fails. Their deadlines stop. */
async function backUps(ctx: Ctx, { id }: BookingRow, homes: readonly number[]): Promise<void> {
  const others = await systemRows(ctx.db, 'booking', 'bookings of other applicants for the same unit')
    .selectAll()
    .where(isBookingForUnitsSql(homes))
    .where('id', '<>', id)
    .where('status', '=', 'await_screening')
    .where('stage', 'in', ['screening', 'shortlisted', 'info_requested'])
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const other of others) {
    // An applicant who was asked for information can still answer, and becomes a backup then.
    const asked = other.stage === 'info_requested';
    const after = await changeBookingStage(ctx, other, {
      ...(asked ? { stage_before: 'backup' } : { stage: 'backup', stage_before: other.stage }),
      decide_by: null,
      clock_left: null,
      first_until: null,
    });
    const { home } = await readBookingNames(ctx, after);
    await notifyApplicant(ctx, after, 'booking.backup', { home });
  }
}

export async function declineBooking(ctx: Ctx, { id, reason, note }: HandlerInput<Calls['decline']>): Promise<Full> {
  const seen = await readBookingById(ctx, id);
  await lockBookedUnits(ctx, seen);
  const row = await lockManagedBooking(ctx, id);
  await assertUndecided(ctx, row);
  if (!listAllowedDeclineReasons(await readScreeningChecks(ctx, row)).includes(reason))
    throw invalidInputRefusal({ reason: m.booking_problem_reason_check() });
  if (reason === 'other' && note.length < 3) throw invalidInputRefusal({ note: m.booking_problem_why() });
  const after = await moveBooking(ctx, row, { name: 'decline', set: { decision: JSON.stringify({ reason, note, ...by(ctx) }) } });
  await applyBookingEnd(ctx, after, row.status, 'declined');
  const { home } = await readBookingNames(ctx, after);
  await notifyApplicant(ctx, after, 'booking.declined', { home, reason });
  await addBookingLeadStep(ctx, after, 'booking.declined');
  return readBookingDetails(ctx, { id });
}

export async function cancelBooking(ctx: Ctx, { id, reason }: HandlerInput<Calls['cancel']>): Promise<Full> {
  const seen = await readBookingById(ctx, id);
  const mine = seen.person_id === ctx.me.userId;
  await lockCompanyAndProperty(ctx, seen.property_id);
  const row = mine ? await lockUnder(ctx, seen) : await lockUnder(ctx, seen, true);
  const after = await moveBooking(ctx, row, {
    name: 'cancel',
    reason,
    set: { decision: JSON.stringify({ reason: 'canceled', note: reason, ...by(ctx) }) },
  });
  await applyBookingEnd(ctx, after, row.status, 'canceled');
  const { home, name } = await readBookingNames(ctx, after);
  if (!mine) await notifyApplicant(ctx, after, 'booking.canceled', { home, reason });
  await notifyBookingManagers(ctx, after, 'booking.given_up', { home, name, reason });
  await addBookingLeadStep(ctx, after, 'booking.canceled');
  return readBookingDetails(ctx, { id });
}
/** Locks the unit before the booking, because the change may release the unit. */
async function lockUnder(ctx: Ctx, row: BookingRow, managed = false): Promise<BookingRow> {
  await lockBookedUnits(ctx, row);
  return managed ? lockManagedBooking(ctx, row.id) : lockBookingById(ctx, row.id);
}

/** Erases the personal data of a booking. Its home and dates stay for the manager. */
export async function eraseBooking(ctx: Ctx, { id, reason }: HandlerInput<Calls['erase']>): Promise<HandlerResult<Calls['erase']>> {
  const seen = await readBookingById(ctx, id);
  if (seen.person_id !== ctx.me.userId && reason.length < 3) throw invalidInputRefusal({ reason: m.booking_problem_why() });
  await eraseBookingRow(ctx, await lockBookingById(ctx, id), reason || null);
  return { id };
}
export async function eraseBookingRow(ctx: Ctx, row: BookingRow, reason: string | null, actor: MoveActor = ctx.me.role): Promise<void> {
  const after = await moveBooking(ctx, row, {
    name: 'erase',
    reason,
    actor,
    set: { message: '', answer: '', decision: null, asked: null, occupants: 1 },
  });
  await childrenOf(ctx.db, row, 'screening_check', 'booking_id').remove().execute();
  await endApplicationGrants(ctx, [row.id], { days: 0 });
  await updateBooking(ctx, after, { application_id: null, lead_id: null });
}
