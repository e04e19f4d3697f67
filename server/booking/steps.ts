import { type RawBuilder, sql } from 'kysely';
import { applicationRetentionDays } from '#contract/application/kinds.ts';
import { bookingDeadlines } from '#contract/booking/kinds.ts';
import { bookingMachine } from '#contract/booking/machine.ts';
import type { MoveOf } from '#contract/kernel/machine.ts';
import type { MoveActor } from '#contract/kernel/roles.ts';
import type { LeadStep } from '#contract/thread/steps.ts';
import { clock } from '#contract/time/clock.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { endApplicationGrants } from '#server/application/service.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import * as stay from '#server/stay/service.ts';
import { hasUnitInStatusSql, isBookingForUnitsSql, readBookedUnits } from './homes.ts';
import { formatBookingDay, notifyApplicant, readBookingNames } from './notify.ts';
import { type BookingRow, bookingNotFound, buildBookingLogFacts } from './rows.ts';

const why = 'the caller works on the booking, or an automatic rule moves it';
type Name = MoveOf<typeof bookingMachine>;
export type BookingChanges = Partial<
  Omit<BookingRow, 'id' | 'code' | 'status' | 'revision' | 'bill' | 'decision' | 'paid' | 'said_paid' | 'asked' | 'evidence' | 'due_at'>
> & {
  evidence?: RawBuilder<number[]>;
  bill?: string;
  decision?: string | null;
  paid?: string | null;
  said_paid?: string | null;
  asked?: string | null;
};

