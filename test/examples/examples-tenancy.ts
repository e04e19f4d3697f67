import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { endOn, hold } from '#server/stay/service.ts';
import { make } from '#server/tenancy/service.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';
import { addUnit, place } from '#test/worlds/market.ts';

let n = 0;
const phone = () => `+25471${String(3_000_000 + ++n)}`;
/** The owner the sweep asks as is the first of them. */
const first = (house: House, user_type: number) =>
  house.database.db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', user_type).orderBy('id').executeTakeFirstOrThrow();
const unitOfFirst = async (house: House) => {
  const owner = await first(house, 4);
  const mine = await house.database.db
    .selectFrom('property')
    .select('id')
    .where('company_id', '=', owner.company_id ?? 0)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return mine ? addUnit(house, mine.id) : (await place(house)).unit;
};
/** One that has not begun, or one that is lived in. */
const tenancy = async (house: House, livedIn = false) => {
  const unitId = await unitOfFirst(house);
  const today = clock.today();
  const { id } = await house.database.db.transaction().execute((tx) =>
    make(atClock(tx), {
      unitId,
      startsOn: livedIn ? addDays(today, -60) : today,
      endsOn: addDays(today, 300),
      people: [{ somebody: { personId: null, name: 'Achieng', phone: phone(), email: null }, role: 'lead', shareBp: 10_000 }],
      rentCents: 4_500_000,
      period: 2,
      depositCents: 4_500_000,
      ...(livedIn ? { opening: { balance_cents: 0, deposit_held_cents: 0, as_of: today } } : {}),
    }),
  );
  return id;
};

const examples: Readonly<Record<string, Example>> = {
  'tenancy.all': async (house) => {
    await tenancy(house);
    return { page: 1 };
  },
  'tenancy.counts': async () => ({}),
  'tenancy.csv': async () => ({}),
  'tenancy.units': async () => ({}),
  'tenancy.people': async () => ({}),
  'tenancy.mine': async () => ({ page: 1 }),
  'tenancy.details': async (house) => ({ id: await tenancy(house) }),
  'tenancy.ofUnit': async (house) => ({ unit_id: await unitOfFirst(house) }),
  'tenancy.statement': async (house) => ({ id: await tenancy(house) }),
  'tenancy.create': async (house) => ({
    unit_id: await unitOfFirst(house),
    starts_on: clock.today(),
    ends_on: addDays(clock.today(), 364),
    rent_cents: 4_500_000,
    people: [{ name: 'Kamau', phone: phone(), role: 'lead', share_bp: 10_000 }],
  }),
};

const later = (days: number) => addDays(clock.today(), days);
const lived = async (house: House) => ({ id: await tenancy(house, true) });
const pdf = Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1');
/** Somebody with an account pays for it; they are the first tenant, whom the sweep asks as. */
const theirs = async (house: House, livedIn: boolean) => {
  const id = await tenancy(house, livedIn);
  const { id: personId } = await first(house, 0);
  const { db } = house.database;
  const { company_id } = await db.selectFrom('tenancy').select('company_id').where('id', '=', id).executeTakeFirstOrThrow();
  const known = await db.selectFrom('tenant').select('id').where('company_id', '=', company_id).where('person_id', '=', personId).executeTakeFirst();
  const tenant =
    known ?? (await db.insertInto('tenant').values({ company_id, person_id: personId, name: 'Wanjiru' }).returning('id').executeTakeFirstOrThrow());
  await db.updateTable('tenancy_person').set({ tenant_id: tenant.id }).where('tenancy_id', '=', id).execute();
  return id;
};
const offer = async (house: House, id: number) => {
  const term = { version: 1, starts_on: later(301), ends_on: later(600), rent_cents: 4_600_000, until: later(20), message: '' };
  await house.database.db
    .updateTable('tenancy')
    .set({ renewal: JSON.stringify(term), stage: 'renewal' })
    .where('id', '=', id)
    .execute();
  return { id, term };
};
const offered = async (house: House) => ({ id: (await offer(house, await theirs(house, true))).id });

