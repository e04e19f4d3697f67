import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paymentFrequencies } from '#contract/catalogue/kinds.ts';
import type { UploadedFile } from '#contract/kernel/call.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { storeFile } from '#server/media/service.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addListing, addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { assertHoldsNoLaterLocks } from '#test/lock-order.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { confirmListingByKey, makeConfirmationKey } from './confirmation.ts';
import { reassignContact } from './contact.ts';
import { pauseReportedListing } from './reported-listings.ts';
import { createListings, updateListing } from './save-listing.ts';
import { onUnitStatusChange, requestListingConfirmations } from './scheduled-jobs.ts';
import { moveListing } from './status-changes.ts';

/** The lock order is company, property, unit, listing: a transaction that waits for one of these holds none that comes later. */
let services: TestServices;
let at: OwnerWithUnit;
let company: number;
let listing: number;
let colleague: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  at = await createOwnerWithUnit(services);
  company = at.owner.me.companyId ?? 0;
  colleague = await createPerson(services, 'owner');
});
afterAll(() => services.database.close());
const long = () => new Date(clock.ms() - 60 * 86_400_000);
const db = () => services.database.db;
beforeEach(async () => {
  await db().updateTable('listing').set({ deleted_at: new Date(), status: 'closed' }).execute();
  await db().updateTable('unit').set({ status: 'vacant' }).where('id', '=', at.unit).execute();
  listing = await addListing(services, at, { contact_id: at.owner.id });
});
const asOwner = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, at.owner, work);
const given = <F extends (...args: never[]) => unknown>(_: F, input: object) => input as Parameters<F>[1];

test.each([
  ['paused', () => asOwner((ctx) => moveListing(ctx, given(moveListing, { id: listing, move: 'pause', reason: '' })))],
  ['reported', () => asOwner((ctx) => pauseReportedListing(ctx, listing, 'several people'))],
  [
    'let',
    async () => {
      await db().updateTable('unit').set({ status: 'occupied' }).where('id', '=', at.unit).execute();
      await onUnitStatusChange(db(), at.unit);
    },
  ],
  [
    'paused as unconfirmed',
    async () => {
      await db().updateTable('listing').set({ last_confirmed_at: long(), asked_at: long() }).where('id', '=', listing).execute();
      await requestListingConfirmations(services, db());
    },
  ],
  [
    'confirmed by its signed link',
    async () => {
      await db().updateTable('listing').set({ status: 'paused', paused_by: 'stale' }).where('id', '=', listing).execute();
      const key = makeConfirmationKey(services.secret, listing, new Date());
      await db()
        .transaction()
        .execute((tx) => confirmListingByKey(services)({ ...createTestCtx(services, null), db: tx }, { key }));
    },
  ],
  [
    'created in bulk',
    async () => {
      const unit_ids = [await addUnit(services, at.property)];
      const terms = {
        property_id: at.property,
        unit_ids,
        listing_type: 0,
        publish: true,
        price_cents: toCents(100),
        price_period: paymentFrequencies.month,
      };
      await asOwner((ctx) => createListings(ctx, given(createListings, terms)));
    },
  ],
])('listing lock order: the company is locked before the property and the listing when the listing is %s', async (_, work) => {
  await assertHoldsNoLaterLocks(
    services,
    ['company', company],
    [
      ['property', at.property],
      ['listing', listing],
    ],
    work,
  );
});

test.each([
  ['given a new price', () => asOwner((ctx) => updateListing(ctx, given(updateListing, { id: listing, price_cents: toCents(200) })))],
  ['assigned to another contact', () => asOwner((ctx) => reassignContact(ctx, [listing], at.owner.id, colleague.id))],
])('listing lock order: the property is locked before the listing when the listing is %s', async (_, work) => {
  await assertHoldsNoLaterLocks(services, ['property', at.property], [['listing', listing]], work);
});

test('listing lock order: concurrent uploads and pauses do not deadlock', async () => {
  const file = { data: Buffer.from('a'), type: 'txt', name: 'a.txt' } as UploadedFile;
  const upload = () =>
    asOwner(async (ctx) => {
      await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'file' });
      await ctx.db
        .insertInto('media_item' as never)
        .values({ property_id: at.property, media_type: 0, url: '/a.svg', sort: 9 } as never)
        .execute();
    });
  const turn = (name: 'pause' | 'resume') => asOwner((ctx) => moveListing(ctx, given(moveListing, { id: listing, move: name, reason: '' })));
  for (let round = 0; round < 6; round += 1) {
    const ends = await Promise.allSettled([upload(), turn('pause'), upload()]);
    expect(ends.map((end) => (end.status === 'rejected' ? String(end.reason) : 'done'))).toEqual(['done', 'done', 'done']);
    await turn('resume');
  }
});
