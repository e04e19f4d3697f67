import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { hold } from '#server/stay/service.ts';
import { relate } from '#server/tenant/service.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { addUnit, type Place, place } from '#test/market.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import * as jobs from './clock.ts';
import * as tenancy from './service.ts';

let house: House;
let here: Place;
let asha: Somebody;
const at = (day: string) => setClock(house, `${day}T09:00:00+03:00`);
const start = '2027-03-01';
let n = 0;
const who = () => ({ somebody: { personId: null, name: `Tenant ${++n}`, phone: `+2547130${String(10_000 + n)}`, email: null } });
const me = () => ({ somebody: { personId: asha.id, name: 'Asha', phone: '+254712777002', email: null } });
const as = <T>(by: Somebody, work: (ctx: Ctx) => Promise<T>) => inTransaction(house, by, work);
const fresh = (facts: object = {}) => addUnit(house, here.property, facts);
const make = (given: Partial<tenancy.Making> & { unitId: number }) =>
  as(here.owner, (ctx) =>
    tenancy.make(ctx, {
      startsOn: clock.today(),
      endsOn: addDays(addMonths(given.startsOn ?? clock.today(), 12), -1),
      people: [{ ...me(), role: 'lead', shareBp: 10_000 }],
      rentCents: 3_000_000,
      period: 2,
      depositCents: 3_000_000,
      ...given,
    }),
  );
