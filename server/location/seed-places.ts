import { readFileSync } from 'node:fs';
import kenya from 'kenya';
import { getAreas, getWards } from 'kenya-locations';
import { sql } from 'kysely';
import { kenyanCounties } from '#contract/reference/counties.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { toSlug } from '#server/kernel/slug.ts';

type Centre = { readonly lat: number; readonly lon: number };
type Place = { readonly name: string; readonly county: string; readonly lat: number; readonly lng: number };

/** Alternative names that people type. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  'Ongata Rongai': ['Rongai'],
  Westlands: ['Westi'],
  Eastleigh: ['Islii'],
  Kileleshwa: ['Kile'],
  Kitengela: ['Kite'],
  Buruburu: ['Buru'],
  Umoja: ['Umo'],
  Nairobi: ['Nai', 'Nbi', 'Nairobi City'],
  Mombasa: ['Msa', 'Mombasani'],
  'Uasin Gishu': ['Eldoret', 'Eldy'],
  Nakuru: ['Naks'],
};

type Row = {
  key: string;
  parent: string | null;
  kind: string;
  code: string | null;
  county: string | null;
  name: string;
  slug: string;
  aliases: readonly string[];
  lat: number | null;
  lng: number | null;
};

const title = (text: string): string => text.toLowerCase().replace(/(^|[\s/(-])\p{L}/gu, (c) => c.toUpperCase());
const point = (centre: Centre | undefined) => ({ lat: centre?.lat ?? null, lng: centre?.lon ?? null });
const far = (a: { lat: number; lng: number }, b: { lat: number | null; lng: number | null }) =>
  b.lat === null || b.lng === null ? Number.POSITIVE_INFINITY : (a.lat - b.lat) ** 2 + (a.lng - b.lng) ** 2;

/** The tree as a list, parents before children: 47 counties, 290 sub-counties, 1,450 wards and known estates. */
export function readInitialLocations(): Row[] {
  const row = (r: Omit<Row, 'slug' | 'aliases'>): Row => ({ ...r, slug: toSlug(r.name), aliases: aliases[r.name] ?? [] });
  const rows: Row[] = [row({ key: 'ke', parent: null, kind: 'country', code: 'KE', county: null, name: 'Kenya', lat: 0.02, lng: 37.9 })];
  const countyOfConstituency = new Map<string, string>();
  for (const { code, name } of kenyanCounties) {
    const found = kenya.counties.find((c) => Number(c.code) === Number(code));
    for (const each of found?.constituencies ?? []) countyOfConstituency.set(each.code, code);
    rows.push(row({ key: code, parent: 'ke', kind: 'county', code, county: code, name, ...point(found?.center) }));
  }
  const spelled = new Map(getWards().map((w) => [w.code, w.name]));
  const seen = new Set<string>();
  for (const { code, name, center, wards } of kenya.constituencies) {
    const county = countyOfConstituency.get(code);
    // The package also contains the diaspora and a duplicate constituency, which are left out.
    if (!county || Number(code) > 290 || seen.has(code)) continue;
    seen.add(code);
    rows.push(row({ key: `s${code}`, parent: county, kind: 'sub_county', code, county, name: title(name), ...point(center) }));
    for (const ward of wards) {
      if (Number(ward.code) > 1450 || seen.has(`w${ward.code}`)) continue;
      seen.add(`w${ward.code}`);
      const named = spelled.get(ward.code) ?? title(ward.name);
      rows.push(
        row({ key: `w${ward.code}`, parent: `s${code}`, kind: 'ward', code: ward.code, county, name: named, ...point(ward.center ?? center) }),
      );
    }
  }
  return [...rows, ...estates(rows, row)];
}

/** Estates with coordinates are put in the nearest ward of their county; others in the ward named like their locality. */
function estates(rows: readonly Row[], row: (r: Omit<Row, 'slug' | 'aliases'>) => Row): Row[] {
  const wards = rows.filter((r) => r.kind === 'ward');
  const places = JSON.parse(readFileSync(new URL('./places.json', import.meta.url), 'utf8')) as Place[];
  const known = new Set<string>();
  const once = (county: string | null, name: string) => {
    const key = `${county} ${name.toLowerCase()}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  };
  const made: Row[] = [];
  for (const place of places) {
    const near = wards.filter((w) => w.county === place.county).sort((a, b) => far(place, a) - far(place, b))[0];
    if (near && once(place.county, place.name))
      made.push(
        row({
          key: `e${made.length}`,
          parent: near.key,
          kind: 'estate',
          code: null,
          county: place.county,
          name: place.name,
          lat: place.lat,
          lng: place.lng,
        }),
      );
  }
  const codeOf = new Map(kenyanCounties.map((c) => [c.name.toLowerCase(), c.code]));
  for (const area of getAreas()) {
    const county = codeOf.get(area.county.toLowerCase());
    const ward = wards.find((w) => w.county === county && w.name.toLowerCase() === area.locality.toLowerCase());
    if (ward && county && once(county, area.name))
      made.push(row({ key: `e${made.length}`, parent: ward.key, kind: 'estate', code: null, county, name: area.name, lat: ward.lat, lng: ward.lng }));
  }
  return made;
}

/** Inserts the initial locations into a new database; admins can change them later. */
export async function seedLocations(db: Db): Promise<void> {
  const there = await db.selectFrom('location').select('id').limit(1).executeTakeFirst();
  if (there) return;
  const rows = readInitialLocations();
  const ids = new Map<string, number>();
  for (const kind of ['country', 'county', 'sub_county', 'ward', 'estate']) {
    const level = rows.filter((r) => r.kind === kind).map((r) => ({ ...r, parent_id: r.parent === null ? null : (ids.get(r.parent) ?? null) }));
    const made = await sql<{ id: number; key: string }>`
      with given as (select * from jsonb_to_recordset(${JSON.stringify(level)}::jsonb) as g(key text, parent_id bigint, kind text, code text, county text,
        name text, slug text, aliases text[], lat float8, lng float8)),
      numbered as (select *, row_number() over () as n from given),
      made as (insert into location (kind, parent_id, code, county, name, slug, aliases, lat, lng)
        select kind, parent_id, code, county, name, slug, aliases, lat, lng from numbered order by n
        on conflict do nothing returning id, parent_id, lower(name) as name)
      select made.id, numbered.key from made join numbered on lower(numbered.name) = made.name and numbered.parent_id is not distinct from made.parent_id`.execute(
      db,
    );
    for (const { id, key } of made.rows) ids.set(key, id);
  }
}
