import { sql } from 'kysely';
import type { applicationCalls } from '#contract/application/calls.ts';
import { keeping } from '#contract/application/kinds.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, signedIn } from '#server/kernel/ctx.ts';
import { add, everything, from } from '#server/kernel/scoped.ts';
import { missing } from './read.ts';
import { inDays } from './versions.ts';

type Calls = typeof applicationCalls;
const why = 'what an applicant reported about one of their own bookings';
/** Being looked into: not taken back, and its days not over. */
export const isOpen = sql<boolean>`(application_report.ended_at is null and application_report.until > app.now())`;

const endOpen = (ctx: Ctx, bookingId: number) =>
  everything(ctx.db, 'application_report', why)
    .change()
    .set({ ended_at: clock.now() })
    .where('booking_id', '=', bookingId)
    .where('ended_at', 'is', null)
    .execute();

/** Only the applicant opens their application to the platform, and only the one that came with that booking; where none did, the problem alone is told. */
export async function report(ctx: Ctx, { booking_id, body }: Input<Calls['report']>): Promise<Result<Calls['report']>> {
  const booking = await from(ctx, 'booking')
    .select(['id', 'code', 'application_id'])
    .where('id', '=', booking_id)
    .where('person_id', '=', ctx.me.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!booking) throw missing();
  await endOpen(ctx, booking_id);
  const until = inDays(keeping.reported);
  await add(ctx, 'application_report')
    .values({ booking_id, application_id: booking.application_id, person_id: signedIn(ctx).userId, body, until })
    .execute();
  await audit(ctx.db, ctx, { kind: 'edit', document: 'booking', id: booking_id, code: booking.code, reason: 'the applicant reported a problem' });
  return { until: until.toISOString() };
}

export async function endReport(ctx: Ctx, { booking_id }: Input<Calls['endReport']>): Promise<Result<Calls['endReport']>> {
  const booking = await from(ctx, 'booking')
    .select(['id', 'code'])
    .where('id', '=', booking_id)
    .where('person_id', '=', ctx.me.userId)
    .executeTakeFirst();
  if (!booking) throw missing();
  await endOpen(ctx, booking_id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'booking', id: booking_id, code: booking.code, reason: 'the applicant took their report back' });
  return { id: booking_id };
}

/** What is open now for a booking in sight: its applicant's, and the platform's to look into. */
export async function reportOf(ctx: Ctx, bookingId: number): Promise<{ body: string; at: string; until: string } | null> {
  const row = await from(ctx, 'application_report')
    .select(['body', 'created_at', 'until'])
    .where('booking_id', '=', bookingId)
    .where(isOpen)
    .executeTakeFirst();
  return row ? { body: row.body, at: row.created_at.toISOString(), until: row.until.toISOString() } : null;
}
