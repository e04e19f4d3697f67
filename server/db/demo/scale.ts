import pg from 'pg';
import { buildHomeDrawingUrl } from '#contract/art/url.ts';

/**
 * Adds homes by the hundred thousand, for measurements and full lists and maps. They are always the same. The rows are created inside the database,
 * with ten units for each property, and the cards are built once at the end.
 */
export async function fillLoadTestData(url: string, units: number, say: (line: string) => void = () => undefined): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'makao-scale' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query(`select 1 from company where name = 'Scale Homes 1'`);
    if (rows.length > 0) return false;
    const properties = Math.max(1, Math.ceil(units / 10));
    await client.query('begin');
    await client.query(`set local makao.cards = 'off'`);
    await client.query(`set local work_mem = '256MB'; set local maintenance_work_mem = '512MB'`);
    // Foreign keys to rows of the same transaction need no check, which only a superuser of the database can turn off.
    await client.query(`select set_config('session_replication_role', 'replica', true) from pg_roles where rolname = current_user and rolsuper`);
    for (const [what, text] of steps(properties, units)) {
      const began = performance.now();
      const done = await client.query(text);
      say(`${what}: ${done.rowCount ?? 0} rows in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    }
    await client.query('commit');
    // Index-only scans need a table that was vacuumed.
    await client.query('vacuum (analyze) listing_card, listing_text, map_cell, property, unit, listing, media_item, person, company');
    return true;
  } finally {
    await client.end();
  }
}

/** A number from 0 up to 1 that depends on the row and on `k` alone. */
const roll = (id: string, k: number): string => `((hashint8extended(${id}::bigint, ${k}) & 4294967295)::float8 / 4294967296.0)`;
const oneOf = (words: readonly string[], id: string, k: number): string =>
  `(array[${words.map((w) => `'${w}'`).join(',')}])[1 + floor(${roll(id, k)} * ${words.length})::int]`;

const trees = [
  'Jacaranda',
  'Acacia',
  'Baobab',
  'Mvule',
  'Cedar',
  'Olive',
  'Bougainvillea',
  'Flame',
  'Mango',
  'Palm',
  'Fig',
  'Bamboo',
  'Aloe',
  'Muringa',
  'Silver Oak',
  'Mugumo',
];
const kinds = ['Court', 'Heights', 'Gardens', 'Apartments', 'Place', 'Residency', 'Plaza', 'Towers', 'Villas', 'Park', 'Springs', 'View'];
/** The most populous counties, which have most listings. */
const crowded = ['047', '022', '001', '032', '042', '034', '016', '027', '036', '019'];
const pictures = (['tower', 'walkup', 'maisonette', 'villa', 'bungalow'] as const).flatMap((kind) =>
  [1, 2].map((n) => buildHomeDrawingUrl({ seed: `scale-${kind}-${n}`, kind, county: 'Nairobi', view: 'facade', bedrooms: 2 })),
);

const steps = (properties: number, units: number): [what: string, text: string][] => {
  const holders = Math.max(1, Math.ceil(properties / 50));
  const agents = Math.max(1, Math.ceil(properties / 200));
  return [
    ['companies', `insert into company (kind, name, region) select 'owner', 'Scale Homes ' || i, '047' from generate_series(1, ${holders}) i`],
    [
      'owners',
      `insert into person (name, email, user_type, company_id, onboarding, verified_status, phone, region) select ${oneOf(['Wanjiru', 'Otieno', 'Mutua', 'Achieng', 'Kamau', 'Njeri', 'Hassan', 'Chebet'], 'c.id', 1)} || ' ' || ${oneOf(['Mwangi', 'Ouma', 'Kilonzo', 'Kiprono', 'Abdi', 'Karanja'], 'c.id', 2)},
       'holder' || c.id || '@scale.makao.test', 4, c.id, false, 'verified', '+2547' || lpad((c.id % 100000000)::text, 8, '0'), '047' from company c where c.name like 'Scale Homes %'`,
    ],
    [
      'agents',
      `insert into person (name, email, user_type, onboarding, verified_status, phone, region) select ${oneOf(['Grace', 'Brian', 'Faith', 'Kevin', 'Mercy', 'Dennis'], 'i', 3)} || ' ' || ${oneOf(['Wafula', 'Muthoni', 'Odhiambo', 'Koech', 'Nyambura', 'Omar'], 'i', 4)},
       'agent' || i || '@scale.makao.test', 5, false, 'verified', '+2541' || lpad(i::text, 8, '0'), '047' from generate_series(1, ${agents}) i`,
    ],
    ['', `create temp table scale_place on commit drop as ${placesSql}`],
    [
      '',
      "create temp table scale_holder on commit drop as select row_number() over (order by id) as n, id from company where name like 'Scale Homes %'",
    ],
    [
      '',
      `create temp table scale_agent on commit drop as select row_number() over (order by id) as n, id from person where email like 'agent%@scale.makao.test'`,
    ],
    ['', `create temp table scale_set on commit drop as ${setsSql}`],
    [
      '',
      'create index on scale_place (n); create index on scale_holder (n); create index on scale_agent (n); analyze scale_place; analyze scale_set',
    ],
    ['', putAwaySql],
    ['properties', propertiesSql(properties, holders)],
    ['', 'analyze property'],
    ['units', unitsSql(units)],
    ['', 'analyze unit'],
    ['listings', listingsSql(agents)],
    ['pictures', mediaSql],
    ['indexes', bringBackSql],
    ['', 'analyze listing; analyze media_item'],
    ['cards', 'select rebuild_cards()'],
  ];
};

const placesSql = `select row_number() over (order by coalesce(array_position(array[${crowded.map((c) => `'${c}'`).join(',')}], county), 50 + county::int), hashint8extended(id, 5)) as n, id, county, lat, lng,
  case when county = '047' then 1.0 when county in ('022', '001') then 0.7 else 0.5 end as dear from location where kind = 'estate' and deleted_at is null and lat is not null`;

/** The number of different sets of amenities, for properties and for units: enough that two filters find different homes. */
const sets = 1024;
const setsSql = `select n, whole, coalesce(array_agg(a.id) filter (where ${roll('n * 128 + a.bit * 2 + whole::int', 20)} < 0.3), '{}') as ids
  from generate_series(0, ${sets - 1}) n cross join (values (true), (false)) w(whole)
  join taxon a on a.kind = 'amenity' and a.bit is not null and (whole or a.applies_to = 'unit') group by 1, 2`;

/** Indexes are faster to build after the rows are inserted; indexes of constraints stay. */
const putAwaySql = `do $$ declare one record; begin
  create temp table scale_index on commit drop as select pg_get_indexdef(i.indexrelid) as made, i.indexrelid::regclass::text as name from pg_index i
    where i.indrelid in ('property'::regclass, 'unit'::regclass, 'listing'::regclass, 'media_item'::regclass) and not i.indisunique and not i.indisexclusion;
  for one in select name from scale_index loop execute format('drop index %s', one.name); end loop;
end $$`;
const bringBackSql = 'do $$ declare one record; begin for one in select made from scale_index loop execute one.made; end loop; end $$';

const propertiesSql = (properties: number, holders: number) => `
  insert into property (slug, name, company_id, property_type_id, category_id, location_id, region, lat, lng, show_pin, status, verified_at, amenities, description, floors, parking_slots, rating_avg, rating_count, plot_ref, created_at)
  select 'scale-' || i, ${oneOf(trees, 'i', 11)} || ' ' || ${oneOf(kinds, 'i', 12)} || ' ' || i, h.id, t.id, t.category_id, p.id, p.county, p.lat + (${roll('i', 13)} + ${roll('i', 14)} - 1) * 0.012,
    p.lng + (${roll('i', 15)} + ${roll('i', 16)} - 1) * 0.012, ${roll('i', 17)} < 0.4, case when ${roll('i', 18)} < 0.93 then 'verified' else 'pending_verification' end, app.now() - ${roll('i', 19)} * interval '300 days',
    v.ids,
    'Homes of ' || case when ${roll('i', 21)} < 0.5 then 'generous size on a quiet road' else 'all sizes close to shops and the stage' end || ', with ' || ${oneOf(['a view over the valley', 'mature trees', 'ample parking', 'a resident caretaker', 'morning sun'], 'i', 22)} || '.',
    (1 + ${roll('i', 23)} * 12)::int, (${roll('i', 24)} * 60)::int, case when ${roll('i', 25)} < 0.4 then 3 + 2 * ${roll('i', 26)} end, case when ${roll('i', 25)} < 0.4 then 1 + (${roll('i', 27)} * 40)::int else 0 end, 'scale',
    app.now() - interval '400 days'
  from generate_series(1, ${properties}) i
  join scale_place p on p.n = 1 + floor(power(${roll('i', 28)}, 2.2) * (select count(*) from scale_place))::int
  join scale_holder h on h.n = 1 + (i % ${holders})
  join scale_set v on v.whole and v.n = floor(${roll('i', 20)} * ${sets})::int
  join (select row_number() over (order by sort, id) as n, id, category_id from taxon where kind = 'property_type' and code in ('apartment', 'maisonette', 'bungalow', 'villa', 'gated')) t
    on t.n = 1 + floor(power(${roll('i', 29)}, 3) * 5)::int`;

const unitsSql = (units: number) => `
  insert into unit (property_id, slug, name, floor, unit_type_id, bedrooms, bathrooms, area_m2, rent_cents, furnished, amenities, status, available_from)
  select p.id, 'u' || k, 'A' || k, k / 2, t.id, t.bedrooms, greatest(1, t.bedrooms - 1), 22 + t.bedrooms * 28 + (${roll('p.id * 32 + k', 31)} * 20)::int,
    ((case t.bedrooms when 0 then 9 when 1 then 22 when 2 then 42 when 3 then 70 when 4 then 120 else 180 end) * (0.6 + ${roll('p.id', 32)}) * s.dear)::int * 100000, ${oneOf(['unfurnished', 'unfurnished', 'unfurnished', 'semi', 'furnished'], 'p.id * 32 + k', 33)},
    v.ids,
    case when ${roll('p.id * 32 + k', 35)} < 0.7 then 'vacant' else 'occupied' end, case when ${roll('p.id * 32 + k', 36)} < 0.3 then app.today() + (${roll('p.id * 32 + k', 37)} * 60)::int end
  from property p join scale_place s on s.id = p.location_id cross join generate_series(1, 10) k
  join (select row_number() over (order by sort) as n, id, bedrooms from taxon where kind = 'unit_type' and code in ('bedsitter', 'one_bedroom', 'two_bedroom', 'three_bedroom', 'four_bedroom', 'five_bedroom')) t
    on t.n = 1 + floor(power(${roll('p.id * 32 + k', 38)}, 1.3) * 6)::int
  join scale_set v on not v.whole and v.n = floor(${roll('p.id * 32 + k', 34)} * ${sets})::int
  where p.plot_ref = 'scale' order by p.id, k limit ${units}`;

const listingsSql = (agents: number) => `
  insert into listing (property_id, unit_id, listing_type, title, description, price_cents, price_period, deposit_cents, service_charge_cents, furnished, pets, contact_id, status, published_at, available_from)
  select u.property_id, u.id, k.type, t.name || ', ' || p.name, 'A ' || lower(t.name) || ' in ' || p.name || ${oneOf([' with a sunny balcony', ' with a large kitchen', ' overlooking the garden', ' facing the road', ' on the top floor'], 'u.id', 41)} || '.',
    case k.type when 2 then u.rent_cents * 150 else greatest(u.rent_cents, 100000) end, case k.type when 2 then 3 else 2 end, case k.type when 2 then 0 else u.rent_cents end, case when ${roll('p.id', 42)} < 0.4 then 350000 else 0 end,
    u.furnished, ${roll('u.id', 43)} < 0.3, a.id, 'live', timestamptz '2026-11-01' - ${roll('u.id', 44)} * interval '120 days', u.available_from
  from unit u join property p on p.id = u.property_id join taxon t on t.id = u.unit_type_id
  cross join lateral (select case when ${roll('p.id', 45)} < 0.8 then 0 when ${roll('p.id', 45)} < 0.87 then 1 else 2 end as type) k
  join scale_agent a on a.n = 1 + p.id % ${agents}
  where p.plot_ref = 'scale' and u.status = 'vacant'`;

const mediaSql = `
  insert into media_item (property_id, media_type, url, sort, is_cover, width, height, colour)
  select p.id, case m when 4 then 3 else 0 end, ${oneOf(pictures, 'p.id * 8 + m', 51)},
    m, m = 1, 1200, 800, '#cfd8cf' from property p cross join generate_series(1, 4) m where p.plot_ref = 'scale'`;
