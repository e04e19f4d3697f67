import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import type { HostHours, tourCalls } from '#contract/tour/calls.ts';
import type { HoursRange, WeeklyHours } from '#contract/tour/slots.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireCompanyMember, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, from, oneRow, remove, unscopedTable } from '#server/kernel/scoped.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { tourNotFound } from './rows.ts';

type Calls = typeof tourCalls;
const usual = { hours: {}, minutes: 30, buffer_minutes: 30, most_a_day: 8, instant: false, feed_hash: null, revision: 0 };
export const hashFeedKey = (key: string): string => createHash('sha256').update(`feed:${key}`).digest('base64url');

const own = async (ctx: Ctx) => (await from(ctx, 'tour_host').selectAll().where('person_id', '=', ctx.me.userId).executeTakeFirst()) ?? usual;

export async function readHostHours(ctx: Ctx): Promise<HostHours> {
  const { feed_hash, ...row } = await own(ctx);
  const days = await from(ctx, 'tour_day')
    .select(['day', 'ranges', 'note'])
    .where('host_id', '=', ctx.me.userId)
    .where('day', '>=', clock.today())
    .orderBy('day')
    .limit(200)
    .execute();
  return {
    hours: row.hours as HostHours['hours'],
    minutes: row.minutes,
    buffer_minutes: row.buffer_minutes,
    most_a_day: row.most_a_day,
    instant: row.instant,
    feed: feed_hash !== null,
    revision: row.revision,
    days: days.map((d) => ({ day: d.day, ranges: d.ranges as [number, number][], note: d.note })),
  };
}

const clockText = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
const rangesText = (ranges: readonly HoursRange[]) => ranges.map(([a, b]) => `${clockText(a)}–${clockText(b)}`).join(', ');
/** The weekly hours as readable text for the audit log. */
const weekText = (week: WeeklyHours) =>
  Object.entries(week)
    .filter(([, ranges]) => ranges.length > 0)
    .map(([day, ranges]) => `${day}: ${rangesText(ranges)}`)
    .join('; ');
type Facts = { hours: unknown; minutes: number; buffer_minutes: number; most_a_day: number; instant: boolean };
const factsOf = (r: Facts) => ({
  opening_hours: weekText(r.hours as WeeklyHours),
  visit_minutes: r.minutes,
  buffer_minutes: r.buffer_minutes,
  most_a_day: r.most_a_day,
  instant: r.instant,
});
const noted = (ctx: Ctx, before: Record<string, unknown>, after: Record<string, unknown>, reason: string) =>
  audit(ctx.db, ctx, { kind: 'edit', document: 'tours', id: null, before, after, reason });

/** Creates the row of a host without hours; it is the row that is locked while a slot is booked. */
const ensure = (ctx: Ctx) =>
  add(ctx, 'tour_host')
    .values({ person_id: requireSignedIn(ctx).userId, company_id: requireCompanyMember(ctx).companyId })
    .onConflict((oc) => oc.column('person_id').doUpdateSet({ company_id: requireCompanyMember(ctx).companyId }))
    .execute();
const ownRow = (ctx: Ctx) => unscopedTable(ctx.db, 'tour_host', 'the caller’s own hours').change().where('person_id', '=', ctx.me.userId);

export async function saveHostHours(ctx: Ctx, { revision, ...given }: HandlerInput<Calls['saveHours']>): Promise<HostHours> {
  await ensure(ctx);
  const before = await systemRows(ctx.db, 'tour_host', 'the caller’s own hours')
    .selectAll()
    .where('person_id', '=', ctx.me.userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // A row that was just created counts as no earlier version.
  if (revision !== undefined && revision !== 0 && revision !== before.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: await readHostHours(ctx) });
  const kept = Object.fromEntries(Object.entries(given.hours).filter(([, ranges]) => (ranges?.length ?? 0) > 0));
  await ownRow(ctx)
    .set({ ...given, hours: JSON.stringify(kept), revision: before.revision + 1, updated_at: clock.now() })
    .$call(oneRow);
  await noted(ctx, factsOf(before), factsOf({ ...given, hours: kept }), 'said when they show homes');
  return readHostHours(ctx);
}

export async function saveHostDay(ctx: Ctx, { day, ranges, note }: HandlerInput<Calls['saveDay']>): Promise<HostHours> {
  await ensure(ctx);
  const row = { ranges: JSON.stringify(ranges), note };
  await add(ctx, 'tour_day')
    .values({ host_id: requireSignedIn(ctx).userId, company_id: requireCompanyMember(ctx).companyId, day, ...row })
    .onConflict((oc) => oc.columns(['host_id', 'day']).doUpdateSet(row))
    .execute();
  await noted(ctx, {}, { day, opening_hours: rangesText(ranges), note }, 'a day that is not like its weekday');
  return readHostHours(ctx);
}

export async function dropHostDay(ctx: Ctx, { day }: HandlerInput<Calls['dropDay']>): Promise<HostHours> {
  await remove(ctx, 'tour_day').where('host_id', '=', ctx.me.userId).where('day', '=', day).$call(oneRow);
  await noted(ctx, { day }, {}, 'a day is like its weekday again');
  return readHostHours(ctx);
}

export const feedHandlers = (services: Pick<RunningServices, 'env'>) => ({
  async makeFeed(ctx: Ctx): Promise<HandlerResult<Calls['makeFeed']>> {
    await ensure(ctx);
    const key = randomBytes(24).toString('base64url');
    await ownRow(ctx)
      .set({ feed_hash: hashFeedKey(key) })
      .$call(oneRow);
    await noted(ctx, {}, {}, 'made a private address of the calendar');
    return { url: `${services.env.appUrl}/calendar/${key}.ics` };
  },
  async dropFeed(ctx: Ctx): Promise<HostHours> {
    const gone = await ownRow(ctx).set({ feed_hash: null }).where(sql<boolean>`feed_hash is not null`).returning('person_id').executeTakeFirst();
    if (!gone) throw tourNotFound();
    await noted(ctx, {}, {}, 'took back the private address of the calendar');
    return readHostHours(ctx);
  },
});
