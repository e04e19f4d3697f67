import { sql } from 'kysely';
import type { Role } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { codeHash } from '#server/identity/contact/phone-code.ts';
import { hashOf, keyOf } from '#server/tour/rows.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';
import { addListing, addPictures, addProperty, addUnit } from '#test/worlds/market.ts';

let n = 0;
const first = ({ database: { db } }: House, user_type: number) =>
  db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', user_type).orderBy('id').executeTakeFirstOrThrow();
const week = JSON.stringify(Object.fromEntries(['1', '2', '3', '4', '5', '6', '7'].map((d) => [d, [[0, 1440]]])));

/** Hours round the clock: whenever the sweep asks, a slot is free. */
async function host(house: House, person: { id: number; company_id: number | null }): Promise<void> {
  const row = { company_id: person.company_id ?? 0, hours: week, minutes: 10, buffer_minutes: 0, most_a_day: 48 };
  await house.database.db
    .insertInto('tour_host')
    .values({ person_id: person.id, ...row })
    .onConflict((oc) => oc.column('person_id').doUpdateSet(row))
    .execute();
}

/** A home of the first owner, who is the one the sweep asks as, with a slot of its own each time. */
async function home(house: House) {
  const owner = await first(house, 4);
  await host(house, owner);
  // What examples before it left in the owner's days is not in its way.
  const { db } = house.database;
  await db.updateTable('viewing').set({ closed_at: clock.now() }).where('host_id', '=', owner.id).where('closed_at', 'is', null).execute();
  await db.updateTable('inspection').set({ inspector_id: null }).where('inspector_id', '=', owner.id).execute();
  const property = await addProperty(house, owner.company_id ?? 0);
  await addPictures(house, property);
  const unit = await addUnit(house, property);
  return { owner, property, unit, listing: await addListing(house, { property, unit }) };
}
const at = () => new Date(Math.ceil(clock.ms() / 600_000) * 600_000 + 30 * 3_600_000 + ++n * 600_000);

