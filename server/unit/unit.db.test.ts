import { beforeAll, describe, expect, test } from 'vitest';
import type { UnitStatus } from '#contract/catalogue/kinds.ts';
import { movesFor } from '#contract/kernel/machine.ts';
import { sixRoles } from '#contract/kernel/roles.ts';
import { unitMachine, unitMoves, wayBack } from '#contract/unit/machine.ts';
import type { House } from '#server/kernel/house.ts';
import { freshHouse } from '#test/db.ts';
import { propertyOf, taxonId, unitOf } from '#test/examples-unit.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import * as unit from './service.ts';

let house: House;
let owner: Somebody;
let stranger: Somebody;
let agent: Somebody;
let admin: Somebody;
let property: { id: number };
let bedsitter: number;
let lift: number;
let balcony: number;

const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
const whyOf = (move: string) => ({ reason: 'Owner moves in', expected_on: move === 'start_maintenance' ? tomorrow : null });
const traits = () => ({
  block: '',
  floor: null,
  unit_type_id: bedsitter,
  bedrooms: null,
  bathrooms: 1,
  area_m2: null,
  rent_cents: 1_650_000,
  deposit_cents: null,
  service_charge_cents: 0,
  furnished: 'unfurnished' as const,
  amenities: [] as number[],
  meters: [],
  keys_count: 0,
  available_from: null,
  notes: '',
});
const as = <T>(who: Somebody, work: (ctx: Parameters<typeof unit.move>[0]) => Promise<T>) => inTransaction(house, who, work);
const made = (status: UnitStatus, before: UnitStatus | null = null) =>
  house.database.db
    .updateTable('unit')
    .set({ status, status_before: before })
    .where('id', '=', 0)
    .execute()
    .then(async () => {
      const { id } = await unitOf(house, property.id);
      await house.database.db.updateTable('unit').set({ status, status_before: before }).where('id', '=', id).execute();
      return id;
    });
const rowOf = (id: number) => house.database.db.selectFrom('unit').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

beforeAll(async () => {
  house = await freshHouse();
  [owner, stranger, agent, admin] = [
    await somebody(house, 'owner'),
    await somebody(house, 'owner'),
    await somebody(house, 'agent'),
    await somebody(house, 'admin'),
  ];
  property = await propertyOf(house, owner.me.companyId);
  bedsitter = await taxonId(house, 'unit_type', 'bedsitter');
  lift = await taxonId(house, 'amenity', 'lift');
  balcony = await taxonId(house, 'amenity', 'balcony');
});

describe('whose units', () => {
  test('a stranger’s owner finds nothing and changes nothing; it is 404, not forbidden', async () => {
    const { id } = await unitOf(house, property.id);
    const tries = [
      () => unit.details(ctxOf(house, stranger), { id }),
      () => unit.timeline(ctxOf(house, stranger), { id, page: 1, page_size: 10 }),
      () => as(stranger, (ctx) => unit.update(ctx, { id, notes: 'mine' })),
      () => as(stranger, (ctx) => unit.move(ctx, { id, move: 'hold', ...whyOf('hold') })),
      () =>
        as(stranger, (ctx) =>
          unit.bulk(ctx, { unit_ids: [id], rent: { how: 'set', cents: 1 }, add_amenities: [], remove_amenities: [], ...whyOf('') }),
        ),
      () => as(stranger, (ctx) => unit.remove(ctx, { id })),
      () => as(stranger, (ctx) => unit.create(ctx, { property_id: property.id, name: 'Z', ...traits() })),
    ];
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ failure: 'notFound' });
    expect((await unit.list(ctxOf(house, stranger), { page: 1, page_size: 10, sort: 'name' })).count).toBe(0);
    expect((await unit.counts(ctxOf(house, stranger), {})).all).toBe(0);
    expect((await unit.details(ctxOf(house, owner), { id })).may_edit).toBe(true);
  });

  test('an agent sees by the mandate and writes only if it gives units.edit', async () => {
    const { id } = await unitOf(house, property.id);
    const companies = { owner_company_id: owner.me.companyId ?? 0, agent_company_id: agent.me.companyId ?? 0 };
    const { id: mandate } = await house.database.db
      .insertInto('mandate')
      .values({ ...companies, grants: ['property.read', 'units.read'] })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await unit.details(ctxOf(house, agent), { id })).toMatchObject({ may_edit: false, may_delete: false, moves: [] });
    const rises = () => as(agent, (ctx) => unit.update(ctx, { id, rent_cents: 5_000_000 }));
    await expect(rises()).rejects.toMatchObject({ failure: 'forbidden', extra: { missing: 'units.edit' } });
    await expect(as(agent, (ctx) => unit.move(ctx, { id, move: 'hold', ...whyOf('hold') }))).rejects.toMatchObject({ failure: 'forbidden' });
    await expect(as(agent, (ctx) => unit.create(ctx, { property_id: property.id, name: 'Z', ...traits() }))).rejects.toMatchObject({
      failure: 'forbidden',
    });
    await house.database.db
      .updateTable('mandate')
      .set({ grants: ['property.read', 'units.read', 'units.edit'] })
      .where('id', '=', mandate)
      .execute();
    expect((await rises()).rent_cents).toBe(5_000_000);
    await house.database.db.updateTable('mandate').set({ ended_at: new Date() }).where('id', '=', mandate).execute();
    await expect(rises()).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('a code that is another unit’s is not found', async () => {
    const [one, two] = [await unitOf(house, property.id), await unitOf(house, property.id)];
    await expect(unit.details(ctxOf(house, owner), { id: one.id, code: two.code })).rejects.toMatchObject({ failure: 'notFound' });
    expect((await unit.details(ctxOf(house, owner), { id: one.id, code: one.code })).paybill_account).toBe(one.code);
  });
});

