import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TestServices } from '#test/db.ts';
import type { WriteTally } from './writers.ts';

export type WriteTallyDifference = { readonly lost: number; readonly doubled: number; readonly gone: number; readonly untold: number };

/** An acknowledged write exists once, an unacknowledged one at most once, and all consequences of both exist. */
export async function verifyWriteTally(services: TestServices, { acknowledged, sent }: WriteTally): Promise<WriteTallyDifference> {
  const { rows } = await sql<{ name: string; n: number }>`select name, count(*)::int as n from lead where name like 'chaos-%' group by name`.execute(
    services.database.db,
  );
  const times = new Map(rows.map(({ name, n }) => [name, n]));
  const leads = acknowledged.filter(({ kind }) => kind !== 'picture');
  const lost = leads.filter(({ name }) => !times.has(name)).length;
  const doubled = sent.filter((name) => (times.get(name) ?? 0) > 1).length;
  return {
    lost,
    doubled,
    gone: await gone(services),
    untold: await untold(services, new Set(leads.filter(({ kind }) => kind === 'enquiry').map(({ name }) => name))),
  };
}

/** Every file that a row names has its bytes, even if the disk was full. */
async function gone(services: TestServices): Promise<number> {
  const { rows } = await sql<{ key: string }>`select key from media_variant`.execute(services.database.db);
  const there = await Promise.all(rows.map(({ key }) => services.storage.get(key).then((bytes) => bytes !== null && bytes.length > 0)));
  return there.filter((one) => !one).length;
}

/** The workers may still be running, so they get half a minute. */
async function untold(services: TestServices, names: ReadonlySet<string>): Promise<number> {
  let left = names.size;
  for (let tries = 0; tries < 60 && left > 0; tries += 1) {
    const { rows } = await sql<{ name: string }>`
      select lead.name from lead where lead.name like 'chaos-%'
        and exists (select 1 from notification n where n.event = 'lead.new' and n.event_key like 'lead.new:' || lead.id || ':%')`.execute(
      services.database.db,
    );
    const told = new Set(rows.map(({ name }) => name));
    left = [...names].filter((name) => !told.has(name)).length;
    if (left > 0) await pause(500);
  }
  return left;
}
