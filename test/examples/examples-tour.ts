import { sql } from 'kysely';
import type { Role } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { hashPhoneCode } from '#server/identity/contact/phone-code.ts';
import { hashTourKey, makeTourKey } from '#server/tour/rows.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import { addListing, addPictures, addProperty, addUnit } from '#test/fixtures/market.ts';

let n = 0;
const first = ({ database: { db } }: TestServices, user_type: number) =>
  db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', user_type).orderBy('id').executeTakeFirstOrThrow();
const week = JSON.stringify(Object.fromEntries(['1', '2', '3', '4', '5', '6', '7'].map((d) => [d, [[0, 1440]]])));

/** Hours around the clock, so that a slot is available at any time of the sweep. */
async function host(services: TestServices, person: { id: number; company_id: number | null }): Promise<void> {
  const row = { company_id: person.company_id ?? 0, hours: week, minutes: 10, buffer_minutes: 0, most_a_day: 48 };
  await services.database.db
    .insertInto('tour_host')
    .values({ person_id: person.id, ...row })
    .onConflict((oc) => oc.column('person_id').doUpdateSet(row))
    .execute();
}

/** A home of the first owner, whose account the sweep uses, with a new slot each time. */
async function home(services: TestServices) {
  const owner = await first(services, 4);
  await host(services, owner);
  // Clears tours of earlier examples from the owner's days.
  const { db } = services.database;
  await db.updateTable('viewing').set({ closed_at: clock.now() }).where('host_id', '=', owner.id).where('closed_at', 'is', null).execute();
  await db.updateTable('inspection').set({ inspector_id: null }).where('inspector_id', '=', owner.id).execute();
  const property = await addProperty(services, owner.company_id ?? 0);
  await addPictures(services, property);
  const unit = await addUnit(services, property);
  return { owner, property, unit, listing: await addListing(services, { property, unit }) };
}
const at = () => new Date(Math.ceil(clock.ms() / 600_000) * 600_000 + 30 * 3_600_000 + ++n * 600_000);