describe('the machine', () => {
  const states = Object.keys(unitMachine.states) as UnitStatus[];
  test.each([...sixRoles, 'staff' as const])('%s: every move from every state, as the table says', async (role) => {
    const who = role === 'owner' ? owner : await somebody(house, role, ['units.read', 'units.edit', 'property.read']);
    // Their own company's property for those who have one, in their region for subadmins.
    const place = await propertyOf(house, who.me.companyId);
    await house.database.db.updateTable('person').set({ region: '047' }).where('id', '=', who.id).execute();
    for (const from of states) {
      for (const move of unitMoves) {
        const { id } = await unitOf(house, place.id);
        await house.database.db
          .updateTable('unit')
          .set({ status: from, status_before: from === 'stall' ? 'onhold' : null })
          .where('id', '=', id)
          .execute();
        const attempt = as(who, (ctx) => unit.move(ctx, { id, move, ...whyOf(move) }));
        const { by, to } = unitMachine.moves[move];
        if (!by.includes(role)) await expect(attempt, `${move} from ${from}`).rejects.toMatchObject({ failure: 'forbidden' });
        else if (!movesFor(unitMachine, from, role).includes(move))
          await expect(attempt, `${move} from ${from}`).rejects.toMatchObject({ failure: 'wrongState', extra: { from } });
        else expect((await attempt).status, `${move} from ${from}`).toBe(unitMachine.states[move === 'unstall' ? 'onhold' : to]);
      }
    }
  });

  test('a move keeps since when, why and until when, tells the outbox, and leaves one row in each log', async () => {
    const id = await made('vacant');
    await house.database.db
      .updateTable('unit')
      .set({ status_since: new Date(0) })
      .where('id', '=', id)
      .execute();
    const after = await as(owner, (ctx) => unit.move(ctx, { id, move: 'start_maintenance', reason: 'New tiles', expected_on: tomorrow }));
    expect(after).toMatchObject({
      status: 3,
      status_reason: 'New tiles',
      expected_on: tomorrow,
      days_in_status: 0,
      revision: 2,
      moves: ['end_maintenance'],
    });
    const { db } = house.database;
    const told = await db.selectFrom('outbox').select('payload').where('topic', '=', 'unit.moved').execute();
    expect(told.map((row) => row.payload)).toContainEqual({ unitId: id, from: 'vacant', to: 'maintenance' });
    const logs = await db.selectFrom('audit_log').select(['reason', 'diff']).where('document', '=', 'units').where('record_id', '=', id).execute();
    expect(logs).toHaveLength(1);
    expect(logs[0]).toMatchObject({ reason: 'New tiles', diff: expect.arrayContaining([{ field: 'status', old: 'vacant', new: 'maintenance' }]) });
    const { results } = await unit.timeline(ctxOf(house, owner), { id, page: 1, page_size: 10 });
    expect(results).toMatchObject([{ event: 'move', from: 0, to: 3, reason: 'New tiles', actor: expect.stringMatching(/^owner/) }]);
    const back = await as(owner, (ctx) => unit.move(ctx, { id, move: 'end_maintenance', reason: '', expected_on: null }));
    expect(back).toMatchObject({ status: 0, status_reason: '', expected_on: null });
  });

  test('a reason is obligatory for holding, works and freezing; works need a day to come', async () => {
    const id = await made('vacant');
    const go = (who: Somebody, move: (typeof unitMoves)[number], reason: string, expected_on: string | null) =>
      as(who, (ctx) => unit.move(ctx, { id, move, reason, expected_on }));
    for (const [who, move] of [
      [owner, 'hold'],
      [owner, 'start_maintenance'],
      [admin, 'stall'],
    ] as const)
      await expect(go(who, move, '', move === 'start_maintenance' ? tomorrow : null)).rejects.toMatchObject({
        failure: 'invalid',
        extra: { fields: { reason: expect.any(String) } },
      });
    await expect(go(owner, 'start_maintenance', 'Tiles', null)).rejects.toMatchObject({ extra: { fields: { expected_on: expect.any(String) } } });
    await expect(go(owner, 'start_maintenance', 'Tiles', '2020-01-01')).rejects.toMatchObject({
      extra: { fields: { expected_on: expect.any(String) } },
    });
    await expect(go(admin, 'stall', 'Dispute', tomorrow)).rejects.toMatchObject({ extra: { fields: { expected_on: expect.any(String) } } });
    expect((await rowOf(id)).status).toBe('vacant');
  });

  test.each(Object.keys(wayBack) as (keyof typeof wayBack)[])(
    'a frozen unit that was %s becomes that again; an occupied one is never frozen',
    async (was) => {
      const id = await made(was);
      await as(admin, (ctx) => unit.move(ctx, { id, move: 'stall', reason: 'Plan suspended', expected_on: null }));
      expect(await rowOf(id)).toMatchObject({ status: 'stall', status_before: was });
      await as(admin, (ctx) => unit.move(ctx, { id, move: 'unstall', reason: '', expected_on: null }));
      expect(await rowOf(id)).toMatchObject({ status: was, status_before: null });
      const lived = await made('occupied');
      await expect(
        as(admin, (ctx) => unit.move(ctx, { id: lived, move: 'stall', reason: 'Plan suspended', expected_on: null })),
      ).rejects.toMatchObject({ failure: 'wrongState' });
      await expect(as(admin, (ctx) => unit.moveBySystem(ctx, lived, 'stall', 'Plan suspended'))).rejects.toMatchObject({ failure: 'wrongState' });
    },
  );

  test('bookings and tenancies order, let and free a unit; nobody does it by hand', async () => {
    const id = await made('vacant');
    for (const [step, to] of [
      ['order', 'ordered'],
      ['occupy', 'occupied'],
      ['vacate', 'vacant'],
      ['order', 'ordered'],
      ['drop_order', 'vacant'],
    ] as const) {
      await as(owner, (ctx) => unit.moveBySystem(ctx, id, step, 'Booking BKG-1'));
      expect((await rowOf(id)).status).toBe(to);
    }
    await expect(as(owner, (ctx) => unit.moveBySystem(ctx, id, 'occupy', 'x'))).rejects.toMatchObject({ failure: 'wrongState' });
  });
});

