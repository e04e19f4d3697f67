import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { LandmarkKind } from '#contract/catalogue/kinds.ts';
import { defaultLandmarkReachKm } from '#contract/location/kinds.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { toSlug } from '#server/kernel/slug.ts';

type Named = {
  readonly name: string;
  readonly kind: LandmarkKind;
  readonly county: string;
  readonly aliases?: readonly string[];
  readonly km?: number;
};
type Landmark = Named & ({ readonly lat: number; readonly lng: number } | { readonly line: readonly (readonly [number, number])[] });

export const readInitialLandmarks = (): readonly Landmark[] =>
  JSON.parse(readFileSync(new URL('./landmarks.json', import.meta.url), 'utf8')) as readonly Landmark[];

function rowOf(one: Landmark) {
  const line = 'line' in one ? one.line : null;
  const [lat, lng] = 'line' in one ? (one.line[Math.floor(one.line.length / 2)] ?? [null, null]) : [one.lat, one.lng];
  const { name, kind, county, aliases = [], km = defaultLandmarkReachKm[one.kind] } = one;
  return { name, slug: toSlug(name), landmark: kind, county, aliases, line, lat, lng, radius_km: km };
}

/** Roads, stages, campuses and malls that people search by. They are inserted only into a database that never had landmarks. */
export async function seedLandmarks(db: Db): Promise<void> {
  const there = await db.selectFrom('location').select('id').where('kind', '=', 'landmark').limit(1).executeTakeFirst();
  if (there) return;
  await sql`insert into location (kind, parent_id, county, name, slug, aliases, lat, lng, landmark, line, radius_km)
    select 'landmark', c.id, g.county, g.name, g.slug, g.aliases, g.lat, g.lng, g.landmark, nullif(g.line, 'null'), g.radius_km
    from jsonb_to_recordset(${JSON.stringify(readInitialLandmarks().map(rowOf))}::jsonb)
      as g(name text, slug text, landmark text, county text, aliases text[], lat float8, lng float8, line jsonb, radius_km float8)
    join location c on c.kind = 'county' and c.code = g.county on conflict do nothing`.execute(db);
}
