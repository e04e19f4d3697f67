import { expect, test } from 'vitest';
import { unitMoved } from '#server/listing/clock.ts';
import { make } from '#server/tenancy/service.ts';
import { ctxOf, inTransaction, somebody } from '#test/world.ts';
import { booked, db, friday, heard, house, later, now, rowOf, shown, tourTests, visits } from '#test/worlds/tours.ts';

tourTests();

test('a home that is let meanwhile is shown to nobody: the tour ends, both are told, and its page says that it is gone', async () => {
  const home = await shown({ instant: true });
  const { id } = await booked(home, friday(9));
  expect(await rowOf(id)).toMatchObject({ status: 'confirmed' });
  await inTransaction(house, home.owner, (ctx) =>
    make(ctx, {
      ...{ unitId: home.unit, startsOn: '2027-03-01', endsOn: null, termType: 'periodic', rentCents: 100, period: 2, depositCents: 0 },
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: '2027-03-25' },
      people: [{ somebody: { personId: null, name: 'First', phone: '+254713699998', email: null }, role: 'lead', shareBp: 10_000 }],
    }),
  );
  await unitMoved(db(), home.unit);
  expect(await rowOf(id)).toMatchObject({ status: 'canceled', reason: 'the home is no longer offered' });
  expect(await heard('tour.canceled', id)).toHaveLength(2);
  const slots = () => visits.slots(ctxOf(house, null), { listing_id: home.listing, mode: 'in_person' });
  await db()
    .updateTable('listing')
    .set({ published_at: new Date('2027-01-01') })
    .where('id', '=', home.listing)
    .execute();
  await expect(slots()).rejects.toMatchObject({ failure: 'gone' });
  await db().updateTable('listing').set({ published_at: null }).where('id', '=', home.listing).execute();
  await expect(slots(), 'what strangers never saw').rejects.toMatchObject({ failure: 'notFound' });
});

test('whoever is signed in finds their number there; once it was shown to be theirs, no code is asked for', async () => {
  const home = await shown();
  const visitor = await somebody(house, 'tenant');
  const slots = () => visits.slots(ctxOf(house, visitor), { listing_id: home.listing, mode: 'in_person' });
  const phone = '+254722099123';
  await db().updateTable('person').set({ phone, phone_proved_at: null }).where('id', '=', visitor.id).execute();
  expect(await slots()).toMatchObject({ phone, phone_proved: false });
  await db().updateTable('person').set({ phone_proved_at: new Date() }).where('id', '=', visitor.id).execute();
  expect(await slots()).toMatchObject({ phone, phone_proved: true });
});

test('no SMS is spent on a time that cannot be had', async () => {
  const home = await shown();
  const ask = (from: string) =>
    inTransaction(house, null, (ctx) =>
      visits.askCode(ctx, { listing_id: home.listing, from, mode: 'in_person', phone: '+254722099124', by: 'sms', locale: 'en' }),
    );
  await expect(ask('2027-03-20T06:00:00.000Z')).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { from: expect.any(String) } } });
  expect(await ask(friday(9))).toEqual({ asked: expect.any(String) });
});

test('what was booked without an account is in the account that shows the number is theirs, and of nobody who has it later', async () => {
  const home = await shown({ instant: true });
  const { id, phone } = await booked(home, friday(9));
  await db().updateTable('tour').set({ person_id: null, phone_proved: true }).where('id', '=', id).execute();
  const tenant = await somebody(house, 'tenant');
  const listed = async () => (await visits.mine(ctxOf(house, tenant), { page: 1, page_size: 10 })).results.map((one) => one.id);
  const account = (facts: object) => db().updateTable('person').set(facts).where('id', '=', tenant.id).execute();
  const cancel = () => inTransaction(house, tenant, (ctx) => visits.act(ctx, { id, act: 'cancel', reason: 'Ill' }));
  await account({ phone });
  expect(await listed(), 'a number that is only said').toEqual([]);
  await account({ phone_proved_at: new Date(later(-181 * 24)) });
  expect(await listed(), 'shown too long ago').toEqual([]);
  await account({ phone_proved_at: new Date(now) });
  expect(await listed()).toEqual([id]);
  const made = (created_at: Date, phone_proved = true) => db().updateTable('tour').set({ created_at, phone_proved }).where('id', '=', id).execute();
  await made(new Date(later(-200 * 24)));
  expect(await listed(), 'booked by whoever had the number before').toEqual([]);
  await expect(cancel()).rejects.toMatchObject({ failure: 'notFound' });
  await made(new Date(now), false);
  expect(await listed(), 'a number the visitor only said').toEqual([]);
  await made(new Date(now));
  expect(await cancel()).toMatchObject({ id, status: 'canceled' });
});
