import { beforeAll, expect, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createTestCtx, inTransaction } from '#test/people.ts';
import { publishEvent, registerEventHandlers } from './publish.ts';
import { unscopedDb } from './scoped.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});
const companies = async (name: string) => (await services.database.db.selectFrom('company').select('id').where('name', '=', name).execute()).length;

test('publishEvent: rejects a call outside a transaction before any handler runs', async () => {
  const seen: number[] = [];
  registerEventHandlers({ 'listing.closed': async (_, { listingId }) => void seen.push(listingId) });
  await expect(publishEvent(createTestCtx(services, null), 'listing.closed', { listingId: 0 })).rejects.toThrow('transaction');
  expect(seen).toEqual([]);
  await inTransaction(services, null, (ctx) => publishEvent(ctx, 'listing.closed', { listingId: 0 }));
  expect(seen).toEqual([0]);
});

test('publishEvent: the failure of one handler rolls back the changes of the publisher and of the other handlers', async () => {
  const named = (name: string) => ({ kind: 'owner' as const, name });
  // Other test files of this worker share the handlers, so these react only to a listing that does not exist.
  registerEventHandlers({
    'listing.closed': async ({ db }, { listingId }) => {
      if (listingId < 0) await unscopedDb(db).insertInto('company').values(named('By the first handler')).execute();
    },
  });
  registerEventHandlers({
    'listing.closed': async (_, { listingId }) => {
      if (listingId === -2) throw new Error('the second handler refuses');
    },
  });
  const publish = (listingId: number) =>
    inTransaction(services, null, async (ctx) => {
      await unscopedDb(ctx.db).insertInto('company').values(named('By the publisher')).execute();
      await publishEvent(ctx, 'listing.closed', { listingId });
    });
  await expect(publish(-2)).rejects.toThrow('the second handler refuses');
  expect([await companies('By the publisher'), await companies('By the first handler')]).toEqual([0, 0]);
  await publish(-1);
  expect([await companies('By the publisher'), await companies('By the first handler')]).toEqual([1, 1]);
});