async function tour(services: TestServices, facts: object = {}): Promise<number> {
  const { owner, property, unit, listing } = await home(services);
  const { db } = services.database;
  const starts = at();
  const ends = new Date(starts.getTime() + 600_000);
  const common = { company_id: owner.company_id ?? 0, property_id: property, unit_id: unit, listing_id: listing, host_id: owner.id };
  const viewing = await db
    .insertInto('viewing')
    .values({ ...common, during: sql<string>`tstzrange(${starts}, ${ends})`, taken: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tenant = await first(services, 0);
  const row = await db
    .insertInto('tour')
    .values({
      ...common,
      viewing_id: viewing.id,
      person_id: tenant.id,
      name: 'Wanjiru',
      phone: '+254712345678',
      starts_at: starts,
      ends_at: ends,
      lapse_at: ends,
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('tour')
    .set({ token_hash: hashTourKey(makeTourKey(row)) })
    .where('id', '=', row.id)
    .execute();
  return row.id;
}
/** A group tour. */
async function group(services: TestServices): Promise<number> {
  const { owner, property, listing } = await home(services);
  const starts = at();
  const row = await services.database.db
    .insertInto('viewing')
    .values({
      company_id: owner.company_id ?? 0,
      property_id: property,
      listing_id: listing,
      host_id: owner.id,
      during: sql<string>`tstzrange(${starts}, ${new Date(starts.getTime() + 600_000)})`,
      is_group: true,
      capacity: 5,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A completed tour without a result. */
const seen = (services: TestServices) => tour(services, { status: 'attended', lapse_at: null });
const opinion = { liked: true, reasons: ['light', 'water'], price: 'fair', note: 'The kitchen is small' };

/** A tour of the first tenant's home, which needs their answer. */
async function livedIn(services: TestServices): Promise<number> {
  const { db } = services.database;
  const id = await tour(services, { consent: 'asked' });
  const { unit_id, property_id, company_id } = await db.selectFrom('tour').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const person = await first(services, 0);
  const known = await db
    .selectFrom('tenant')
    .select('id')
    .where('company_id', '=', company_id)
    .where('person_id', '=', person.id)
    .where('merged_into', 'is', null)
    .executeTakeFirst();
  const tenant =
    known ?? (await db.insertInto('tenant').values({ company_id, person_id: person.id, name: 'Wanjiru' }).returning('id').executeTakeFirstOrThrow());
  const tenancy = await db
    .insertInto('tenancy')
    .values({
      company_id,
      property_id,
      unit_id: unit_id ?? 0,
      listing_type: 0,
      status: 'active',
      term_type: 'periodic',
      starts_on: addDays(clock.today(), -300),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('tenancy_person').values({ tenancy_id: tenancy.id, tenant_id: tenant.id, role: 'lead', share_bp: 10_000 }).execute();
  return id;
}

const unthrottled = (services: TestServices) => services.database.db.deleteFrom('throttle').execute();
const nobodyOpen = (services: TestServices) =>
  services.database.db.updateTable('tour').set({ status: 'canceled' }).where('status', 'in', ['requested', 'confirmed']).execute();
const hours = { hours: { '1': [[540, 1020]] }, minutes: 30, buffer_minutes: 30, most_a_day: 8, instant: false };

const examples: Readonly<Record<string, CallExampleBuilder>> = {
  'tour.list': async () => ({ page: 1 }),
  'tour.details': async (services) => ({ id: await tour(services) }),
  'tour.move': async (services) => ({ id: await tour(services), move: 'confirm' }),
  'tour.reschedule': async (services) => ({ id: await tour(services), from: at().toISOString() }),
  'tour.recordConsent': async (services) => ({ id: await tour(services, { consent: 'asked' }), consent: 'given' }),
  'tour.listHosts': async (services) => ({ id: await tour(services) }),
  'tour.reassign': async (services) => {
    const id = await tour(services);
    const owner = await first(services, 4);
    const other = await services.database.db
      .insertInto('person')
      .values({
        name: 'Another',
        email: `another-host${++n}@makao.test`,
        user_type: 4,
        company_id: owner.company_id,
        onboarding: false,
        verified_status: 'verified',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, host_id: other.id };
  },
  'tour.listSchedule': async () => ({ day_from: clock.today(), day_to: addDays(clock.today(), 6) }),
  'tour.hostHours': async () => ({}),
  'tour.saveHours': async () => hours,
  'tour.saveDay': async () => ({ day: addDays(clock.today(), 3), ranges: [], note: 'Away' }),
  'tour.dropDay': async (services) => {
    const owner = await first(services, 4);
    const day = addDays(clock.today(), 10 + (++n % 200));
    await services.database.db
      .insertInto('tour_day')
      .values({ host_id: owner.id, company_id: owner.company_id ?? 0, day })
      .onConflict((oc) => oc.doNothing())
      .execute();
    return { day };
  },
  'tour.makeFeed': async () => ({}),
  'tour.dropFeed': async (services) => {
    const owner = await first(services, 4);
    await host(services, owner);
    await services.database.db
      .updateTable('tour_host')
      .set({ feed_hash: `example-${++n}` })
      .where('person_id', '=', owner.id)
      .execute();
    return {};
  },
  'tour.openViewing': async (services) => ({ listing_id: (await home(services)).listing, from: at().toISOString(), minutes: 10, capacity: 6 }),
  'tour.viewingDetails': async (services) => ({ id: await group(services) }),
  'tour.closeViewing': async (services) => ({ id: await group(services), reason: 'Rain' }),
  'tour.feedback': async (services) => ({ id: await seen(services), ...opinion }),
  'tour.feedbackByLink': async (services) => ({ key: makeTourKey({ id: await seen(services) }), ...opinion }),
  'tour.homeVisits': async () => ({}),
  'tour.answerVisit': async (services) => ({ id: await livedIn(services), consent: 'given' }),
  'tour.listSlots': async (services) => ({ listing_id: (await home(services)).listing }),
  'tour.askCode': async (services) => {
    await unthrottled(services);
    return { listing_id: (await home(services)).listing, phone: '0712 345 678' };
  },
  'tour.book': async (services) => {
    await nobodyOpen(services);
    const { listing } = await home(services);
    const [phone, code, asked] = ['+254712345678', '123456', `example${++n}`];
    const later = new Date(clock.ms() + 600_000);
    await services.database.db
      .insertInto('phone_code')
      .values({ phone, challenge: `for:tour:${listing}:${asked}`, code_hash: hashPhoneCode(services.secret, phone, code), expires_at: later })
      .execute();
    return { listing_id: listing, from: at().toISOString(), name: 'Wanjiru', phone, code, asked };
  },
  'tour.listMine': async () => ({ page: 1 }),
  'tour.changeMine': async (services) => ({ id: await tour(services), act: 'cancel' }),
  'tour.rescheduleMine': async (services) => ({ id: await tour(services), from: at().toISOString() }),
  'tour.detailsByLink': async (services) => ({ key: makeTourKey({ id: await tour(services) }) }),
  'tour.changeByLink': async (services) => ({ key: makeTourKey({ id: await tour(services) }), act: 'cancel' }),
  'tour.rescheduleByLink': async (services) => ({ key: makeTourKey({ id: await tour(services) }), from: at().toISOString() }),
};
const visitors = ['listMine', 'changeMine', 'rescheduleMine', 'book', 'feedback', 'homeVisits', 'answerVisit'] as const;
const anybody = ['listSlots', 'askCode', 'detailsByLink', 'changeByLink', 'rescheduleByLink', 'feedbackByLink'] as const;
const askers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = Object.fromEntries(
  Object.keys(examples)
    .filter((key) => !anybody.some((name) => key === `tour.${name}`))
    .map((key) => [key, visitors.some((name) => key === `tour.${name}`) ? ('tenant' as const) : ('owner' as const)]),
);

export const moduleExamples: ModuleExamples = { examples, askers };