describe('many at once', () => {
  const bulk = (who: Somebody, unit_ids: number[], more: Partial<Parameters<typeof unit.bulk>[1]>) =>
    as(who, (ctx) => unit.bulk(ctx, { unit_ids, add_amenities: [], remove_amenities: [], reason: '', expected_on: null, ...more }));
  const rents = async (ids: number[]) => (await Promise.all(ids.map(rowOf))).map((row) => row.rent_cents);
  const several = async () => [await made('vacant'), await made('vacant'), await made('vacant')];

  test('rent by percent in whole shillings, type, amenities and status in one step, each audited once', async () => {
    const ids = await several();
    const [first = 0, second = 0] = ids;
    await house.database.db
      .updateTable('unit')
      .set({ rent_cents: 1_233_300, amenities: [lift] })
      .where('id', '=', first)
      .execute();
    const count = async () => (await house.database.db.selectFrom('audit_log').select('id').where('document', '=', 'units').execute()).length;
    const before = await count();
    const { changed } = await bulk(owner, ids, {
      rent: { how: 'percent', basis_points: 550 },
      unit_type_id: bedsitter,
      add_amenities: [balcony],
      remove_amenities: [lift],
      move: 'hold',
      reason: 'To be sold',
    });
    expect([changed, await count()]).toEqual([3, before + 3]);
    expect(await rents([first, second])).toEqual([1_301_100, 2_637_500]);
    expect(await rowOf(first)).toMatchObject({
      unit_type_id: bedsitter,
      amenities: [balcony],
      status: 'onhold',
      status_reason: 'To be sold',
      revision: 3,
    });
    // A change beside a move is told in the timeline as well, without the status again.
    const { results } = await unit.timeline(ctxOf(house, owner), { id: first, page: 1, page_size: 10 });
    expect(results.map((row) => row.event).sort()).toEqual(['edit', 'move']);
    expect(results.find((row) => row.event === 'edit')?.changes.map((change) => change.field)).toEqual(['amenities', 'rent_cents', 'unit_type_id']);
  });

  test.each([
    [
      'one is occupied',
      async (id: number) => void (await house.database.db.updateTable('unit').set({ status: 'occupied' }).where('id', '=', id).execute()),
      'wrongState',
    ],
    [
      'one has no rent',
      async (id: number) => void (await house.database.db.updateTable('unit').set({ rent_cents: null }).where('id', '=', id).execute()),
      'conflict',
    ],
    [
      'one is gone',
      async (id: number) => void (await house.database.db.updateTable('unit').set({ deleted_at: new Date() }).where('id', '=', id).execute()),
      'notFound',
    ],
    [
      'one is a stranger’s',
      async (id: number) =>
        void (await house.database.db
          .updateTable('unit')
          .set({ property_id: (await propertyOf(house)).id })
          .where('id', '=', id)
          .execute()),
      'notFound',
    ],
  ])('all or nothing: %s', async (_, spoil, failure) => {
    const ids = await several();
    await spoil(ids[2] ?? 0);
    const before = await rents(ids);
    await expect(bulk(owner, ids, { rent: { how: 'percent', basis_points: 1000 }, move: 'hold', reason: 'To be sold' })).rejects.toMatchObject({
      failure,
    });
    expect(await rents(ids)).toEqual(before);
    expect((await rowOf(ids[0] ?? 0)).status).toBe('vacant');
  });

  test('an unknown type, amenity or nothing to change is refused by name', async () => {
    const ids = await several();
    await expect(bulk(owner, ids, {})).rejects.toMatchObject({ extra: { fields: { unit_ids: expect.any(String) } } });
    await expect(bulk(owner, ids, { unit_type_id: lift })).rejects.toMatchObject({ extra: { fields: { unit_type_id: expect.any(String) } } });
    await expect(bulk(owner, ids, { add_amenities: [bedsitter] })).rejects.toMatchObject({
      extra: { fields: { add_amenities: expect.any(String) } },
    });
  });
});

