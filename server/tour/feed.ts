import type { FastifyInstance } from 'fastify';
import { clock } from '#contract/time/clock.ts';
import { type Db, isRestricted } from '#server/kernel/ctx.ts';
import { readMe } from '#server/kernel/me.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { buildCalendarFeed } from './calendar.ts';
import { hashFeedKey } from './hours.ts';

/** The calendar at the private address: future tours and those of the last month; null for an unknown address. */
export async function readCalendarFeed(db: Db, key: string): Promise<string | null> {
  const host = await unscopedTable(db, 'tour_host', 'the private address of the calendar grants access')
    .select()
    .innerJoin('person', 'person.id', 'tour_host.person_id')
    .select(['person.id', 'person.name'])
    .where('feed_hash', '=', hashFeedKey(key))
    .where('person.is_active', '=', true)
    .where('person.closed_at', 'is', null)
    .executeTakeFirst();
  const me = host && (await readMe(db, host.id));
  // A restricted host can read nothing here either.
  if (!host || !me || isRestricted(me)) return null;
  const rows = await unscopedTable(db, 'tour', 'the private address of the calendar grants access')
    .select()
    .innerJoin('viewing', 'viewing.id', 'tour.viewing_id')
    .innerJoin('listing', 'listing.id', 'tour.listing_id')
    .innerJoin('property', 'property.id', 'tour.property_id')
    .select([
      'tour.code',
      'tour.starts_at',
      'tour.ends_at',
      'tour.revision',
      'tour.name as visitor',
      'listing.title',
      'property.name as place',
      'viewing.meeting',
    ])
    .where('tour.host_id', '=', host.id)
    // Visitors of homes the host no longer works on are excluded.
    .where(visibleTo('tour:managed', me, 'tour'))
    .where('tour.status', 'in', ['requested', 'confirmed', 'attended'])
    .where('tour.starts_at', '>', new Date(clock.ms() - 31 * 86_400_000))
    .orderBy('tour.starts_at')
    .limit(500)
    .execute();
  return buildCalendarFeed(host.name, rows);
}

export const feedRoutes = async (app: FastifyInstance, services: RunningServices): Promise<void> => {
  app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    const key = /^([\w-]{32})\.ics$/.exec(request.params.file)?.[1];
    const text = key ? await readCalendarFeed(services.database.db, key) : null;
    if (text === null) return reply.callNotFound();
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .send(text);
  });
};
