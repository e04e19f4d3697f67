import { expect, test } from 'vitest';
import { createActiveTenancy, newTenantInput, setUpTenancyTests, testPlace, testServices } from '#test/fixtures/tenancies.ts';
import { createTestCtx } from '#test/people.ts';
import { tenantHandlers } from './module.ts';

setUpTenancyTests();

test('tenant list: shows and filters by the first rented day, and shows the number of further homes', async () => {
  const since = '2025-03-01';
  const one = await createActiveTenancy({ startsOn: since, people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
  const { tenant_id } = await testServices.database.db
    .selectFrom('tenancy_person')
    .select('tenant_id')
    .where('tenancy_id', '=', one.id)
    .executeTakeFirstOrThrow();
  const list = (z_filter: object = {}) =>
    tenantHandlers.list(createTestCtx(testServices, testPlace.owner), { page: 1, page_size: 10, sort: '-created_at', tabs: undefined, z_filter });
  const found = async (z_filter: object = {}) => (await list(z_filter)).results.find(({ id }) => id === tenant_id);
  expect(await found()).toMatchObject({ known_since: since, home: { more: 0 } });
  await createActiveTenancy({ people: [{ tenantId: tenant_id, role: 'lead', shareBp: 10_000 }] });
  expect(await found()).toMatchObject({ known_since: since, home: { more: 1 } });
  // The date filter uses the same days as the list.
  expect(await found({ day_from: since, day_to: since })).toBeDefined();
  expect(await found({ day_from: '2025-03-02' })).toBeUndefined();
});
