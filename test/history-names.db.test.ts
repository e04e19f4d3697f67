import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { getReferencedTable, type ReferencedTable, referencedTables } from '#contract/audit/points.ts';
import { toCents } from '#contract/money/cents.ts';
import { addRecordNames, details } from '#server/audit/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { auditFieldNames } from '#web/audit/field-names.ts';
import { formatLoggedChanges } from '#web/audit/sentence.ts';
import { setLocaleSource } from '../words/locale.ts';
import { createTestServices, type TestServices } from './db.ts';
import { createOccupiedTenancy } from './fixtures/invoices.ts';
import { addListing, createOwnerWithUnit, type OwnerWithUnit } from './fixtures/market.ts';
import { createPerson, createTestCtx, type TestPerson } from './people.ts';

/** Histories show names: for every column that refers to a record and can be in the log. */
let services: TestServices;
let superadmin: TestPerson;
let rival: TestPerson;
let home: OwnerWithUnit;
const rows = new Map<ReferencedTable, { id: number; name: string }>();

async function made(table: 'team' | 'featured_product' | 'vacancy' | 'media_file' | 'rating_category' | 'staff_role', facts: object, name: string) {
  const row = await services.database.db
    .insertInto(table as 'team')
    .values(facts as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  rows.set(table, { id: row.id, name });
}

beforeAll(async () => {
  setLocaleSource(localeContext.current);
  services = await createTestServices();
  const { db } = services.database;
  superadmin = await createPerson(services, 'superadmin');
  rival = await createPerson(services, 'owner');
  home = await createOwnerWithUnit(services);
  const companyId = home.owner.me.companyId ?? 0;
  const listing = await addListing(services, home, { title: 'Two rooms with a view' });
  const named = async (table: ReferencedTable, id: number | null = null) => {
    const { rows: found } = await sql<{ id: number; name: string }>`/* unscoped: of the test's own house */
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
  await made('featured_product', { name: 'Front page', placement: 'home', day_cents: toCents(100_00) }, 'Front page');
  await made('vacancy', { slug: 'driver', title: 'Driver' }, 'Driver');
  await made('rating_category', { name: 'Water', target: 'property' }, 'Water');
  await made('media_file', { purpose: 'document', visibility: 'private', name: 'lease.pdf' }, 'lease.pdf');
  const paid = await db
    .insertInto('payment')
    .values({ purpose: 1, how: 'cash', fund: 'M', cents: toCents(100_00), company_id: companyId })
    .returning(['id', 'code as name'])
    .executeTakeFirstOrThrow();
  rows.set('payment', paid);
  const tenancyId = await createOccupiedTenancy(services, home.property);
  const tenancy = await db.selectFrom('tenancy').select(['id', 'code as name']).where('id', '=', tenancyId).executeTakeFirstOrThrow();
  rows.set('tenancy', tenancy);
});

test('audit history: every logged column that refers to another record declares the table of that record', async () => {
  const { rows: keys } = await sql<{ at: string; field: string; to: string }>`/* unscoped: of the schema */
    select c.conrelid::regclass::text as at, a.attname as field, c.confrelid::regclass::text as to
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and array_length(c.conkey, 1) = 1 and c.connamespace = 'public'::regnamespace`.execute(services.database.db);
  const documents: Readonly<Record<string, string>> = { location: 'locations', rating_item: 'property_rating_categories' };
  const spoken = keys.filter(({ field, to }) => field in auditFieldNames && (referencedTables as readonly string[]).includes(to));
  expect(spoken.length).toBeGreaterThan(25);
  expect(spoken.filter(({ at, field, to }) => getReferencedTable(documents[at] ?? '', field) !== to)).toEqual([]);
  const silent = keys.filter(({ field, to }) => field in auditFieldNames && !(referencedTables as readonly string[]).includes(to));
  // These records have no name in the history. An invitation has none, and the import itself logs the file of imported units. Leasing records do not
  // log their enquiry, nor a relation the record it was merged into, because the merge logs this.
  expect(silent.map(({ at, field, to }) => `${at}.${field} → ${to}`).sort()).toEqual([
    'bid.lead_id → lead',
    'booking.lead_id → lead',
    'invitation.parent_id → invitation',
    // The ledger logs no columns.
    'ledger_account.code → account_kind',
    'ledger_period_total.month → ledger_period',
    'tenant.merged_into → tenant',
    'thread.lead_id → lead',
    'tour.lead_id → lead',
    'unit.import_batch_id → import_batch',
  ]);
});

test.each(referencedTables)('audit history: shows a %s by its name, and a missing record as deleted', async (table) => {
  const { id, name } = rows.get(table) ?? { id: 0, name: '' };
  const [document, field] = table === 'rating_category' ? ['property_rating_categories', 'category_id'] : ['units', fieldOf(table)];
  const [[change] = []] = await addRecordNames(createTestCtx(services, superadmin), [{ document, changes: [{ field, old: id, new: 987_654_321 }] }]);
  expect(change?.old).toBe(name);
  expect(change?.new).toMatch(/^a (deleted|closed) /);
  expect(formatLoggedChanges(change ? [change] : []).join()).not.toMatch(/987654321|987,654,321|_/);
  const spoken = await localeContext.run('sw', () =>
    addRecordNames(createTestCtx(services, superadmin), [{ document, changes: [{ field, old: null, new: 987_654_321 }] }]),
  );
  expect(String(spoken[0]?.[0]?.new)).not.toMatch(/removed/);
});

const fieldOf = (table: ReferencedTable): string =>
  ({ person: 'assigned_to', location: 'location_id', taxon: 'unit_type_id', featured_product: 'product_id', media_file: 'file_id' })[
    table as 'person'
  ] ?? `${table}_id`;

test('audit history: the name of a record is not shown to a reader without access to the record', async () => {
  const [unit, mine] = [home.unit, await createOwnerWithUnit(services, rival)];
  const changes = [{ field: 'unit_id', old: mine.unit, new: unit }];
  const [seen] = await addRecordNames(createTestCtx(services, rival), [{ document: 'lead', changes }]);
  expect(seen).toEqual(changes);
  expect(formatLoggedChanges(seen ?? [])).toEqual(['Unit changed']);
});

test('audit log: an entry shows names instead of ids, also in lists of ids', async () => {
  const { id, name } = rows.get('listing') ?? { id: 0, name: '' };
  await audit(services.database.db, createTestCtx(services, superadmin), {
    kind: 'add',
    document: 'offers',
    id: 1,
    code: 'named',
    after: { listing_ids: [id] },
  });
  const row = await services.database.db.selectFrom('audit_log').select('id').where('record_code', '=', 'named').executeTakeFirstOrThrow();
  const { changes } = await details(createTestCtx(services, superadmin), { id: row.id });
  expect(changes).toEqual([{ field: 'listing_ids', old: null, new: [name] }]);
  expect(formatLoggedChanges(changes)).toEqual([`Listings: ${name}`]);
});