async function tour(house: House, facts: object = {}): Promise<number> {
  const { owner, property, unit, listing } = await home(house);
  const { db } = house.database;
  const starts = at();
  const ends = new Date(starts.getTime() + 600_000);
  const common = { company_id: owner.company_id ?? 0, property_id: property, unit_id: unit, listing_id: listing, host_id: owner.id };
  const viewing = await db
    .insertInto('viewing')
    .values({ ...common, during: sql<string>`tstzrange(${starts}, ${ends})`, taken: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tenant = await first(house, 0);
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
    .set({ token_hash: hashOf(keyOf(row)) })
    .where('id', '=', row.id)
    .execute();
  return row.id;
}
/** A viewing several may come to. */
async function group(house: House): Promise<number> {
  const { owner, property, listing } = await home(house);
  const starts = at();
  const row = await house.database.db
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

/** A visit that took place, of which nothing was said yet. */
const seen = (house: House) => tour(house, { status: 'attended', lapse_at: null });
const opinion = { liked: true, reasons: ['light', 'water'], price: 'fair', note: 'The kitchen is small' };

/** A visit to the home the first tenant lives in, which waits for their word. */
async function livedIn(house: House): Promise<number> {
  const { db } = house.database;
  const id = await tour(house, { consent: 'asked' });
  const { unit_id, property_id, company_id } = await db.selectFrom('tour').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const person = await first(house, 0);
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

const unthrottled = (house: House) => house.database.db.deleteFrom('throttle').execute();
const nobodyOpen = (house: House) =>
  house.database.db.updateTable('tour').set({ status: 'canceled' }).where('status', 'in', ['requested', 'confirmed']).execute();
const hours = { hours: { '1': [[540, 1020]] }, minutes: 30, buffer_minutes: 30, most_a_day: 8, instant: false };

const examples: Readonly<Record<string, Example>> = {
  'tour.all': async () => ({ page: 1 }),
  'tour.details': async (house) => ({ id: await tour(house) }),
  'tour.move': async (house) => ({ id: await tour(house), move: 'confirm' }),
  'tour.reschedule': async (house) => ({ id: await tour(house), from: at().toISOString() }),
  'tour.consent': async (house) => ({ id: await tour(house, { consent: 'asked' }), consent: 'given' }),
  'tour.hosts': async (house) => ({ id: await tour(house) }),
  'tour.reassign': async (house) => {
    const id = await tour(house);
    const owner = await first(house, 4);
    const other = await house.database.db
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
  'tour.schedule': async () => ({ day_from: clock.today(), day_to: addDays(clock.today(), 6) }),
  'tour.hours': async () => ({}),
  'tour.saveHours': async () => hours,
  'tour.saveDay': async () => ({ day: addDays(clock.today(), 3), ranges: [], note: 'Away' }),
  'tour.dropDay': async (house) => {
    const owner = await first(house, 4);
    const day = addDays(clock.today(), 10 + (++n % 200));
    await house.database.db
      .insertInto('tour_day')
      .values({ host_id: owner.id, company_id: owner.company_id ?? 0, day })
      .onConflict((oc) => oc.doNothing())
      .execute();
    return { day };
  },
  'tour.makeFeed': async () => ({}),
  'tour.dropFeed': async (house) => {
    const owner = await first(house, 4);
    await host(house, owner);
    await house.database.db
      .updateTable('tour_host')
      .set({ feed_hash: `example-${++n}` })
      .where('person_id', '=', owner.id)
      .execute();
    return {};
  },
  'tour.openViewing': async (house) => ({ listing_id: (await home(house)).listing, from: at().toISOString(), minutes: 10, capacity: 6 }),
  'tour.viewing': async (house) => ({ id: await group(house) }),
  'tour.closeViewing': async (house) => ({ id: await group(house), reason: 'Rain' }),
  'tour.feedback': async (house) => ({ id: await seen(house), ...opinion }),
  'tour.feedbackByLink': async (house) => ({ key: keyOf({ id: await seen(house) }), ...opinion }),
  'tour.homeVisits': async () => ({}),
  'tour.answerVisit': async (house) => ({ id: await livedIn(house), consent: 'given' }),
  'tour.slots': async (house) => ({ listing_id: (await home(house)).listing }),
  'tour.askCode': async (house) => {
    await unthrottled(house);
    return { listing_id: (await home(house)).listing, phone: '0712 345 678' };
  },
  'tour.book': async (house) => {
    await nobodyOpen(house);
    const { listing } = await home(house);
    const [phone, code, asked] = ['+254712345678', '123456', `example${++n}`];
    const later = new Date(clock.ms() + 600_000);
    await house.database.db
      .insertInto('phone_code')
      .values({ phone, challenge: `for:tour:${listing}:${asked}`, code_hash: codeHash(house.secret, phone, code), expires_at: later })
      .execute();
    return { listing_id: listing, from: at().toISOString(), name: 'Wanjiru', phone, code, asked };
  },
  'tour.mine': async () => ({ page: 1 }),
  'tour.act': async (house) => ({ id: await tour(house), act: 'cancel' }),
  'tour.another': async (house) => ({ id: await tour(house), from: at().toISOString() }),
  'tour.byLink': async (house) => ({ key: keyOf({ id: await tour(house) }) }),
  'tour.actByLink': async (house) => ({ key: keyOf({ id: await tour(house) }), act: 'cancel' }),
  'tour.anotherByLink': async (house) => ({ key: keyOf({ id: await tour(house) }), from: at().toISOString() }),
};
const visitors = ['mine', 'act', 'another', 'book', 'feedback', 'homeVisits', 'answerVisit'] as const;
const anybody = ['slots', 'askCode', 'byLink', 'actByLink', 'anotherByLink', 'feedbackByLink'] as const;
const askers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = Object.fromEntries(
  Object.keys(examples)
    .filter((key) => !anybody.some((name) => key === `tour.${name}`))
    .map((key) => [key, visitors.some((name) => key === `tour.${name}`) ? ('tenant' as const) : ('owner' as const)]),
);

export const roomExamples: RoomExamples = { examples, askers };
