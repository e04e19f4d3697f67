import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, addMonths, type Day } from '#contract/time/days.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { freezeClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import * as tenancy from './service.ts';

let services: TestServices;
let here: OwnerWithUnit;
let today: Day;
const wholeYear = () => ({ startsOn: today, endsOn: addDays(addMonths(today, 12), -1), rentCents: 4_500_000, period: 2, depositCents: 4_500_000 });
let n = 0;
const who = () => ({ somebody: { personId: null, name: `Tenant ${++n}`, phone: `+2547120${String(10_000 + n)}`, email: null } });
const alone = () => [{ ...who(), role: 'lead' as const, shareBp: 10_000 }];
const make = (given: Partial<tenancy.NewTenancy> & { unitId: number }, by: TestPerson = here.owner) =>
  runAsPerson(services, by, (ctx) => tenancy.createTenancy(ctx, { ...wholeYear(), people: alone(), ...given }));
const unitOf = (id: number) =>
  services.database.db.selectFrom('unit').select(['status', 'occupied_said']).where('id', '=', id).executeTakeFirstOrThrow();
const fresh = (facts: object = {}) => addUnit(services, here.property, facts);
const rows = async () => (await services.database.db.selectFrom('tenancy').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n;

beforeAll(async () => {
  services = await createTestServices();
  today = await freezeClock(services);
  here = await createOwnerWithUnit(services);
});

describe('tenancy creation', () => {
  test('creates a pending tenancy with a reserved unit until the start day', async () => {
    const unit = await fresh();
    const { id, status } = await make({ unitId: unit, charges: [{ label: 'Garbage', kind: 'garbage', cents: 30_000, often: 'monthly' }] });
    expect(status).toBe('pending');
    expect(await unitOf(unit)).toMatchObject({ status: 'ordered' });
    const full = await tenancy.details(createTestCtx(services, here.owner), { id });
    expect(full).toMatchObject({
      status: 1,
      rent_cents: 4_500_000,
      next: { what: 'start', on: today },
      missing: ['agreement', 'payment', 'inspection'],
    });
    expect(full.schedule.filter((line) => line.kind === 'garbage').length).toBeGreaterThanOrEqual(12);
    expect(full.acts).toEqual(expect.arrayContaining(['activate', 'withdraw', 'waive']));
    await expect(make({ unitId: unit })).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { unit_id: expect.any(String) } } });
  });

  test('an imported existing tenancy occupies the unit and has an opening balance', async () => {
    const unit = await fresh({ status: 'occupied', occupied_said: true });
    const opening = { balance_cents: 1_200_000, deposit_held_cents: 4_500_000, as_of: today };
    await expect(make({ unitId: unit })).rejects.toMatchObject({ extra: { fields: { starts_on: expect.any(String) } } });
    const { id, status } = await make({ unitId: unit, startsOn: addDays(today, -400), endsOn: addDays(today, 100), opening });
    expect(status).toBe('active');
    expect(await unitOf(unit)).toEqual({ status: 'occupied', occupied_said: false });
    expect(await tenancy.details(createTestCtx(services, here.owner), { id })).toMatchObject({ status: 2, opening });
    const vacant = await fresh();
    await make({ unitId: vacant, startsOn: addDays(today, -40), opening });
    expect(await unitOf(vacant)).toEqual({ status: 'occupied', occupied_said: false });
  });

  test('reports errors at their fields and saves nothing if any field is invalid', async () => {
    const unit = await fresh();
    const before = await rows();
    const wrong: [Partial<tenancy.NewTenancy>, string][] = [
      [
        {
          people: [
            { ...who(), role: 'lead', shareBp: 6_000 },
            { ...who(), role: 'co_tenant', shareBp: 3_000 },
          ],
        },
        'people',
      ],
      [{ people: [{ ...who(), role: 'co_tenant', shareBp: 10_000 }] }, 'people'],
      [{ people: [...alone(), { ...who(), role: 'occupant', shareBp: 10 }] }, 'people'],
      [{ endsOn: today }, 'ends_on'],
      [{ endsOn: addDays(today, -3) }, 'ends_on'],
      [{ endsOn: null }, 'ends_on'],
      [{ startsOn: addDays(today, -1) }, 'starts_on'],
      [{ escalation: { kind: 'percent', value: 500 } }, 'escalation'],
    ];
    for (const [given, field] of wrong)
      await expect(make({ unitId: unit, ...given }), JSON.stringify(given)).rejects.toMatchObject({
        failure: 'invalid',
        extra: { fields: { [field]: expect.any(String) } },
      });
    expect(await rows()).toBe(before);
    expect(await unitOf(unit)).toMatchObject({ status: 'vacant' });
  });

  test('rejects a start before the available date of a unit under notice', async () => {
    const unit = await fresh();
    const first = await make({ unitId: unit, startsOn: addDays(today, -40), opening: { balance_cents: 0, deposit_held_cents: 0, as_of: today } });
    const free = addDays(today, 20);
    await sql`update stay set during = daterange(lower(during), ${free}::date) where tenancy_id = ${first.id}`.execute(services.database.db);
    const next = (startsOn: string) => make({ unitId: unit, startsOn, endsOn: addDays(startsOn, 200) });
    await expect(next(addDays(free, -1))).rejects.toMatchObject({ extra: { fields: { starts_on: expect.stringContaining(formatLongDate(free)) } } });
    await next(free);
    expect(await unitOf(unit)).toMatchObject({ status: 'occupied' });
  });

  test('creates one tenancy for twenty concurrent requests', async () => {
    const unit = await fresh();
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => make({ unitId: unit })));
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });

  test('the tenancy is visible only to its managers and tenants', async () => {
    const tenant = await createPerson(services, 'tenant');
    const { id, code } = await make({
      unitId: await fresh(),
      people: [
        { somebody: { personId: tenant.id, name: 'Asha', phone: '+254712777001', email: null }, role: 'lead', shareBp: 5_000 },
        { ...who(), role: 'co_tenant', shareBp: 5_000 },
      ],
    });
    const stranger = await createPerson(services, 'owner');
    await expect(tenancy.details(createTestCtx(services, stranger), { id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(tenancy.details(createTestCtx(services, here.owner), { id, code: `${code}0` })).rejects.toMatchObject({ failure: 'notFound' });
    const seen = await tenancy.details(createTestCtx(services, tenant), { id });
    expect(seen).toMatchObject({ manages: false, acts: ['withdraw'], units: [] });
    expect(seen.people.map((one) => [one.is_me, one.phone === null])).toEqual([
      [true, false],
      [false, true],
    ]);
    const asked = { page: 1, page_size: 10 };
    expect(await tenancy.listOwn(createTestCtx(services, tenant), asked)).toMatchObject({ count: 1, results: [{ id }] });
    const list = (by: TestPerson, more: object = {}) =>
      tenancy.list(createTestCtx(services, by), { ...asked, sort: 'next_on', tabs: true, z_filter: more });
    expect((await list(tenant)).count).toBe(0);
    expect((await list(stranger)).count).toBe(0);
    expect(await list(here.owner, { q: 'asha' })).toMatchObject({
      count: 1,
      results: [{ id, lead: { name: 'Asha' }, others: 1 }],
      tabs: { all: 1, 1: 1 },
    });
    expect(await list(await createPerson(services, 'superadmin'), { q: code })).toMatchObject({ count: 1 });
    expect(await tenancy.countByStatus(createTestCtx(services, here.owner), { z_filter: { q: 'asha' } })).toMatchObject({ starting: 1, lived_in: 0 });
    expect((await tenancy.exportCsv(createTestCtx(services, here.owner), { sort: 'next_on', z_filter: {} })).csv).toContain(code);
  });

  test('rejects units and tenants of another company', async () => {
    const unit = await fresh();
    const lead = { name: 'Baraka', phone: '0712 345 999', role: 'lead' as const, share_bp: 10_000 };
    const body = {
      unit_id: unit,
      listing_type: 0 as const,
      starts_on: today,
      ends_on: null,
      term_type: 'periodic' as const,
      holdover: 'roll' as const,
      notice_days: 30,
      due_day: 1,
      review_on: null,
      controlled: false,
      rent_cents: 4_500_000 as never,
      period: 2,
      deposit_cents: 0 as never,
      escalation: { kind: 'none' as const },
      charges: [],
      people: [lead],
      opening: null,
      note: '',
    };
    const stranger = await createPerson(services, 'owner');
    await expect(runAsPerson(services, stranger, (ctx) => tenancy.create(ctx, body))).rejects.toMatchObject({ failure: 'notFound' });
    const foreign = await services.database.db
      .insertInto('tenant')
      .values({ company_id: stranger.me.companyId ?? 0, name: 'Theirs' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const theirs = { ...body, people: [{ tenant_id: foreign.id, role: 'lead' as const, share_bp: 10_000 }] };
    await expect(runAsPerson(services, here.owner, (ctx) => tenancy.create(ctx, theirs))).rejects.toMatchObject({
      extra: { fields: { people: expect.any(String) } },
    });
    expect(await runAsPerson(services, here.owner, (ctx) => tenancy.create(ctx, body))).toMatchObject({
      status: 1,
      people: [{ phone: '+254712345999' }],
    });
    // A number that the company knows identifies a tenant: another name creates no record, and the refusal names the tenant.
    const other = { ...body, unit_id: await addUnit(services, here.property), people: [{ ...body.people[0], name: 'Njeri Kamau' }] } as typeof body;
    await expect(runAsPerson(services, here.owner, (ctx) => tenancy.create(ctx, other))).rejects.toMatchObject({
      extra: { fields: { people: expect.stringMatching(/712345999.*existing tenants/) } },
    });
    const choices = await tenancy.findUnits(createTestCtx(services, here.owner), { q: '', unit_id: unit });
    expect(choices.results).toMatchObject([{ id: unit, free_from: null, lived_in: false }]);
    expect((await tenancy.findPeople(createTestCtx(services, here.owner), { q: 'baraka' })).results).toHaveLength(1);
  });
});
