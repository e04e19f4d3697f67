import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Pointed, pointedTables, pointsTo } from '#contract/audit/points.ts';
import { cents } from '#contract/money/cents.ts';
import { details, withNames } from '#server/audit/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { inLocale } from '#server/kernel/locale.ts';
import { fieldNames } from '#web/audit/field-names.ts';
import { sentencesOf } from '#web/audit/sentence.ts';
import { setLocaleSource } from '../words/locale.ts';
import { freshHouse, type House } from './db.ts';
import { ctxOf, type Somebody, somebody } from './world.ts';
import { addListing, type Place, place } from './worlds/market.ts';

/** Histories say names: of every column that points somewhere and can stand in the log. */
let house: House;
let superadmin: Somebody;
let rival: Somebody;
let home: Place;
const rows = new Map<Pointed, { id: number; name: string }>();

async function made(table: 'team' | 'featured_product' | 'vacancy' | 'media_file' | 'rating_category' | 'staff_role', facts: object, name: string) {
  const row = await house.database.db
    .insertInto(table as 'team')
    .values(facts as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  rows.set(table, { id: row.id, name });
}

beforeAll(async () => {
  setLocaleSource(inLocale.current);
  house = await freshHouse();
  const { db } = house.database;
  superadmin = await somebody(house, 'superadmin');
  rival = await somebody(house, 'owner');
  home = await place(house);
  const companyId = home.owner.me.companyId ?? 0;
  const listing = await addListing(house, home, { title: 'Two rooms with a view' });
  const named = async (table: Pointed, id: number | null = null) => {
    const { rows: found } = await sql<{ id: number; name: string }>`/* all: of the test's own house */
      select id, name from ${sql.table(table)} where id = ${id} or ${id}::bigint is null order by id limit 1`.execute(db);
    if (found[0]) rows.set(table, { id: Number(found[0].id), name: found[0].name });
  };
  await named('person', home.owner.id);
  await named('company', companyId);
  await named('property', home.property);
  await named('unit', home.unit);
  await named('location');
  await named('taxon');
  rows.set('listing', { id: listing, name: 'Two rooms with a view' });
  await made('team', { company_id: companyId, name: 'Caretakers' }, 'Caretakers');
  await made('staff_role', { company_id: companyId, name: 'Rent clerk' }, 'Rent clerk');
  await made('featured_product', { name: 'Front page', placement: 'home', day_cents: cents(100_00) }, 'Front page');
  await made('vacancy', { slug: 'driver', title: 'Driver' }, 'Driver');
  await made('rating_category', { name: 'Water', target: 'property' }, 'Water');
  await made('media_file', { purpose: 'document', visibility: 'private', name: 'lease.pdf' }, 'lease.pdf');
  const paid = await db
    .insertInto('payment')
    .values({ purpose: 1, how: 'cash', fund: 'M', cents: cents(100_00), company_id: companyId })
    .returning(['id', 'code as name'])
    .executeTakeFirstOrThrow();
  rows.set('payment', paid);
});

test('every column that points somewhere and can stand in the log says where', async () => {
  const { rows: keys } = await sql<{ at: string; field: string; to: string }>`/* all: of the schema */
    select c.conrelid::regclass::text as at, a.attname as field, c.confrelid::regclass::text as to
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and array_length(c.conkey, 1) = 1 and c.connamespace = 'public'::regnamespace`.execute(house.database.db);
  const documents: Readonly<Record<string, string>> = { location: 'locations', rating_item: 'property_rating_categories' };
  const spoken = keys.filter(({ field, to }) => field in fieldNames && (pointedTables as readonly string[]).includes(to));
  expect(spoken.length).toBeGreaterThan(25);
  expect(spoken.filter(({ at, field, to }) => pointsTo(documents[at] ?? '', field) !== to)).toEqual([]);
  const silent = keys.filter(({ field, to }) => field in fieldNames && !(pointedTables as readonly string[]).includes(to));
  // An invitation has no name, and a file that brought units in is told by the import itself: of both it is said that they changed. Records of
  // leasing do not log the enquiry they come from, nor a relation which one it became: that is told where the two are joined.
  expect(silent.map(({ at, field, to }) => `${at}.${field} → ${to}`).sort()).toEqual([
    'bid.lead_id → lead',
    'booking.lead_id → lead',
    'invitation.parent_id → invitation',
    // The books log no columns.
    'ledger_account.code → account_kind',
    'ledger_period_total.month → ledger_period',
    'tenant.merged_into → tenant',
    'thread.lead_id → lead',
    'tour.lead_id → lead',
    'unit.import_batch_id → import_batch',
  ]);
});

test.each(pointedTables)('a %s is called by its name, and one that is gone a removed one', async (table) => {
  const { id, name } = rows.get(table) ?? { id: 0, name: '' };
  const [document, field] = table === 'rating_category' ? ['property_rating_categories', 'category_id'] : ['units', fieldOf(table)];
  const [[change] = []] = await withNames(ctxOf(house, superadmin), [{ document, changes: [{ field, old: id, new: 987_654_321 }] }]);
  expect(change?.old).toBe(name);
  expect(change?.new).toMatch(/^a removed /);
  expect(sentencesOf(change ? [change] : []).join()).not.toMatch(/987654321|987,654,321|_/);
  const spoken = await inLocale.run('sw', () =>
    withNames(ctxOf(house, superadmin), [{ document, changes: [{ field, old: null, new: 987_654_321 }] }]),
  );
  expect(String(spoken[0]?.[0]?.new)).not.toMatch(/removed/);
});

const fieldOf = (table: Pointed): string =>
  ({ person: 'assigned_to', location: 'location_id', taxon: 'unit_type_id', featured_product: 'product_id', media_file: 'file_id' })[
    table as 'person'
  ] ?? `${table}_id`;

test('what the reader may not see stays unnamed, as a whole', async () => {
  const [unit, mine] = [home.unit, await place(house, rival)];
  const changes = [{ field: 'unit_id', old: mine.unit, new: unit }];
  const [seen] = await withNames(ctxOf(house, rival), [{ document: 'lead', changes }]);
  expect(seen).toEqual(changes);
  expect(sentencesOf(seen ?? [])).toEqual(['Unit changed']);
});

test('an entry of the log is read with names, lists too', async () => {
  const { id, name } = rows.get('listing') ?? { id: 0, name: '' };
  await audit(house.database.db, ctxOf(house, superadmin), { kind: 'add', document: 'offers', id: 1, code: 'named', after: { listing_ids: [id] } });
  const row = await house.database.db.selectFrom('audit_log').select('id').where('record_code', '=', 'named').executeTakeFirstOrThrow();
  const { changes } = await details(ctxOf(house, superadmin), { id: row.id });
  expect(changes).toEqual([{ field: 'listing_ids', old: null, new: [name] }]);
  expect(sentencesOf(changes)).toEqual([`Listings: ${name}`]);
});