/** Somebody with an account was asked whether they leave sooner than their notice says. */
const asked = async (house: House) => {
  const id = await theirs(house, true);
  const ask = { version: 1, on: later(5), kind: 'notice', reason: '', by: null, at: clock.now().toISOString() };
  await house.database.db
    .updateTable('tenancy')
    .set({ leaving_ask: JSON.stringify(ask) })
    .where('id', '=', id)
    .execute();
  return { id };
};

/** Somebody with an account is asked whether another pays in their place. */
const askedToLeaveLease = async (house: House) => {
  const id = await theirs(house, true);
  const { db } = house.database;
  const { tenant_id } = await db.selectFrom('tenancy_person').select('tenant_id').where('tenancy_id', '=', id).executeTakeFirstOrThrow();
  const { company_id } = await db.selectFrom('tenancy').select('company_id').where('id', '=', id).executeTakeFirstOrThrow();
  const next = await db.insertInto('tenant').values({ company_id, name: 'Otieno', phone: phone() }).returning('id').executeTakeFirstOrThrow();
  const people = [{ tenant_id: next.id, role: 'lead', share_bp: 10_000 }];
  const ask = { version: 1, from: clock.today(), people, asked: [tenant_id], yes: [], reason: '', by: null, at: clock.now().toISOString() };
  await db
    .updateTable('tenancy')
    .set({ people_ask: JSON.stringify(ask) })
    .where('id', '=', id)
    .execute();
  return { id };
};

/** Both agreed that today is their last day, and it was written down. */
const leavesToday = async (house: House) => {
  const { id } = await lived(house);
  const leaving = { on: clock.today(), kind: 'mutual', reason: 'Both agreed', by: null, at: clock.now().toISOString(), file: null };
  await house.database.db
    .updateTable('tenancy')
    .set({ leaving_on: clock.today(), leaving: JSON.stringify(leaving), stage: 'ending' })
    .where('id', '=', id)
    .execute();
  await sql`update stay set during = daterange(lower(during), ${later(1)}::date) where tenancy_id = ${id}`.execute(house.database.db);
  return { id };
};