const opening = () => ({ balance_cents: 0, deposit_held_cents: 0, as_of: clock.today() });
const livedIn = async (given: Partial<tenancy.Making> = {}) => {
  const unitId = await fresh();
  return { unitId, ...(await make({ unitId, opening: opening(), ...given })) };
};
const read = (id: number, by = here.owner) => tenancy.details(ctxOf(house, by), { id });
const unitOf = async (id: number) =>
  (await house.database.db.selectFrom('unit').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const whatIs = async (person: Somebody) =>
  (await house.database.db.selectFrom('tenant').select('status').where('person_id', '=', person.id).executeTakeFirstOrThrow()).status;
const told = async (event: string, id: number | null = null) =>
  (
    await sql<{
      key: string;
    }>`select data ->> 'key' as key from job.job_common where name = 'notification.deliver' and data ->> 'event' = ${event} and data ->> 'key' like ${`${event}:${id ?? ''}%`}`.execute(
      house.database.db,
    )
  ).rows.length;
const file = { data: new TextEncoder().encode('%PDF-1.4 notice'), type: 'pdf' as const, name: 'notice.pdf' };
const leave = (id: number, on: string, more: object = {}) =>
  as(here.owner, (ctx) => tenancy.leave(house as never)(ctx, { id, on, kind: 'notice', reason: '', agreed: false, file, ...more }));
const gone = { kind: 'notice' as const, reason: '', keys: true, readings: true, no_inspection: 'seen together', after: 'vacant' as const };
const end = (id: number, more: object = {}) => as(here.owner, (ctx) => tenancy.end(ctx, { id, on: clock.today(), ...gone, ...more }));

beforeAll(async () => {
  house = await freshHouse();
});
beforeEach(async () => {
  await at(start);
  here = await place(house);
  asha = await somebody(house, 'tenant');
});
afterAll(() => setClock(house, null));

/** What holds of units, stays and tenancies, after every test whatever it did. */
afterEach(async () => {
  const { rows } = await sql<{ what: string }>`
    select 'occupied without a tenancy: ' || u.id as what from unit u where u.status = 'occupied' and not u.occupied_said
      and not exists (select 1 from tenancy t where t.unit_id = u.id and t.status in ('active', 'expired'))
    union all select 'lived in, unit not occupied: ' || t.id from tenancy t join unit u on u.id = t.unit_id where t.status in ('active', 'expired') and u.status <> 'occupied'
    union all select 'not one open stay: ' || t.id from tenancy t where t.status <> 'terminate' and 1 <> (select count(*) from stay s where s.tenancy_id = t.id and s.unit_id = t.unit_id and s.released_at is null)
    union all select 'over, and holds: ' || t.id from tenancy t where t.status = 'terminate' and exists (select 1 from stay s where s.tenancy_id = t.id and s.released_at is null)
    union all select 'reserved by nobody: ' || u.id from unit u where u.status = 'ordered' and not exists (select 1 from stay s where s.unit_id = u.id and s.released_at is null)
    union all select 'a gap in the terms: ' || t.id from tenancy t where (select count(*) from tenancy_term x where x.tenancy_id = t.id) > 1
      and (select bool_or(lower(b.during) <> upper(a.during)) from tenancy_term a join lateral (select during from tenancy_term c where c.tenancy_id = a.tenancy_id and c.during >> a.during order by c.during limit 1) b on true where a.tenancy_id = t.id)`.execute(
    house.database.db,
  );
  expect(rows.map((row) => row.what)).toEqual([]);
});

describe('moving in', () => {
  const waive = (id: number, what: 'agreement' | 'payment' | 'inspection', by = here.owner) =>
    as(by, (ctx) => tenancy.waive(ctx, { id, what, reason: 'agreed at the gate' }));

  test('waits for its day and for what must be there; waived with a reason it begins by itself, once', async () => {
    const unit = await fresh();
    const { id } = await make({ unitId: unit, startsOn: addDays(start, 3) });
    expect(await whatIs(asha)).toBe('approved');
    const activate = () => as(here.owner, (ctx) => tenancy.activate(ctx, { id }));
    await expect(activate()).rejects.toMatchObject({ failure: 'conflict', extra: { missing: ['agreement', 'payment', 'inspection', 'start'] } });
    for (const what of ['agreement', 'payment', 'inspection'] as const) await waive(id, what);
    await expect(activate()).rejects.toMatchObject({ extra: { missing: ['start'] } });
    await jobs.start(house.database.db);
    expect((await read(id)).status).toBe(1);
    await at(addDays(start, 10));
    await Promise.all([jobs.start(house.database.db), jobs.start(house.database.db)]);
    await jobs.start(house.database.db);
    expect(await read(id)).toMatchObject({ status: 2, missing: [], waived: [{ what: 'agreement', reason: 'agreed at the gate' }, {}, {}] });
    expect([await unitOf(unit), await whatIs(asha)]).toEqual(['occupied', 'current']);
    await expect(activate()).rejects.toMatchObject({ failure: 'wrongState', extra: { allowed: ['end'] } });
  });

  test('without the lease is the holder’s to allow, not the agent’s', async () => {
    const { id } = await make({ unitId: await fresh() });
    const agent = await somebody(house, 'agent');
    const mandate = await house.database.db
      .insertInto('mandate')
      .values({
        owner_company_id: here.owner.me.companyId ?? 0,
        agent_company_id: agent.me.companyId ?? 0,
        grants: ['property.read', 'units.read', 'tenancies.read', 'tenancies.edit', 'tenancies.create'],
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await house.database.db.insertInto('mandate_property').values({ mandate_id: mandate.id, property_id: here.property }).execute();
    await waive(id, 'payment', agent);
    await expect(waive(id, 'agreement', agent)).rejects.toMatchObject({ failure: 'forbidden' });
    await expect(waive(id, 'payment', await somebody(house, 'owner'))).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('that is not possible is said once a day, and lapses two weeks after its day', async () => {
    const unit = await fresh();
    const { id } = await make({ unitId: unit });
    const before = await told('tenancy.missing', id);
    for (const _ of [1, 2]) await jobs.start(house.database.db);
    expect(await told('tenancy.missing', id)).toBe(before + 1);
    await at(addDays(start, 14));
    await jobs.start(house.database.db);
    expect(await told('tenancy.missing', id)).toBe(before + 2);
    await at(addDays(start, 15));
    await jobs.start(house.database.db);
    expect(await read(id)).toMatchObject({ status: 4, termination: { kind: 'withdrawn' } });
    expect([await unitOf(unit), await whatIs(asha)]).toEqual(['vacant', 'prospective']);
  });

  test('can be given up before by either side', async () => {
    const unit = await fresh();
    const { id } = await make({ unitId: unit });
    await expect(as(await somebody(house, 'tenant'), (ctx) => tenancy.withdraw(ctx, { id, reason: 'not mine' }))).rejects.toMatchObject({
      failure: 'notFound',
    });
    await as(asha, (ctx) => tenancy.withdraw(ctx, { id, reason: 'found another' }));
    expect(await unitOf(unit)).toBe('vacant');
    await expect(as(here.owner, (ctx) => tenancy.withdraw(ctx, { id, reason: 'again' }))).rejects.toMatchObject({ failure: 'wrongState' });
  });
});

describe('from a booking', () => {
  const bill = {
    ...{ listing_type: 0, price_cents: 3_000_000, price_period: 2, deposit_cents: 6_000_000, service_charge_cents: 200_000 },
    other_charges: [{ label: 'Garbage', cents: 30_000, often: 'monthly' }],
    promotion: { months: 2, cents: 2_500_000 },
  };
  const booked = async (unit: number) => {
    const tenant = await as(here.owner, (ctx) => relate(ctx, here.owner.me.companyId ?? 0, me().somebody));
    const { rows } = await sql<{
      id: number;
    }>`insert into booking (company_id, property_id, unit_id, tenant_id, person_id, starts_on, term_months, bill, status)
      values (${here.owner.me.companyId}, ${here.property}, ${unit}, ${tenant}, ${asha.id}, ${start}, 12, ${JSON.stringify(bill)}, 'confirmed') returning id`.execute(
      house.database.db,
    );
    const id = rows[0]?.id ?? 0;
    await as(here.owner, (ctx) => hold(ctx, { unitId: unit, from: start, to: null, bookingId: id }, 'a test'));
    return id;
  };

  test('that is paid comes a tenancy with what was agreed, once; released it goes with it', async () => {
    const unit = await fresh();
    const bookingId = await booked(unit);
    for (const _ of [1, 2]) await as(here.owner, (ctx) => happened(ctx, 'booking.paid', { bookingId }));
    const { rows } = await sql<{ id: number }>`select id from tenancy where booking_id = ${bookingId}`.execute(house.database.db);
    expect(rows).toHaveLength(1);
    const id = rows[0]?.id ?? 0;
    const full = await read(id);
    expect(full).toMatchObject({
      status: 1,
      ends_on: '2028-02-29',
      rent_cents: 3_000_000,
      deposit_cents: 6_000_000,
      missing: ['agreement', 'inspection'],
    });
    expect(full.schedule.filter((line) => line.due === start).map((line) => line.cents)).toEqual([3_000_000, 200_000, 30_000, -500_000]);
    expect(full.acts).not.toContain('withdraw');
    await expect(as(asha, (ctx) => tenancy.withdraw(ctx, { id, reason: 'changed my mind' }))).rejects.toMatchObject({ failure: 'conflict' });
    await at(addDays(start, 40));
    await jobs.start(house.database.db);
    expect((await read(id)).status).toBe(1);
    await sql`update booking set status = 'canceled' where id = ${bookingId}`.execute(house.database.db);
    await as(here.owner, (ctx) => happened(ctx, 'booking.released', { bookingId, unitId: unit, why: 'canceled' }));
    expect((await read(id)).status).toBe(4);
    expect(await unitOf(unit)).toBe('vacant');
  });
});

describe('moving out', () => {
  test('is written down with a document and its notice; the next one holds the days after, and it cannot be taken back then', async () => {
    const { id, unitId } = await livedIn();
    await expect(leave(id, addDays(start, 10))).rejects.toMatchObject({ extra: { fields: { on: expect.stringContaining('2027-03-31') } } });
    await expect(leave(id, addDays(start, -1))).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
    const day = addDays(start, 40);
    expect(await leave(id, day)).toMatchObject({
      stage: 'ending',
      leaving_on: day,
      next: { what: 'leave', on: day },
      leaving: { file: 'notice.pdf' },
    });
    await as(here.owner, (ctx) => tenancy.stayOn(ctx, { id, reason: 'they stay' }));
    expect(await read(id)).toMatchObject({ stage: 'normal', leaving_on: null });
    await leave(id, day);
    const next = await make({ unitId, startsOn: addDays(day, 1), endsOn: addDays(day, 300), people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    await expect(as(here.owner, (ctx) => tenancy.stayOn(ctx, { id, reason: 'they stay' }))).rejects.toMatchObject({ failure: 'conflict' });
    // They do not go: both ends move, day by day, and the next one hears of it once a day.
    await at(addDays(day, 3));
    const before = await told('tenancy.delayed');
    for (const _ of [1, 2]) await jobs.overstay(house.database.db);
    expect(await told('tenancy.delayed')).toBe(before + 1);
    const stays = await sql<{
      during: string;
    }>`select during::text from stay where unit_id = ${unitId} and released_at is null order by lower(during)`.execute(house.database.db);
    expect(stays.rows.map((row) => row.during)).toEqual([`[${start},${addDays(day, 4)})`, `[${addDays(day, 4)},)`]);
    expect(await read(next.id)).toMatchObject({ status: 1, missing: expect.arrayContaining(['unit']) });
    expect(await end(id)).toMatchObject({ status: 4, termination: { kind: 'notice' } });
    expect([await unitOf(unitId), await whatIs(asha)]).toEqual(['ordered', 'past']);
    expect((await read(next.id)).missing).not.toContain('unit');
  });

  test('needs keys, readings and an inspection or why there is none; works come after where there are some', async () => {
    const { id, unitId } = await livedIn();
    const wrong = end(id, { keys: false, readings: false, no_inspection: '', on: addDays(start, 1), kind: 'mutual' });
    await expect(wrong).rejects.toMatchObject({
      extra: {
        fields: {
          keys: expect.any(String),
          readings: expect.any(String),
          no_inspection: expect.any(String),
          on: expect.any(String),
          reason: expect.any(String),
        },
      },
    });
    await end(id, { after: 'works' });
    expect(await unitOf(unitId)).toBe('maintenance');
    const full = await read(id);
    expect(full.schedule).toEqual([]);
    expect(full.terms.at(-1)?.last).toBe(start);
    await expect(end(id)).rejects.toMatchObject({ failure: 'wrongState', extra: { allowed: [] } });
  });
});

describe('time', () => {
  test('alerts before the end, the newest alone; then it rolls on', async () => {
    const { id, unitId } = await livedIn({ endsOn: addDays(start, 100) });
    const heard = async () => [await told('tenancy.ending90'), await told('tenancy.ending60'), await told('tenancy.ending30')];
    const zero = await heard();
    await jobs.alert(house.database.db);
    await at(addDays(start, 15));
    for (const _ of [1, 2]) await jobs.alert(house.database.db);
    // A week of silence later: the one that is due, not those that were missed.
    await at(addDays(start, 75));
    for (const _ of [1, 2]) await jobs.alert(house.database.db);
    expect((await heard()).map((count, at) => count - (zero[at] ?? 0))).toEqual([2, 0, 2]);
    await at(addDays(start, 140));
    for (const _ of [1, 2]) await jobs.finish(house.database.db);
    const full = await read(id);
    expect(full).toMatchObject({ status: 2, term_type: 'periodic', ends_on: null });
    expect(full.terms.map((term) => [term.from, term.last, term.why])).toEqual([
      [start, addDays(start, 100), 'import'],
      [addDays(start, 101), null, 'roll'],
    ]);
    expect(await unitOf(unitId)).toBe('occupied');
  });

  test('ends one that stops: lived in all the same, renewed late without a gap', async () => {
    const { id, unitId } = await livedIn({ endsOn: addDays(start, 30), holdover: 'stop' });
    await at(addDays(start, 50));
    for (const _ of [1, 2]) await jobs.finish(house.database.db);
    expect(await read(id)).toMatchObject({ status: 3, stage: 'holdover' });
    expect([await unitOf(unitId), await whatIs(asha)]).toEqual(['occupied', 'current']);
    const offer = { ends_on: addDays(start, 400), rent_cents: 3_300_000 as never, until: addDays(start, 60), message: '' };
    await expect(as(here.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer, ends_on: addDays(start, 5) }))).rejects.toMatchObject({
      extra: { fields: { ends_on: expect.any(String) } },
    });
    await as(here.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer }));
    await expect(as(here.owner, (ctx) => tenancy.acceptRenewal(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
    expect((await read(id, asha)).acts).toEqual(['accept_renewal', 'decline_renewal']);
    expect(await as(asha, (ctx) => tenancy.acceptRenewal(ctx, { id }))).toMatchObject({
      status: 2,
      stage: 'normal',
      ends_on: addDays(start, 400),
      rent_cents: 3_300_000,
    });
    await expect(as(asha, (ctx) => tenancy.acceptRenewal(ctx, { id }))).rejects.toMatchObject({ failure: 'conflict' });
    await as(here.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer, ends_on: addDays(start, 800) }));
    await at(addDays(start, 61));
    await expect(as(asha, (ctx) => tenancy.acceptRenewal(ctx, { id }))).rejects.toMatchObject({ failure: 'gone' });
    await jobs.dropOffers(house.database.db);
    expect(await read(id)).toMatchObject({ renewal: null, stage: 'normal' });
  });

  test('raises the rent as agreed, with its notice, never with less', async () => {
    const escalation = { kind: 'percent' as const, value: 1_000, every_months: 12, next_on: '2027-06-01', notice_days: 60 };
    const { id } = await livedIn({ endsOn: addDays(start, 800), escalation });
    await jobs.escalate(house.database.db);
    expect((await read(id)).terms).toHaveLength(1);
    await at('2027-04-20');
    for (const _ of [1, 2]) await jobs.escalate(house.database.db);
    const full = await read(id);
    expect(full.terms.map((term) => [term.from, term.rent_cents])).toEqual([
      [start, 3_000_000],
      ['2027-06-19', 3_300_000],
    ]);
    expect(full.escalation).toMatchObject({ next_on: '2028-06-01' });
  });
});

describe('what changes while it stands', () => {
  test('rent, not inside its notice; charges from and until a day', async () => {
    const { id } = await livedIn();
    const rent = (from: string) => as(here.owner, (ctx) => tenancy.changeRent(ctx, { id, from, rent_cents: 3_500_000 as never, reason: '' }));
    await expect(rent(addDays(start, 29))).rejects.toMatchObject({ extra: { fields: { from: expect.stringContaining(addDays(start, 30)) } } });
    await expect(rent(addDays(start, 700))).rejects.toMatchObject({ extra: { fields: { from: expect.any(String) } } });
    expect(
      (await rent('2027-05-01')).schedule
        .filter((line) => line.kind === 'rent')
        .slice(0, 3)
        .map((line) => line.cents),
    ).toEqual([3_000_000, 3_000_000, 3_500_000]);
    const charged = await as(here.owner, (ctx) =>
      tenancy.addCharge(ctx, { id, label: 'Water', kind: 'water', cents: null, often: 'monthly', from: start }),
    );
    const stopped = await as(here.owner, (ctx) => tenancy.stopCharge(ctx, { id, charge_id: charged.charges[0]?.id ?? 0, last: '2027-04-30' }));
    expect(stopped.schedule.filter((line) => line.kind === 'water')).toHaveLength(2);
    const other = await livedIn({ people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    await expect(
      as(here.owner, (ctx) => tenancy.stopCharge(ctx, { id: other.id, charge_id: charged.charges[0]?.id ?? 0, last: start })),
    ).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('who is in it: a co-tenant leaves, shares are split anew, one lead stays', async () => {
    const { id } = await livedIn({
      people: [
        { ...me(), role: 'lead', shareBp: 5_000 },
        { ...who(), role: 'co_tenant', shareBp: 5_000 },
      ],
    });
    const [lead, second] = (await read(id)).people;
    const change = (people: object[]) =>
      as(here.owner, (ctx) => tenancy.changePeople(ctx, { id, from: addDays(start, 5), people: people as never, reason: '' }));
    const keeps = (share_bp: number) => ({ tenant_id: lead?.tenant_id, role: 'lead', share_bp });
    await expect(change([keeps(5_000)])).rejects.toMatchObject({ extra: { fields: { people: expect.stringContaining('50') } } });
    await expect(change([{ tenant_id: second?.tenant_id, role: 'co_tenant', share_bp: 10_000 }])).rejects.toMatchObject({
      extra: { fields: { people: expect.any(String) } },
    });
    const after = await change([keeps(10_000), { name: 'Mosi', phone: '0712 000 333', role: 'occupant', share_bp: 0 }]);
    expect(after.people.map((one) => [one.name, one.role, one.share_bp, one.until])).toEqual([
      ['Asha', 'lead', 10_000, null],
      ['Mosi', 'occupant', 0, null],
      [second?.name, 'co_tenant', 5_000, addDays(start, 4)],
    ]);
    const status = await house.database.db
      .selectFrom('tenant')
      .select('status')
      .where('id', '=', second?.tenant_id ?? 0)
      .executeTakeFirstOrThrow();
    expect(status.status).not.toBe('current');
    // The lead hands over to somebody else, and comes back.
    await change([{ tenant_id: second?.tenant_id, role: 'lead', share_bp: 10_000 }]);
    expect((await change([keeps(10_000)])).people[0]).toMatchObject({ name: 'Asha', until: null });
  });

  test('the unit: both stays change in one step, the old one is free', async () => {
    const { id, unitId } = await livedIn({ startsOn: addDays(start, -100), endsOn: addDays(start, 200) });
    const other = await livedIn({ people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    const to = await fresh();
    const transfer = (unit_id: number) =>
      as(here.owner, (ctx) => tenancy.transfer(ctx, { id, unit_id, reason: 'a bigger one', after: 'vacant', rent_cents: 4_000_000 as never }));
    await expect(transfer(other.unitId)).rejects.toMatchObject({ extra: { fields: { unit_id: expect.any(String) } } });
    await expect(transfer(unitId)).rejects.toMatchObject({ extra: { fields: { unit_id: expect.any(String) } } });
    const foreign = await place(house);
    await expect(transfer(foreign.unit)).rejects.toMatchObject({ failure: 'notFound' });
    const full = await transfer(to);
    expect(full).toMatchObject({
      unit: { id: to },
      status: 2,
      rent_cents: 4_000_000,
      units: [
        { unit: { id: unitId }, last: addDays(start, -1) },
        { unit: { id: to }, last: null },
      ],
    });
    expect([await unitOf(unitId), await unitOf(to)]).toEqual(['vacant', 'occupied']);
  });
});
