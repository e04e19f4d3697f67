import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';
import { asNow, type Somebody } from '#test/world.ts';
import { addBooking, saidBy } from '#test/worlds/bookings.ts';
import { addListing, addProperty, addUnit } from '#test/worlds/market.ts';

let n = 0;
/** The first of a kind there is: whom the sweep asks as. */
const first = async (house: House, userType: number): Promise<Somebody> => {
  const row = await house.database.db
    .selectFrom('person')
    .select(['id', 'email'])
    .where('user_type', '=', userType)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return asNow(house, { id: row.id, email: row.email ?? '' });
};
const place = async (house: House) => {
  const owner = await first(house, 4);
  const property = await addProperty(house, owner.me.companyId ?? 0);
  return { company: owner.me.companyId ?? 0, property, unit: await addUnit(house, property) };
};
const booking = async (house: House, facts: Parameters<typeof addBooking>[3] = {}) =>
  addBooking(house, await place(house), await first(house, 0), facts);
const ended = (house: House) =>
  house.database.db
    .updateTable('booking')
    .set({ status: 'canceled', decide_by: null, pay_until: null })
    .where('status', 'in', ['await_screening', 'await_payment', 'confirmed'])
    .execute();
const offer = async (house: House) => addListing(house, await place(house));
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const start = () => addDays(clock.today(), 10);
const apply = async (house: House) => ({
  listing_id: await offer(house),
  starts_on: start(),
  term_months: 12,
  consents: ['sharing'],
  ...saidBy(++n),
});

const examples: Readonly<Record<string, Example>> = {
  'application.mine': async () => ({}),
  'application.save': async () => ({ ...saidBy(++n), consents: ['sharing'] }),
  'application.addPaper': async (house) => {
    await booking(house);
    await house.database.db.deleteFrom('application_file').execute();
    return { kind: 'identity', paper: png };
  },
  'application.removePaper': async (house) => {
    await booking(house);
    const { db } = house.database;
    const own = await db.selectFrom('application').select('id').where('erased_at', 'is', null).orderBy('version', 'desc').executeTakeFirstOrThrow();
    const row = await db
      .insertInto('application_file')
      .values({ application_id: own.id, kind: 'other', name: 'a.png', mime: 'image/png', bytes: 1, stored: `${'a'.repeat(40)}.bin` })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: row.id };
  },
  'application.erase': async (house) => {
    await ended(house);
    return {};
  },
  'application.report': async (house) => ({ booking_id: await booking(house), body: 'They ask for money before the viewing' }),
  'application.endReport': async (house) => ({ booking_id: await booking(house) }),
  // With a report, so that the platform may read it too.
  'application.read': async (house) => {
    const booking_id = await booking(house);
    const { db } = house.database;
    const { application_id, person_id } = await db
      .selectFrom('booking')
      .select(['application_id', 'person_id'])
      .where('id', '=', booking_id)
      .executeTakeFirstOrThrow();
    const report = {
      booking_id,
      application_id: application_id ?? 0,
      person_id,
      body: 'They ask for money',
      until: new Date(clock.ms() + 86_400_000),
    };
    await db.insertInto('application_report').values(report).execute();
    return { booking_id };
  },
  'booking.quote': async (house) => ({ listing_id: await offer(house) }),
  'booking.apply': apply,
  'booking.mine': async () => ({ page: 1 }),
  'booking.all': async () => ({ page: 1 }),
  'booking.board': async () => ({}),
  'booking.details': async (house) => ({ id: await booking(house) }),
  'booking.compare': async (house) => {
    const at = await place(house);
    await addBooking(house, at, await first(house, 0));
    return { unit_id: at.unit };
  },
  'booking.check': async (house) => ({ id: await booking(house), what: 'identity', outcome: 'pass' }),
  'booking.shortlist': async (house) => ({ id: await booking(house), on: true }),
  'booking.ask': async (house) => ({ id: await booking(house), what: ['income'], note: 'A payslip' }),
  'booking.answer': async (house) => ({ id: await booking(house, { stage: 'info_requested' }), note: 'It is there now' }),
  'booking.approve': async (house) => ({ id: await booking(house, { checked: true }) }),
  'booking.decline': async (house) => ({ id: await booking(house), reason: 'papers' }),
  'booking.cancel': async (house) => ({ id: await booking(house), reason: 'We found another home' }),
  'booking.evidence': async (house) => ({ id: await booking(house, { status: 'await_payment' }), evidence: png }),
  'booking.confirm': async (house) => {
    const owner = await first(house, 4);
    const file = await house.database.db
      .insertInto('media_file')
      .values({ purpose: 'document', visibility: 'private', name: 'receipt.pdf', company_id: owner.me.companyId, uploaded_by: owner.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const id = await booking(house, { status: 'await_payment' });
    await house.database.db
      .updateTable('booking')
      .set({ evidence: [file.id] })
      .where('id', '=', id)
      .execute();
    return { id, file_id: file.id, cents: 9_000_000, how: 'mpesa', on: clock.today() };
  },
  'booking.correct': async (house) => ({
    id: await booking(house, { status: 'confirmed' }),
    file_id: null,
    ...{ cents: 8_000_000, how: 'bank', on: clock.today(), reason: 'The rest came by bank' },
  }),
  'booking.receipt': async (house) => ({ id: await booking(house, { status: 'await_payment' }), receipt: png }),
  'booking.sayPaid': async (house) => ({
    id: await booking(house, { status: 'await_payment' }),
    file_id: null,
    ...{ cents: 9_000_000, how: 'mpesa', on: clock.today(), note: 'QX12' },
  }),
  'booking.erase': async (house) => ({ id: await booking(house, { status: 'declined', application: false }) }),
};

export const roomExamples: RoomExamples = { examples, askers: { 'booking.compare': 'owner' } };
