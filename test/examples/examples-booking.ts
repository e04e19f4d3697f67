import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import { addBooking, buildApplicationInput } from '#test/fixtures/bookings.ts';
import { addListing, addProperty, addUnit } from '#test/fixtures/market.ts';
import { reloadTestPerson, type TestPerson } from '#test/people.ts';

let n = 0;
/** The first person of a type, whose account the sweep uses. */
const first = async (services: TestServices, userType: number): Promise<TestPerson> => {
  const row = await services.database.db
    .selectFrom('person')
    .select(['id', 'email'])
    .where('user_type', '=', userType)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return reloadTestPerson(services, { id: row.id, email: row.email ?? '' });
};
const place = async (services: TestServices) => {
  const owner = await first(services, 4);
  const property = await addProperty(services, owner.me.companyId ?? 0);
  return { company: owner.me.companyId ?? 0, property, unit: await addUnit(services, property) };
};
const booking = async (services: TestServices, facts: Parameters<typeof addBooking>[3] = {}) =>
  addBooking(services, await place(services), await first(services, 0), facts);
const ended = (services: TestServices) =>
  services.database.db
    .updateTable('booking')
    .set({ status: 'canceled', decide_by: null, pay_until: null })
    .where('status', 'in', ['await_screening', 'await_payment', 'confirmed'])
    .execute();
const offer = async (services: TestServices) => addListing(services, await place(services));
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const start = () => addDays(clock.today(), 10);
const apply = async (services: TestServices) => ({
  listing_id: await offer(services),
  starts_on: start(),
  term_months: 12,
  consents: ['sharing'],
  ...buildApplicationInput(++n),
});

const examples: Readonly<Record<string, CallExampleBuilder>> = {
  'application.details': async () => ({}),
  'application.save': async () => ({ ...buildApplicationInput(++n), consents: ['sharing'] }),
  'application.addDocument': async (services) => {
    await booking(services);
    await services.database.db.deleteFrom('application_file').execute();
    return { kind: 'identity', paper: png };
  },
  'application.removeDocument': async (services) => {
    await booking(services);
    const { db } = services.database;
    const own = await db.selectFrom('application').select('id').where('erased_at', 'is', null).orderBy('version', 'desc').executeTakeFirstOrThrow();
    const row = await db
      .insertInto('application_file')
      .values({ application_id: own.id, kind: 'other', name: 'a.png', mime: 'image/png', bytes: 1, stored: `${'a'.repeat(40)}.bin` })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: row.id };
  },
  'application.eraseOwn': async (services) => {
    await ended(services);
    return {};
  },
  'application.reportProblem': async (services) => ({ booking_id: await booking(services), body: 'They ask for money before the viewing' }),
  'application.withdrawReport': async (services) => ({ booking_id: await booking(services) }),
  // With a report, so that the platform may read it too.
  'application.readForBooking': async (services) => {
    const booking_id = await booking(services);
    const { db } = services.database;
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
  'booking.quoteListing': async (services) => ({ listing_id: await offer(services) }),
  'booking.apply': apply,
  'booking.listOwn': async () => ({ page: 1 }),
  'booking.list': async () => ({ page: 1 }),
  'booking.listByColumn': async () => ({}),
  'booking.details': async (services) => ({ id: await booking(services) }),
  'booking.compareForUnit': async (services) => {
    const at = await place(services);
    await addBooking(services, at, await first(services, 0));
    return { unit_id: at.unit };
  },
  'booking.recordCheck': async (services) => ({ id: await booking(services), what: 'identity', outcome: 'pass' }),
  'booking.setShortlisted': async (services) => ({ id: await booking(services), on: true }),
  'booking.requestInformation': async (services) => ({ id: await booking(services), what: ['income'], note: 'A payslip' }),
  'booking.answerRequest': async (services) => ({ id: await booking(services, { stage: 'info_requested' }), note: 'It is there now' }),
  'booking.approve': async (services) => ({ id: await booking(services, { checked: true }) }),
  'booking.decline': async (services) => ({ id: await booking(services), reason: 'papers' }),
  'booking.cancel': async (services) => ({ id: await booking(services), reason: 'We found another home' }),
  'booking.uploadEvidence': async (services) => ({ id: await booking(services, { status: 'await_payment' }), evidence: png }),
  'booking.confirmPayment': async (services) => {
    const owner = await first(services, 4);
    const file = await services.database.db
      .insertInto('media_file')
      .values({ purpose: 'document', visibility: 'private', name: 'receipt.pdf', company_id: owner.me.companyId, uploaded_by: owner.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const id = await booking(services, { status: 'await_payment' });
    await services.database.db
      .updateTable('booking')
      .set({ evidence: [file.id] })
      .where('id', '=', id)
      .execute();
    return { id, file_id: file.id, cents: 9_000_000, how: 'mpesa', on: clock.today() };
  },
  'booking.correctPayment': async (services) => ({
    id: await booking(services, { status: 'confirmed' }),
    file_id: null,
    cents: 8_000_000,
    how: 'bank',
    on: clock.today(),
    reason: 'The rest came by bank',
  }),
  'booking.uploadReceipt': async (services) => ({ id: await booking(services, { status: 'await_payment' }), receipt: png }),
  'booking.claimPaid': async (services) => ({
    id: await booking(services, { status: 'await_payment' }),
    file_id: null,
    cents: 9_000_000,
    how: 'mpesa',
    on: clock.today(),
    note: 'QX12',
  }),
  'booking.erase': async (services) => ({ id: await booking(services, { status: 'declined', application: false }) }),
};

export const moduleExamples: ModuleExamples = { examples, askers: { 'booking.compareForUnit': 'owner' } };