const acts: Readonly<Record<string, Example>> = {
  'tenancy.activate': async (house) => {
    const id = await tenancy(house);
    const waived = Object.fromEntries(
      ['agreement', 'payment', 'inspection'].map((what) => [what, { reason: 'an example', by: null, at: clock.now().toISOString() }]),
    );
    await house.database.db
      .updateTable('tenancy')
      .set({ waived: JSON.stringify(waived) })
      .where('id', '=', id)
      .execute();
    return { id };
  },
  'tenancy.waive': async (house) => ({ id: await tenancy(house), what: 'payment', reason: 'Paid in cash at the gate' }),
  'tenancy.withdraw': async (house) => ({ id: await theirs(house, false), reason: 'Found a place nearer to work' }),
  'tenancy.leave': async (house) => ({ ...(await lived(house)), on: later(40), kind: 'notice', notice: pdf }),
  'tenancy.askLeaving': async (house) => ({ id: await theirs(house, true), on: later(5), kind: 'mutual', reason: 'Work upcountry' }),
  'tenancy.withdrawAsk': asked,
  'tenancy.agreeLeaving': async (house) => ({ ...(await asked(house)), version: 1 }),
  'tenancy.refuseLeaving': asked,
  'tenancy.stayOn': async (house) => {
    const { id } = await lived(house);
    await house.database.db
      .updateTable('tenancy')
      .set({ leaving_on: later(40), stage: 'ending' })
      .where('id', '=', id)
      .execute();
    return { id, reason: 'They stay after all' };
  },
  'tenancy.end': async (house) => ({
    ...(await leavesToday(house)),
    on: clock.today(),
    kind: 'mutual',
    reason: 'Both agreed',
    keys: true,
    readings: true,
    no_inspection: 'Nothing to look at',
  }),
  'tenancy.changeRent': async (house) => ({ ...(await lived(house)), rent_cents: 4_200_000, from: later(60) }),
  'tenancy.withdrawRent': async (house) => {
    const { id } = await lived(house);
    await sql`update tenancy_term set during = daterange(lower(during), ${later(60)}::date) where tenancy_id = ${id}`.execute(house.database.db);
    const { rows } = await sql<{
      id: number;
    }>`insert into tenancy_term (tenancy_id, during, rent_cents, why) values (${id}, daterange(${later(60)}::date, ${later(301)}::date), 4800000, 'rent_change') returning id`.execute(
      house.database.db,
    );
    return { id, term_id: rows[0]?.id };
  },
  'tenancy.addCharge': async (house) => ({
    ...(await lived(house)),
    label: 'Garbage',
    kind: 'garbage',
    cents: 30_000,
    often: 'monthly',
    from: later(60),
  }),
  'tenancy.stopCharge': async (house) => {
    const { id } = await lived(house);
    const { rows } = await sql<{
      id: number;
    }>`insert into tenancy_charge (tenancy_id, label, cents, during) values (${id}, 'Water', 100, daterange(${clock.today()}::date, null)) returning id`.execute(
      house.database.db,
    );
    return { id, charge_id: rows[0]?.id, last: later(30) };
  },
  'tenancy.changePeople': async (house) => ({
    ...(await lived(house)),
    from: clock.today(),
    people: [{ name: 'Otieno', phone: phone(), role: 'lead', share_bp: 10_000 }],
  }),
  'tenancy.withdrawPeople': askedToLeaveLease,
  'tenancy.agreePeople': async (house) => ({ ...(await askedToLeaveLease(house)), version: 1 }),
  'tenancy.refusePeople': askedToLeaveLease,
  'tenancy.transfer': async (house) => ({ ...(await lived(house)), unit_id: await unitOfFirst(house), reason: 'A bigger one came free' }),
  'tenancy.withdrawTransfer': async (house) => {
    const { id } = await lived(house);
    const unit_id = await unitOfFirst(house);
    await house.database.db.transaction().execute(async (tx) => {
      await endOn(atClock(tx), { tenancyId: id }, later(10));
      await hold(atClock(tx), { unitId: unit_id, from: later(10), to: null, tenancyId: id }, 'an example');
    });
    const plan = { unit_id, on: later(10), rent_cents: null, reason: 'an example', after: 'vacant' };
    await house.database.db
      .updateTable('tenancy')
      .set({ transfer: JSON.stringify(plan) })
      .where('id', '=', id)
      .execute();
    return { id };
  },
  'tenancy.offerRenewal': async (house) => ({ ...(await lived(house)), ends_on: later(660), rent_cents: 4_700_000, until: later(14) }),
  'tenancy.withdrawRenewal': offered,
  'tenancy.acceptRenewal': async (house) => {
    const { id, term } = await offer(house, await theirs(house, true));
    return { id, version: term.version };
  },
  'tenancy.declineRenewal': offered,
  'tenancy.recordRenewal': async (house) => ({ id: (await offer(house, await tenancy(house, true))).id, reason: 'By phone this morning' }),
};
const asTenant = [
  'tenancy.withdraw',
  'tenancy.agreeLeaving',
  'tenancy.refuseLeaving',
  'tenancy.acceptRenewal',
  'tenancy.declineRenewal',
  'tenancy.agreePeople',
  'tenancy.refusePeople',
];

const all = { ...examples, ...acts };
export const roomExamples: RoomExamples = {
  examples: all,
  askers: Object.fromEntries(Object.keys(all).map((key) => [key, asTenant.includes(key) ? ('tenant' as const) : ('owner' as const)])),
};
