import { expect, test } from 'vitest';
import { ctxOf } from '#test/world.ts';
import { here, house, livedIn, tenancyTests, who } from '#test/worlds/tenancies.ts';
import { tenantHandlers as calls } from './room.ts';

tenancyTests();

test('somebody is known since the first day they rented, and how many homes they rent is said', async () => {
  const since = '2025-03-01';
  const one = await livedIn({ startsOn: since, people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
  const { tenant_id } = await house.database.db
    .selectFrom('tenancy_person')
    .select('tenant_id')
    .where('tenancy_id', '=', one.id)
    .executeTakeFirstOrThrow();
  const list = (z_filter: object = {}) =>
    calls.all(ctxOf(house, here.owner), { page: 1, page_size: 10, sort: '-created_at', tabs: undefined, z_filter });
  const found = async (z_filter: object = {}) => (await list(z_filter)).results.find(({ id }) => id === tenant_id);
  expect(await found()).toMatchObject({ known_since: since, home: { more: 0 } });
  await livedIn({ people: [{ tenantId: tenant_id, role: 'lead', shareBp: 10_000 }] });
  expect(await found()).toMatchObject({ known_since: since, home: { more: 1 } });
  // The days of the list are those it shows.
  expect(await found({ day_from: since, day_to: since })).toBeDefined();
  expect(await found({ day_from: '2025-03-02' })).toBeUndefined();
});
