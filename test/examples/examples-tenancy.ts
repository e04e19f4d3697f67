import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { reserveUnit, setStayEnd } from '#server/stay/service.ts';
import { createTenancy } from '#server/tenancy/service.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import { addUnit, createOwnerWithUnit } from '#test/fixtures/market.ts';

let n = 0;
const phone = () => `+25471${String(3_000_000 + ++n)}`;
/** The first person of a user type, whose account the sweep uses. */
const first = (services: TestServices, user_type: number) =>
  services.database.db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', user_type).orderBy('id').executeTakeFirstOrThrow();
const unitOfFirst = async (services: TestServices) => {
  const owner = await first(services, 4);
  const mine = await services.database.db
    .selectFrom('property')
    .select('id')
    .where('company_id', '=', owner.company_id ?? 0)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return mine ? addUnit(services, mine.id) : (await createOwnerWithUnit(services)).unit;
};
/** A tenancy before its start, or an occupied one. */
const tenancy = async (services: TestServices, livedIn = false) => {
  const unitId = await unitOfFirst(services);
  const today = clock.today();
  const { id } = await services.database.db.transaction().execute((tx) =>
    createTenancy(asClock(tx), {
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

const examples: Readonly<Record<string, CallExampleBuilder>> = {
  'tenancy.list': async (services) => {
    await tenancy(services);
    return { page: 1 };
  },
  'tenancy.countByStatus': async () => ({}),
  'tenancy.exportCsv': async () => ({}),
  'tenancy.findUnits': async () => ({}),
  'tenancy.findPeople': async () => ({}),
  'tenancy.listOwn': async () => ({ page: 1 }),
  'tenancy.details': async (services) => ({ id: await tenancy(services) }),
  'tenancy.listUnitStays': async (services) => ({ unit_id: await unitOfFirst(services) }),
  'tenancy.statementLink': async (services) => ({ id: await tenancy(services) }),
  'tenancy.create': async (services) => ({
    unit_id: await unitOfFirst(services),
    starts_on: clock.today(),
    ends_on: addDays(clock.today(), 364),
    rent_cents: 4_500_000,
    people: [{ name: 'Kamau', phone: phone(), role: 'lead', share_bp: 10_000 }],
  }),
};

const later = (days: number) => addDays(clock.today(), days);
const lived = async (services: TestServices) => ({ id: await tenancy(services, true) });
const pdf = Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1');
/** The payer has an account: the first tenant, whose account the sweep uses. */
const theirs = async (services: TestServices, livedIn: boolean) => {
  const id = await tenancy(services, livedIn);
  const { id: personId } = await first(services, 0);
  const { db } = services.database;
  const { company_id } = await db.selectFrom('tenancy').select('company_id').where('id', '=', id).executeTakeFirstOrThrow();
  const known = await db.selectFrom('tenant').select('id').where('company_id', '=', company_id).where('person_id', '=', personId).executeTakeFirst();
  const tenant =
    known ?? (await db.insertInto('tenant').values({ company_id, person_id: personId, name: 'Wanjiru' }).returning('id').executeTakeFirstOrThrow());
  await db.updateTable('tenancy_person').set({ tenant_id: tenant.id }).where('tenancy_id', '=', id).execute();
  return id;
};
const offer = async (services: TestServices, id: number) => {
  const term = { version: 1, starts_on: later(301), ends_on: later(600), rent_cents: 4_600_000, until: later(20), message: '' };
  await services.database.db
    .updateTable('tenancy')
    .set({ renewal: JSON.stringify(term), stage: 'renewal' })
    .where('id', '=', id)
    .execute();
  return { id, term };
};
const offered = async (services: TestServices) => ({ id: (await offer(services, await theirs(services, true))).id });

/** A tenant with an account was asked to leave earlier than the notice period. */
const asked = async (services: TestServices) => {
  const id = await theirs(services, true);
  const ask = { version: 1, on: later(5), kind: 'notice', reason: '', by: null, at: clock.now().toISOString() };
  await services.database.db
    .updateTable('tenancy')
    .set({ leaving_ask: JSON.stringify(ask) })
    .where('id', '=', id)
    .execute();
  return { id };
};

/** A tenant with an account is asked whether another person pays in their place. */
const askedToLeaveLease = async (services: TestServices) => {
  const id = await theirs(services, true);
  const { db } = services.database;
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

/** A recorded mutual agreement to end the tenancy today. */
const leavesToday = async (services: TestServices) => {
  const { id } = await lived(services);
  const leaving = { on: clock.today(), kind: 'mutual', reason: 'Both agreed', by: null, at: clock.now().toISOString(), file: null };
  await services.database.db
    .updateTable('tenancy')
    .set({ leaving_on: clock.today(), leaving: JSON.stringify(leaving), stage: 'ending' })
    .where('id', '=', id)
    .execute();
  await sql`update stay set during = daterange(lower(during), ${later(1)}::date) where tenancy_id = ${id}`.execute(services.database.db);
  return { id };
};

/** A recorded order, optionally with the tenant's objection. */
const ordered = async (services: TestServices, livedBy: Promise<number>, objects: boolean) => {
  const id = await livedBy;
  const at = clock.now().toISOString();
  const objection = objects ? { state: 'open', reason: 'I know of no order', by: null, at } : null;
  await services.database.db
    .updateTable('tenancy')
    .set({
      leaving_on: later(20),
      leaving: JSON.stringify({ on: later(20), kind: 'order', reason: 'Order 12 of 2026', by: null, at, file: 'order.pdf', objection }),
      stage: 'ending',
    })
    .where('id', '=', id)
    .execute();
  await sql`update stay set during = daterange(lower(during), ${later(21)}::date) where tenancy_id = ${id}`.execute(services.database.db);
  return { id };
};

const acts: Readonly<Record<string, CallExampleBuilder>> = {
  'tenancy.activate': async (services) => {
    const id = await tenancy(services);
    const waived = Object.fromEntries(
      ['agreement', 'payment', 'inspection'].map((what) => [what, { reason: 'an example', by: null, at: clock.now().toISOString() }]),
    );
    await services.database.db
      .updateTable('tenancy')
      .set({ waived: JSON.stringify(waived) })
      .where('id', '=', id)
      .execute();
    return { id };
  },
  'tenancy.waiveGuard': async (services) => ({ id: await tenancy(services), what: 'payment', reason: 'Paid in cash at the gate' }),
  'tenancy.acceptTerms': async (services) => {
    const id = await theirs(services, false);
    const { db } = services.database;
    const place = await db.selectFrom('tenancy_person').select('id').where('tenancy_id', '=', id).executeTakeFirstOrThrow();
    const ask = { version: 1, asked: [place.id], yes: [], until: null, by: null, at: clock.now().toISOString() };
    await db
      .updateTable('tenancy')
      .set({ terms_ask: JSON.stringify(ask) })
      .where('id', '=', id)
      .execute();
    return { id, version: 1 };
  },
  'tenancy.withdraw': async (services) => ({ id: await theirs(services, false), reason: 'Found a place nearer to work' }),
  'tenancy.recordNotice': async (services) => ({ ...(await lived(services)), on: later(40), kind: 'notice', notice: pdf }),
  'tenancy.requestShortNotice': async (services) => ({ id: await theirs(services, true), on: later(5), kind: 'mutual', reason: 'Work upcountry' }),
  'tenancy.withdrawShortNotice': asked,
  'tenancy.acceptShortNotice': async (services) => ({ ...(await asked(services)), version: 1 }),
  'tenancy.refuseShortNotice': asked,
  'tenancy.objectToNotice': async (services) => ({ ...(await ordered(services, theirs(services, true), false)), reason: 'I know of no order' }),
  'tenancy.withdrawObjection': async (services) => ordered(services, theirs(services, true), true),
  'tenancy.requestObjectionReview': async (services) => ({
    ...(await ordered(services, tenancy(services, true), true)),
    reason: 'The order is attached',
  }),
  'tenancy.cancelNotice': async (services) => {
    const { id } = await lived(services);
    await services.database.db
      .updateTable('tenancy')
      .set({ leaving_on: later(40), stage: 'ending' })
      .where('id', '=', id)
      .execute();
    return { id, reason: 'They stay after all' };
  },
  'tenancy.end': async (services) => ({
    ...(await leavesToday(services)),
    on: clock.today(),
    kind: 'mutual',
    reason: 'Both agreed',
    keys: true,
    readings: true,
    no_inspection: 'Nothing to look at',
  }),
  'tenancy.changeRent': async (services) => ({ ...(await lived(services)), rent_cents: 4_200_000, from: later(60) }),
  'tenancy.withdrawRent': async (services) => {
    const { id } = await lived(services);
    await sql`update tenancy_term set during = daterange(lower(during), ${later(60)}::date) where tenancy_id = ${id}`.execute(services.database.db);
    const { rows } = await sql<{
      id: number;
    }>`insert into tenancy_term (tenancy_id, during, rent_cents, why) values (${id}, daterange(${later(60)}::date, ${later(301)}::date), 4800000, 'rent_change') returning id`.execute(
      services.database.db,
    );
    return { id, term_id: rows[0]?.id };
  },
  'tenancy.addCharge': async (services) => ({
    ...(await lived(services)),
    label: 'Garbage',
    kind: 'garbage',
    cents: 30_000,
    often: 'monthly',
    from: later(60),
  }),
  'tenancy.stopCharge': async (services) => {
    const { id } = await lived(services);
    const { rows } = await sql<{
      id: number;
    }>`insert into tenancy_charge (tenancy_id, label, cents, during) values (${id}, 'Water', 100, daterange(${clock.today()}::date, null)) returning id`.execute(
      services.database.db,
    );
    return { id, charge_id: rows[0]?.id, last: later(30) };
  },
  'tenancy.changePeople': async (services) => ({
    ...(await lived(services)),
    from: clock.today(),
    people: [{ name: 'Otieno', phone: phone(), role: 'lead', share_bp: 10_000 }],
  }),
  'tenancy.withdrawPeopleChange': askedToLeaveLease,
  'tenancy.acceptPeopleChange': async (services) => ({ ...(await askedToLeaveLease(services)), version: 1 }),
  'tenancy.refusePeopleChange': askedToLeaveLease,
  'tenancy.transfer': async (services) => {
    const { id } = await lived(services);
    // Tenants with an account get their notice period; this example is carried out today.
    await services.database.db.updateTable('tenancy').set({ notice_days: 0 }).where('id', '=', id).execute();
    return { id, unit_id: await unitOfFirst(services), reason: 'A bigger one came free' };
  },
  'tenancy.withdrawTransfer': async (services) => {
    const { id } = await lived(services);
    const unit_id = await unitOfFirst(services);
    await services.database.db.transaction().execute(async (tx) => {
      await setStayEnd(asClock(tx), { tenancyId: id }, later(10));
      await reserveUnit(asClock(tx), { unitId: unit_id, from: later(10), to: null, tenancyId: id }, 'an example');
    });
    const plan = { unit_id, on: later(10), rent_cents: null, reason: 'an example', after: 'vacant' };
    await services.database.db
      .updateTable('tenancy')
      .set({ transfer: JSON.stringify(plan) })
      .where('id', '=', id)
      .execute();
    return { id };
  },
  'tenancy.offerRenewal': async (services) => ({ ...(await lived(services)), ends_on: later(660), rent_cents: 4_700_000, until: later(14) }),
  'tenancy.withdrawRenewal': offered,
  'tenancy.acceptRenewal': async (services) => {
    const { id, term } = await offer(services, await theirs(services, true));
    return { id, version: term.version };
  },
  'tenancy.declineRenewal': offered,
  'tenancy.recordRenewal': async (services) => ({ id: (await offer(services, await tenancy(services, true))).id, reason: 'By phone this morning' }),
};
const asTenant = [
  'tenancy.acceptTerms',
  'tenancy.objectToNotice',
  'tenancy.withdrawObjection',
  'tenancy.withdraw',
  'tenancy.acceptShortNotice',
  'tenancy.refuseShortNotice',
  'tenancy.acceptRenewal',
  'tenancy.declineRenewal',
  'tenancy.acceptPeopleChange',
  'tenancy.refusePeopleChange',
];

const all = { ...examples, ...acts };
export const moduleExamples: ModuleExamples = {
  examples: all,
  askers: Object.fromEntries(Object.keys(all).map((key) => [key, asTenant.includes(key) ? ('tenant' as const) : ('owner' as const)])),
};
