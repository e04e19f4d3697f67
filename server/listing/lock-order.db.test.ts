import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paymentFrequencies } from '#contract/catalogue/kinds.ts';
import type { Uploaded } from '#contract/kernel/call.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { keep } from '#server/media/service.ts';
import { freshHouse, type House } from '#test/db.ts';
import { waitsWithout } from '#test/lock-order.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addListing, addUnit, type Place, place } from '#test/worlds/market.ts';
import { askAndPause, unitMoved } from './clock.ts';
import { confirmationKey, still } from './confirmation.ts';
import { handOver } from './contact.ts';
import { move } from './moves.ts';
import { holdReported } from './reported.ts';
import { createMany, update } from './write.ts';

/** Company, property, unit, listing: whoever waits for one of them holds none that comes later. */
let house: House;
let at: Place;
let company: number;
let listing: number;
let colleague: Somebody;
beforeAll(async () => {
  house = await freshHouse();
  at = await place(house);
  company = at.owner.me.companyId ?? 0;
  colleague = await somebody(house, 'owner');
});
afterAll(() => house.database.close());
const long = () => new Date(clock.ms() - 60 * 86_400_000);
const db = () => house.database.db;
beforeEach(async () => {
  await db().updateTable('listing').set({ deleted_at: new Date(), status: 'closed' }).execute();
  await db().updateTable('unit').set({ status: 'vacant' }).where('id', '=', at.unit).execute();
  listing = await addListing(house, at, { contact_id: at.owner.id });
});
const asOwner = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, at.owner, work);
const given = <F extends (...args: never[]) => unknown>(_: F, input: object) => input as Parameters<F>[1];

test.each([
  ['paused', () => asOwner((ctx) => move(ctx, given(move, { id: listing, move: 'pause', reason: '' })))],
  ['reported', () => asOwner((ctx) => holdReported(ctx, listing, 'several people'))],
  [
    'let',
    async () => {
      await db().updateTable('unit').set({ status: 'occupied' }).where('id', '=', at.unit).execute();
      await unitMoved(db(), at.unit);
    },
  ],
  [
    'forgotten',
    async () => {
      await db().updateTable('listing').set({ last_confirmed_at: long(), asked_at: long() }).where('id', '=', listing).execute();
      await askAndPause(house, db());
    },
  ],
  [
    'confirmed by its key',
    async () => {
      await db().updateTable('listing').set({ status: 'paused', paused_by: 'stale' }).where('id', '=', listing).execute();
      const key = confirmationKey(house.secret, listing, new Date());
      await db()
        .transaction()
        .execute((tx) => still(house)({ ...ctxOf(house, null), db: tx }, { key }));
    },
  ],
  [
    'made with others',
    async () => {
      const unit_ids = [await addUnit(house, at.property)];
      const terms = {
        property_id: at.property,
        unit_ids,
        listing_type: 0,
        publish: true,
        price_cents: cents(100),
        price_period: paymentFrequencies.month,
      };
      await asOwner((ctx) => createMany(ctx, given(createMany, terms)));
    },
  ],
])('an offer that is %s, while the company is held', async (_, work) => {
  await waitsWithout(
    house,
    ['company', company],
    [
      ['property', at.property],
      ['listing', listing],
    ],
    work,
  );
});

test.each([
  ['given another price', () => asOwner((ctx) => update(ctx, given(update, { id: listing, price_cents: cents(200) })))],
  ['handed over', () => asOwner((ctx) => handOver(ctx, [listing], at.owner.id, colleague.id))],
])('an offer that is %s, while the property is held', async (_, work) => {
  await waitsWithout(house, ['property', at.property], [['listing', listing]], work);
});

test('uploads beside pauses: nobody is ended by a deadlock', async () => {
  const file = { data: Buffer.from('a'), type: 'txt', name: 'a.txt' } as Uploaded;
  const upload = () =>
    asOwner(async (ctx) => {
      await keep(house, ctx, file, { purpose: 'document', visibility: 'private', field: 'file' });
      await ctx.db
        .insertInto('media_item' as never)
        .values({ property_id: at.property, media_type: 0, url: '/a.svg', sort: 9 } as never)
        .execute();
    });
  const turn = (name: 'pause' | 'resume') => asOwner((ctx) => move(ctx, given(move, { id: listing, move: name, reason: '' })));
  for (let round = 0; round < 6; round += 1) {
    const ends = await Promise.allSettled([upload(), turn('pause'), upload()]);
    expect(ends.map((end) => (end.status === 'rejected' ? String(end.reason) : 'done'))).toEqual(['done', 'done', 'done']);
    await turn('resume');
  }
});