describe('writing', () => {
  test('a unit has the bedrooms of its type unless it says otherwise; its name is free once a block', async () => {
    const two = await taxonId(house, 'unit_type', 'two_bedroom');
    const create = (name: string, block: string, more = {}) =>
      as(owner, (ctx) => unit.create(ctx, { property_id: property.id, name, ...traits(), block, unit_type_id: two, ...more }));
    expect((await create('K1', 'K')).bedrooms).toBe(2);
    expect((await create('K2', 'K', { bedrooms: 3 })).bedrooms).toBe(3);
    await expect(create('k1', 'k')).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { name: expect.stringContaining('taken') } } });
    expect((await create('K1', 'L')).block).toBe('L');
    const both = await Promise.allSettled([create('Race', 'K'), create('race', 'K')]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('several alike come all or not at all', async () => {
    const many = (pattern: string) => as(owner, (ctx) => unit.createMany(ctx, { property_id: property.id, pattern, ...traits(), block: 'P' }));
    expect(await many('{A..B}{1..3}')).toMatchObject({ made: 6, names: ['A1', 'A2', 'A3', 'B1', 'B2', 'B3'] });
    await expect(many('B{3..5}')).rejects.toMatchObject({ extra: { fields: { pattern: expect.stringContaining('B3') } } });
    await expect(many('C{1..300}')).rejects.toMatchObject({ extra: { fields: { pattern: expect.any(String) } } });
    const found = await unit.list(ctxOf(house, owner), { page: 1, page_size: 10, sort: 'name', z_filter: { block: 'P', property: property.id } });
    expect(found.results.map((row) => row.name)).toEqual(['A1', 'A2', 'A3', 'B1', 'B2', 'B3']);
  });

  test('the second of two editors is told and shown what is there now', async () => {
    const { id } = await unitOf(house, property.id);
    await as(owner, (ctx) => unit.update(ctx, { id, notes: 'First wins', revision: 1 }));
    await expect(as(owner, (ctx) => unit.update(ctx, { id, notes: 'Second loses', revision: 1 }))).rejects.toMatchObject({
      failure: 'conflict',
      extra: { current: { notes: 'First wins', revision: 2 } },
    });
    expect((await rowOf(id)).notes).toBe('First wins');
  });

  test('deleting needs an empty unit without an open listing', async () => {
    const gone = await made('vacant');
    await expect(as(owner, async (ctx) => unit.remove(ctx, { id: await made('occupied') }))).rejects.toMatchObject({ failure: 'conflict' });
    const { id: listing } = await house.database.db
      .insertInto('listing')
      .values({ property_id: property.id, unit_id: gone, listing_type: 0, title: 'Offered', price_cents: 100 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await expect(as(owner, (ctx) => unit.remove(ctx, { id: gone }))).rejects.toMatchObject({ failure: 'conflict' });
    await house.database.db.updateTable('listing').set({ status: 'closed' }).where('id', '=', listing).execute();
    await as(owner, (ctx) => unit.remove(ctx, { id: gone }));
    await expect(unit.details(ctxOf(house, owner), { id: gone })).rejects.toMatchObject({ failure: 'notFound' });
  });
});

test('the list: filters, natural order, empty rents last, counts by the same filters', async () => {
  const place = await propertyOf(house, owner.me.companyId);
  for (const [name, rent_cents] of [
    ['A10', 900_00],
    ['A2', 500_00],
    ['A1', null],
    ['Shop', 700_00],
  ] as const)
    await unitOf(house, place.id, { name, rent_cents });
  const found = async (z_filter: object, sort: 'name' | '-name' | 'rent_cents' | '-rent_cents' = 'name') =>
    (await unit.list(ctxOf(house, owner), { page: 1, page_size: 10, sort, z_filter: { property: place.id, ...z_filter } })).results.map(
      (row) => row.name,
    );
  expect(await found({})).toEqual(['A1', 'A2', 'A10', 'Shop']);
  expect(await found({}, '-name')).toEqual(['Shop', 'A10', 'A2', 'A1']);
  expect(await found({}, '-rent_cents')).toEqual(['A10', 'Shop', 'A2', 'A1']);
  expect(await found({ rent_from: 600_00, rent_to: 800_00 })).toEqual(['Shop']);
  expect(await found({ name: 'a1' })).toEqual(['A1', 'A10']);
  expect(await found({ bedrooms: 0, status: 0 })).toHaveLength(4);
  expect(await found({ status: 2 })).toEqual([]);
  expect(await unit.counts(ctxOf(house, owner), { z_filter: { property: place.id, status: 2 } })).toEqual({
    by_status: { 0: 4 },
    all: 4,
    empty_rent_cents: 2_100_00,
  });
  const { csv } = await unit.csv(ctxOf(house, owner), { sort: 'name', z_filter: { property: place.id } });
  expect(csv.split('\r\n')).toHaveLength(5);
  expect(csv).toContain(',900,');
});
