import { sql } from 'kysely';
import type { applicationCalls } from '#contract/application/calls.ts';
import { applicationRetentionDays } from '#contract/application/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, requireSignedIn } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { applicationNotFound } from './read.ts';
import { daysFromNow } from './versions.ts';

type Calls = typeof applicationCalls;
const why = 'an applicant reports access to one of their own bookings';
/** An open report: not withdrawn and not expired. */
export const isApplicationReportOpenSql = sql<boolean>`(application_report.ended_at is null and application_report.until > app.now())`;

const endOpen = (ctx: Ctx, bookingId: number) =>
  unscopedTable(ctx.db, 'application_report', why)
    .change()
    .set({ ended_at: clock.now() })
    .where('booking_id', '=', bookingId)
    .where('ended_at', 'is', null)
    .execute();

/**
 * Only the applicant can give the platform access, and only to the application of that booking; without an application only the problem is reported.
 */
export async function reportApplicationProblem(
  ctx: Ctx,
  { booking_id, body }: HandlerInput<Calls['reportProblem']>,
): Promise<HandlerResult<Calls['reportProblem']>> {
  const booking = await getLookup('ownBooking')(ctx, booking_id, 'lock');
  if (!booking) throw applicationNotFound();
  await endOpen(ctx, booking_id);
  const until = daysFromNow(applicationRetentionDays.reported);
  await add(ctx, 'application_report')
    .values({ booking_id, application_id: booking.application_id, person_id: requireSignedIn(ctx).userId, body, until })
    .execute();
  await audit(ctx.db, ctx, { kind: 'edit', document: 'booking', id: booking_id, code: booking.code, reason: 'the applicant reported a problem' });
  return { until: until.toISOString() };
}

export async function withdrawApplicationReport(
  ctx: Ctx,
  { booking_id }: HandlerInput<Calls['withdrawReport']>,
): Promise<HandlerResult<Calls['withdrawReport']>> {
  const booking = await getLookup('ownBooking')(ctx, booking_id);
  if (!booking) throw applicationNotFound();
  await endOpen(ctx, booking_id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'booking', id: booking_id, code: booking.code, reason: 'the applicant took their report back' });
  return { id: booking_id };
}

/** The open report for a booking, visible to its applicant and to the platform. */
export async function readApplicationReport(ctx: Ctx, bookingId: number): Promise<{ body: string; at: string; until: string } | null> {
  const row = await from(ctx, 'application_report')
    .select(['body', 'created_at', 'until'])
    .where('booking_id', '=', bookingId)
    .where(isApplicationReportOpenSql)
    .executeTakeFirst();
  return row ? { body: row.body, at: row.created_at.toISOString(), until: row.until.toISOString() } : null;
}
