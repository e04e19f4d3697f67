import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { happened } from '#server/kernel/happen.ts';
import { hold } from '#server/stay/service.ts';
import { relate } from '#server/tenant/service.ts';
import { told as heard } from '#test/jobs.ts';
import { somebody } from '#test/world.ts';
import {
  as,
  asha,
  at,
  bothAgree,
  end,
  fresh,
  here,
  house,
  leave,
  livedIn,
  make,
  me,
  read,
  start,
  tenancyTests,
  told,
  unitOf,
  whatIs,
  who,
} from '#test/worlds/tenancies.ts';
import * as jobs from './clock.ts';
import * as tenancy from './service.ts';

tenancyTests();

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
    due: [
      { kind: 'price', cents: 2_500_000 },
      { kind: 'deposit', cents: 6_000_000 },
      { kind: 'service_charge', cents: 200_000 },
      { kind: 'other', cents: 30_000 },
    ],
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

  test('that is paid who manages the home hears what is theirs to do, and who moves in what is theirs', async () => {
    const bookingId = await booked(await fresh());
    await as(asha, (ctx) => happened(ctx, 'booking.paid', { bookingId }));
    const { id } = await house.database.db.selectFrom('tenancy').select('id').where('booking_id', '=', bookingId).executeTakeFirstOrThrow();
    const of = async (event: 'tenancy.ready' | 'tenancy.starting') =>
      (await heard(house, event)).filter((one) => one.key.startsWith(`${event}:${id}:`));
    expect(await of('tenancy.ready')).toMatchObject([
      { to: { personId: here.owner.id }, params: { name: 'Asha' }, page: expect.stringContaining(`/tenancies/${id}`) },
    ]);
    expect((await of('tenancy.starting')).map((one) => one.to)).toEqual([{ personId: asha.id }]);
  });

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
    // What was paid for the booking is not asked for again, and both sides read the same.
    const paid = { cents: 8_730_000, how: 'mpesa', on: start, note: '', file_id: 0, by: null };
    await sql`update booking set paid = ${JSON.stringify(paid)} where id = ${bookingId}`.execute(house.database.db);
    for (const by of [here.owner, asha]) {
      const { paid_before, schedule } = await read(id, by);
      expect(paid_before).toEqual({ cents: 8_730_000, on: start, deposit_cents: 6_000_000 });
      expect(schedule.filter((line) => line.due === start).every((line) => line.paid_cents === line.cents)).toBe(true);
      expect(schedule.filter((line) => line.due !== start).some((line) => line.paid_cents !== 0)).toBe(false);
    }
    // Who leaves before the month is over reads what comes back; so does who manages the home.
    const leaves = (on: string | null) => sql`update tenancy set leaving_on = ${on} where id = ${id}`.execute(house.database.db);
    expect((await read(id)).comes_back).toBeNull();
    await leaves('2027-03-15');
    for (const by of [here.owner, asha]) expect((await read(id, by)).comes_back).toEqual({ paid_ahead_cents: 1_409_032, deposit_cents: 6_000_000 });
    await leaves(null);
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
  test('counts a notice from the day it was given; for less both agree, and say so', async () => {
    const { id } = await livedIn();
    await expect(leave(id, addDays(start, 10), { given_on: addDays(start, -10) })).rejects.toMatchObject({
      extra: { fields: { on: expect.stringMatching(/21 March 2027.*Both agreed/) } },
    });
    await expect(leave(id, addDays(start, 60), { given_on: addDays(start, 1) })).rejects.toMatchObject({
      extra: { fields: { given_on: expect.any(String) } },
    });
    expect(await leave(id, addDays(start, 20), { given_on: addDays(start, -10) })).toMatchObject({ leaving: { given_on: addDays(start, -10) } });
  });

  test('is written down with a document and its notice; the next one holds the days after, and it cannot be taken back then', async () => {
    const { id, unitId } = await livedIn();
    await expect(leave(id, addDays(start, 10))).rejects.toMatchObject({ extra: { fields: { on: expect.stringContaining('31 March 2027') } } });
    await expect(leave(id, addDays(start, -1))).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
    const day = addDays(start, 40);
    expect(await leave(id, day)).toMatchObject({
      stage: 'ending',
      leaving_on: day,
      next: { what: 'leave', on: day },
      leaving: { file: 'notice.pdf' },
    });
    const papers = await house.database.db.selectFrom('tenancy_file').select(['kind', 'name', 'visible_to']).where('tenancy_id', '=', id).execute();
    expect(papers).toEqual([{ kind: 'notice', name: 'notice.pdf', visible_to: ['manager', 'tenant'] }]);
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
    await expect(end(id)).rejects.toMatchObject({ failure: 'conflict' });
    expect((await read(id)).acts).not.toContain('end');
    await expect(leave(id, start, { kind: 'expired' })).rejects.toMatchObject({ extra: { fields: { kind: expect.any(String) } } });
    await expect(leave(id, start, { kind: 'mutual' })).rejects.toMatchObject({ extra: { fields: { reason: expect.any(String) } } });
    await bothAgree(id, start, 'both signed it');
    expect((await read(id)).acts).toContain('end');
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
    await expect(end(id, { kind: 'notice' })).rejects.toMatchObject({ extra: { fields: { kind: expect.any(String) } } });
    await end(id, { after: 'works', kind: 'mutual', reason: 'both signed it' });
    expect(await unitOf(unitId)).toBe('maintenance');
    const full = await read(id);
    expect(full.schedule).toEqual([]);
    expect(full.terms.at(-1)?.last).toBe(start);
    await expect(end(id)).rejects.toMatchObject({ failure: 'wrongState', extra: { allowed: [] } });
  });

  test('is never backdated: not before the day that was written down, nor before the end of a term that stopped', async () => {
    const { id } = await livedIn({ startsOn: addDays(start, -150), endsOn: addDays(start, 200) });
    const day = addDays(start, 31);
    await leave(id, day);
    expect((await read(id)).acts).not.toContain('end');
    await expect(end(id)).rejects.toMatchObject({ extra: { fields: { on: expect.stringContaining('1 April 2027') } } });
    await at(addDays(day, 2));
    await expect(end(id, { on: addDays(start, -100) })).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
    expect(await end(id, { on: day })).toMatchObject({ status: 4, termination: { on: day } });
    await at(start);
    const other = await livedIn({ endsOn: addDays(start, 30), holdover: 'stop' });
    await at(addDays(start, 40));
    await jobs.finish(house.database.db);
    await expect(end(other.id)).rejects.toMatchObject({ extra: { fields: { kind: expect.any(String) } } });
    await expect(end(other.id, { kind: 'expired', on: addDays(start, 29) })).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
    expect(await end(other.id, { kind: 'expired' })).toMatchObject({ status: 4 });
  });

  test('another day is said to who comes next', async () => {
    const { id, unitId } = await livedIn();
    await leave(id, addDays(start, 40));
    await make({ unitId, startsOn: addDays(start, 60), endsOn: addDays(start, 400), people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    const before = await told('tenancy.next_free');
    await leave(id, addDays(start, 50));
    expect(await told('tenancy.next_free')).toBe(before + 1);
  });
});