/** Locks a booking for a manager with the permission; out of scope it answers not found. */
export async function lockManagedBooking(ctx: Ctx, id: number): Promise<BookingRow> {
  const row = await from(ctx, 'booking:managed')
    .selectAll()
    .where('id', '=', id)
    .where(mayChange('booking:managed', ctx.me, 'booking.edit'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw bookingNotFound();
  return row;
}
/** Reads a booking without locking it, for callers that must lock other records first. */
export async function readBookingById(ctx: Ctx, id: number): Promise<BookingRow> {
  const row = await from(ctx, 'booking').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw bookingNotFound();
  return row;
}
export const lockBookingById = (ctx: Pick<Ctx, 'db'>, id: number) =>
  systemRows(ctx.db, 'booking', why).selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

/** Reads a booking without a lock and without a scope, for scheduled jobs and events of other modules. */
export const readBookingUnscoped = (ctx: Pick<Ctx, 'db'>, id: number) =>
  systemRows(ctx.db, 'booking', why).selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export async function updateBooking(ctx: Ctx, row: BookingRow, set: BookingChanges): Promise<BookingRow> {
  return sameRow(ctx.db, 'booking', row)
    .change()
    .set({ ...set, revision: row.revision + 1, updated_at: clock.now() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

type Asked = { readonly name: Name; readonly reason?: string | null; readonly actor?: MoveActor; readonly set?: BookingChanges };
/**
 * Moves a booking to another status with its deadlines. A constraint allows each deadline only in certain stages, and only `move()` writes a status.
 * So the row first gets the stage `frozen`, which has no deadline in any status, then the move, and then the stage and deadline of its new status.
 */
export async function moveBooking(ctx: Ctx, row: BookingRow, { name, reason = null, actor = ctx.me.role, set = {} }: Asked): Promise<BookingRow> {
  const idle = await updateBooking(ctx, row, { stage: 'frozen', decide_by: null, pay_until: null, consent_until: null });
  await makeMove(ctx, bookingMachine, name, row.id, reason, actor);
  const after = await updateBooking(ctx, idle, {
    stage: row.stage === 'frozen' ? 'screening' : row.stage,
    stage_before: null,
    clock_left: null,
    waitlist_until: null,
    first_until: null,
    ...set,
  });
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'booking',
    id: row.id,
    code: row.code,
    before: buildBookingLogFacts(row),
    after: buildBookingLogFacts(after),
    ...(reason ? { reason } : {}),
  });
  await publishEvent(ctx, 'tenant.facts', { tenantId: row.tenant_id });
  return after;
}

/** Changes the stage within a status. */
export async function changeBookingStage(ctx: Ctx, row: BookingRow, set: BookingChanges, reason?: string): Promise<BookingRow> {
  const after = await updateBooking(ctx, row, set);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'booking',
    id: row.id,
    code: row.code,
    before: buildBookingLogFacts(row),
    after: buildBookingLogFacts(after),
    ...(reason ? { reason } : {}),
  });
  return after;
}

/** Adds the step to the conversation of the enquiry that led to the booking. */
export async function addBookingLeadStep(
  ctx: Ctx,
  row: BookingRow,
  what: LeadStep,
  about: Record<string, string | number | null> = {},
): Promise<void> {
  if (row.lead_id !== null) await publishEvent(ctx, 'lead.step', { leadId: row.lead_id, what, about: { booking: row.code, ...about } });
}

/** A job releases the promotion later, because a promotion must be locked before any home. */
export async function queuePromotionRelease(ctx: Ctx, { id, promotion_id }: BookingRow): Promise<void> {
  if (promotion_id !== null) await enqueueJob(ctx.db, 'booking.unused', { bookingId: id });
}

/**
 * The consequences of an ended booking: the application can no longer be read, the reservation is released, and the next applicant is notified first.
 */
export async function applyBookingEnd(ctx: Ctx, row: BookingRow, was: BookingRow['status'], why: 'expired' | 'canceled' | 'declined'): Promise<void> {
  await endApplicationGrants(ctx, [row.id], { days: applicationRetentionDays.ended });
  await queuePromotionRelease(ctx, row);
  if ((was === 'await_payment' || was === 'confirmed') && why !== 'declined') {
    await stay.releaseStay(ctx, { bookingId: row.id }, row.code);
    await publishEvent(ctx, 'booking.released', { bookingId: row.id, unitId: row.unit_id, why });
  }
  await offerUnitsToNextApplicant(ctx, await readBookedUnits(ctx, row));
}

/** Offers each of these units to its next applicant. An applicant for a whole property is next once all its units are available. */
export async function offerUnitsToNextApplicant(ctx: Ctx, unitIds: readonly number[]): Promise<void> {
  for (const unitId of unitIds) await nextFor(ctx, unitId);
}
/** Offers the unit to the first backup applicant for 72 hours, if it is not reserved and no earlier applicant is under review. */
async function nextFor(ctx: Ctx, unitId: number): Promise<void> {
  const unit = await unscopedTable(ctx.db, 'unit', why).select().select('status').where('id', '=', unitId).executeTakeFirst();
  if (unit?.status !== 'vacant') return;
  const held = await systemRows(ctx.db, 'booking', why)
    .selectAll()
    .where(isBookingForUnitsSql([unitId]))
    .where(sql<boolean>`not ${hasUnitInStatusSql('ordered', 'occupied', 'maintenance', 'onhold', 'stall')}`)
    .where('status', '=', 'await_screening')
    .orderBy('id')
    .forUpdate()
    .execute();
  const line = [...held].sort((a, b) => (a.waitlist_rank ?? Infinity) - (b.waitlist_rank ?? Infinity) || a.id - b.id);
  if (line.some((one) => one.first_until !== null && one.first_until > clock.now() && one.stage !== 'backup')) return;
  const next = line.find((one) => one.stage === 'backup') ?? line.find((one) => one.stage === 'waitlist');
  if (!next) return;
  const until = computeEveningDeadline(clock.now(), bookingDeadlines.first);
  const after = await changeBookingStage(ctx, next, {
    stage: 'screening',
    stage_before: null,
    clock_left: null,
    waitlist_until: null,
    decide_by: until,
    first_until: until,
    reminded_at: null,
  });
  const { home } = await readBookingNames(ctx, after);
  await notifyApplicant(ctx, after, 'booking.next', { home, date: formatBookingDay(until) });
}
