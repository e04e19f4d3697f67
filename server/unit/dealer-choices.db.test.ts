import { beforeAll, expect, test } from 'vitest';
import * as listing from '#server/listing/listing-reads.ts';
import { readPropertyDetails } from '#server/property/property-detail.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addProperty, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, createTestCtx, reloadTestPerson, type TestPerson } from '#test/people.ts';
import * as unit from './service.ts';

let services: TestServices;
let at: OwnerWithUnit;
let dealer: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  at = await createOwnerWithUnit(services);
  const made = await createPerson(services, 'dealer');
  await services.database.db.updateTable('company').set({ region: '047' }).where('id', '=', made.me.companyId).execute();
  dealer = await reloadTestPerson(services, made);
});

const namesOf = ({ properties }: { properties: readonly { id: number }[] }) => properties.map(({ id }) => id);

test('unit choices: a dealer can filter by all properties of the county, but add units and listings only to permitted properties', async () => {
  const ctx = createTestCtx(services, dealer);
  expect(namesOf(await unit.choices(ctx, { q: '' }))).toContain(at.property);
  expect(namesOf(await listing.readListingChoices(ctx, {}))).toContain(at.property);
  expect(namesOf(await unit.choices(ctx, { q: '', creating: true }))).toEqual([]);
  expect(namesOf(await listing.readListingChoices(ctx, { creating: true }))).toEqual([]);
  expect((await readPropertyDetails(ctx, { id: at.property })).may).toMatchObject({ units: false, offers: false });
  const own = await addProperty(services, dealer.me.companyId ?? 0);
  expect(namesOf(await unit.choices(ctx, { q: '', creating: true }))).toEqual([own]);
  expect(namesOf(await listing.readListingChoices(ctx, { creating: true }))).toEqual([own]);
  expect((await readPropertyDetails(ctx, { id: own })).may).toMatchObject({ units: true, offers: true });
});
