import { expect, test } from 'vitest';
import { onUnitStatusChange } from '#server/listing/scheduled-jobs.ts';
import { createTenancy } from '#server/tenancy/service.ts';
import {
  addListedHome,
  bookTour,
  hoursAfterNow,
  listTourNotifications,
  readTourRow,
  setUpTourTests,
  toFridayTime,
  tourDb,
  tourNow,
  tourServices,
  visitorHandlers,
} from '#test/fixtures/tours.ts';
import { createPerson, createTestCtx, runAsPerson } from '#test/people.ts';

setUpTourTests();

test('tour: is cancelled with a notification to both sides when the unit gets a tenancy, and a slot request for the listing returns 410', async () => {
  const home = await addListedHome({ instant: true });
  const { id } = await bookTour(home, toFridayTime(9));
  expect(await readTourRow(id)).toMatchObject({ status: 'confirmed' });
  await runAsPerson(tourServices, home.owner, (ctx) =>
    createTenancy(ctx, {
      unitId: home.unit,
      startsOn: '2027-03-01',
      endsOn: null,
      termType: 'periodic',
      rentCents: 100,
      period: 2,
      depositCents: 0,
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: '2027-03-25' },
      people: [{ somebody: { personId: null, name: 'First', phone: '+254713699998', email: null }, role: 'lead', shareBp: 10_000 }],
    }),
  );
  await onUnitStatusChange(tourDb(), home.unit);
  expect(await readTourRow(id)).toMatchObject({ status: 'canceled', reason: 'the home is no longer offered' });
  expect(await listTourNotifications('tour.canceled', id)).toHaveLength(2);
  const slots = () => visitorHandlers.listSlots(createTestCtx(tourServices, null), { listing_id: home.listing, mode: 'in_person' });
  await tourDb()
    .updateTable('listing')
    .set({ published_at: new Date('2027-01-01') })
    .where('id', '=', home.listing)
    .execute();
  await expect(slots()).rejects.toMatchObject({ failure: 'gone' });
  await tourDb().updateTable('listing').set({ published_at: null }).where('id', '=', home.listing).execute();
  await expect(slots(), 'what strangers never saw').rejects.toMatchObject({ failure: 'notFound' });
});

test('tour booking form: shows the number of the signed-in person, and needs no code for a verified number', async () => {
  const home = await addListedHome();
  const visitor = await createPerson(tourServices, 'tenant');
  const slots = () => visitorHandlers.listSlots(createTestCtx(tourServices, visitor), { listing_id: home.listing, mode: 'in_person' });
  const phone = '+254722099123';
  await tourDb().updateTable('person').set({ phone, phone_proved_at: null }).where('id', '=', visitor.id).execute();
  expect(await slots()).toMatchObject({ phone, phone_proved: false });
  await tourDb().updateTable('person').set({ phone_proved_at: new Date() }).where('id', '=', visitor.id).execute();
  expect(await slots()).toMatchObject({ phone, phone_proved: true });
});

test('tour booking: sends no SMS code for a time that is not available', async () => {
  const home = await addListedHome();
  const ask = (from: string) =>
    runAsPerson(tourServices, null, (ctx) =>
      visitorHandlers.askCode(ctx, { listing_id: home.listing, from, mode: 'in_person', phone: '+254722099124', by: 'sms', locale: 'en' }),
    );
  await expect(ask('2027-03-20T06:00:00.000Z')).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { from: expect.any(String) } } });
  expect(await ask(toFridayTime(9))).toEqual({ asked: expect.any(String) });
});

test('guest tour: appears in the account that verifies the number, but not in the account of a later holder of the number', async () => {
  const home = await addListedHome({ instant: true });
  const { id, phone } = await bookTour(home, toFridayTime(9));
  await tourDb().updateTable('tour').set({ person_id: null, phone_proved: true }).where('id', '=', id).execute();
  const tenant = await createPerson(tourServices, 'tenant');
  const listed = async () =>
    (await visitorHandlers.listMine(createTestCtx(tourServices, tenant), { page: 1, page_size: 10 })).results.map((one) => one.id);
  const account = (facts: object) => tourDb().updateTable('person').set(facts).where('id', '=', tenant.id).execute();
  const cancel = () => runAsPerson(tourServices, tenant, (ctx) => visitorHandlers.changeMine(ctx, { id, act: 'cancel', reason: 'Ill' }));
  await account({ phone });
  expect(await listed(), 'a number that is only said').toEqual([]);
  await account({ phone_proved_at: new Date(hoursAfterNow(-181 * 24)) });
  expect(await listed(), 'shown too long ago').toEqual([]);
  await account({ phone_proved_at: new Date(tourNow) });
  expect(await listed()).toEqual([id]);
  const made = (created_at: Date, phone_proved = true) =>
    tourDb().updateTable('tour').set({ created_at, phone_proved }).where('id', '=', id).execute();
  await made(new Date(hoursAfterNow(-200 * 24)));
  expect(await listed(), 'booked by whoever had the number before').toEqual([]);
  await expect(cancel()).rejects.toMatchObject({ failure: 'notFound' });
  await made(new Date(tourNow), false);
  expect(await listed(), 'a number the visitor only said').toEqual([]);
  await made(new Date(tourNow));
  expect(await cancel()).toMatchObject({ id, status: 'canceled' });
});
