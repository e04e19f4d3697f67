import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FoundRecord } from '#contract/home/find-calls.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addListing, addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, createTestCtx, type TestPerson } from '#test/people.ts';
import { buildSearchQueriesByKind, findRecords, splitSearchWords } from './find.ts';

let services: TestServices;
let admin: TestPerson;
let mine: OwnerWithUnit;
let other: OwnerWithUnit;
let listing: number;
const codes = { unit: '', lead: '', property: '' };
const finds = async (who: TestPerson, q: string): Promise<FoundRecord[]> => (await findRecords(createTestCtx(services, who), { q })).results;
const said = async (who: TestPerson, q: string) => (await finds(who, q)).map(({ kind, id }) => `${kind} ${id}`);

beforeAll(async () => {
  services = await createTestServices();
  const { db } = services.database;
  admin = await createPerson(services, 'admin');
  [mine, other] = [await createOwnerWithUnit(services), await createOwnerWithUnit(services)];
  listing = await addListing(services, mine, { title: 'Quiet maisonette' });
  await db.updateTable('property').set({ name: 'Kingfisher Court' }).where('id', '=', mine.property).execute();
  await addUnit(services, other.property, { name: 'Penthouse Zed' });
  const lead = await db
    .insertInto('lead')
    .values({
      company_id: mine.owner.me.companyId ?? 0,
      listing_id: listing,
      property_id: mine.property,
      name: 'Achieng Odera',
      phone: '+254799123456',
      reachable_at: new Date(),
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  codes.lead = lead.code;
  codes.unit = (await db.selectFrom('unit').select('code').where('id', '=', mine.unit).executeTakeFirstOrThrow()).code;
  codes.property = (await db.selectFrom('property').select('code').where('id', '=', mine.property).executeTakeFirstOrThrow()).code;
  await db
    .updateTable('person')
    .set({ name: 'Wairimu Tester', phone: '+254711222333', email: 'wairimu@example.co.ke' })
    .where('id', '=', mine.owner.id)
    .execute();
});

describe('search (Ctrl K)', () => {
  test('finds people by name, by phone number in any notation, by email and by code', async () => {
    const row = `person ${mine.owner.id}`;
    const { code } = await services.database.db.selectFrom('person').select('code').where('id', '=', mine.owner.id).executeTakeFirstOrThrow();
    for (const q of ['wairimu', 'Wa', '0711 222 333', '+254711222333', '222333', 'wairimu@example', code, code.toLowerCase()])
      expect(await said(admin, q), q).toContain(row);
    expect(await said(admin, 'nobody of this name')).toEqual([]);
  });

  test('finds companies, properties, units, listings and enquiries by name, code and number', async () => {
    expect(await said(admin, 'kingfisher')).toContain(`property ${mine.property}`);
    expect(await said(admin, codes.property)).toContain(`property ${mine.property}`);
    expect(await said(admin, codes.unit)).toContain(`unit ${mine.unit}`);
    expect(await said(admin, 'penthouse z')).toEqual([expect.stringMatching(/^unit /)]);
    expect(await said(admin, 'maisonette')).toContain(`listing ${listing}`);
    const unit = await services.database.db.selectFrom('unit').select('name').where('id', '=', mine.unit).executeTakeFirstOrThrow();
    const named = { kind: 'listing', about: `${unit.name} · Kingfisher Court`, listing_type: 0 };
    for (const who of [admin, mine.owner]) expect(await finds(who, 'maisonette')).toContainEqual(expect.objectContaining(named));
    expect((await finds(admin, codes.lead)).map(({ kind, title }) => [kind, title])).toEqual([['lead', 'Achieng Odera']]);
    expect((await finds(admin, '0799123456')).map(({ kind }) => kind)).toEqual(['lead']);
    // A lead whose contact is withdrawn must not be found by phone either.
    await services.database.db.updateTable('lead').set({ reachable_at: null }).where('code', '=', codes.lead).execute();
    expect(await finds(admin, '0799123456')).toEqual([]);
    const company = await services.database.db
      .selectFrom('company')
      .select('name')
      .where('id', '=', mine.owner.me.companyId ?? 0)
      .executeTakeFirstOrThrow();
    expect((await finds(admin, company.name)).filter(({ kind }) => kind === 'company')).toEqual([
      expect.objectContaining({ id: mine.owner.id, title: company.name }),
    ]);
  });

  test('finds no records of other companies, and treats % as an ordinary character', async () => {
    expect(await said(mine.owner, 'penthouse')).toEqual([]);
    expect(await said(other.owner, 'kingfisher')).toEqual([]);
    expect(await said(other.owner, codes.lead)).toEqual([]);
    expect(await said(other.owner, 'maisonette')).toEqual([]);
    expect(await said(mine.owner, 'maisonette')).toEqual([`listing ${listing}`]);
    expect(await said(mine.owner, codes.unit)).toEqual([`unit ${mine.unit}`]);
    expect(await said(admin, '%%%')).toEqual([]);
    expect(splitSearchWords('50%_').like).toBe('%50\\%\\_%');
  });

  test('finds only record types that the person has permission to open', async () => {
    const reader = await createPerson(services, 'staff', ['dashboard.read', 'contacts.read']);
    await services.database.db
      .updateTable('lead')
      .set({ company_id: reader.me.companyId ?? 0 })
      .where('code', '=', codes.lead)
      .execute();
    expect((await finds(reader, 'achieng')).map(({ kind }) => kind)).toEqual(['lead']);
    const none = await createPerson(services, 'staff', ['dashboard.read']);
    await services.database.db
      .updateTable('lead')
      .set({ company_id: none.me.companyId ?? 0 })
      .where('code', '=', codes.lead)
      .execute();
    expect(await finds(none, 'achieng')).toEqual([]);
  });
});

describe('search (Ctrl K): scope and speed', () => {
  test('finds properties under a mandate, and returns a record once although several of its fields match', async () => {
    const agent = await createPerson(services, 'agent');
    const unit = await addUnit(services, mine.property, { name: 'Uniform Loft' });
    const { code } = await services.database.db
      .updateTable('unit')
      .set({ name: 'UNT loft' })
      .where('id', '=', unit)
      .returning('code')
      .executeTakeFirstOrThrow();
    expect(code).toMatch(/^UNT/);
    for (const who of [admin, mine.owner]) expect((await said(who, 'unt')).filter((one) => one === `unit ${unit}`)).toHaveLength(1);
    expect(await said(agent, 'unt loft')).toEqual([]);
    await services.database.db
      .insertInto('mandate')
      .values({ owner_company_id: mine.owner.me.companyId ?? 0, agent_company_id: agent.me.companyId ?? 0, grants: ['property.read', 'units.read'] })
      .execute();
    expect(await said(agent, 'unt loft')).toEqual([`unit ${unit}`]);
    expect(await said(agent, 'kingfisher')).toEqual([`property ${mine.property}`]);
  });

  test('finds units through the name index, without a full scan', async () => {
    const plan = await services.database.db.transaction().execute(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db);
      const { rows } = await sql<{
        'QUERY PLAN': string;
      }>`explain ${buildSearchQueriesByKind(createTestCtx(services, admin), 'nothing like it').unit}`.execute(db);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/Index Scan.* using unit_name_found/);
    expect(plan).not.toMatch(/using unit_(pkey|newest) on unit/);
  });
});
