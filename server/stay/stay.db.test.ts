import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day } from '#contract/time/days.ts';
import { tenantModule } from '#server/tenant/module.ts';
import { findOrCreateTenant } from '#server/tenant/service.ts';
import { freezeClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, runAsPerson } from '#test/people.ts';
import * as stay from './service.ts';

let services: TestServices;
let here: OwnerWithUnit;
let today: Day;
const statusOf = async (id: number) =>
  (await services.database.db.selectFrom('unit').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const hold = (unitId: number, from = today, to: string | null = null) =>
  runAsPerson(services, here.owner, (ctx) => stay.reserveUnit(ctx, { unitId, from, to }, 'a test'));

beforeAll(async () => {
  services = await createTestServices();
  today = await freezeClock(services);
  here = await createOwnerWithUnit(services);
});

describe('unit reservation', () => {
  test('reserves the unit for only one of twenty concurrent requests', async () => {
    const unit = await addUnit(services, here.property);
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => hold(unit)));
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ failure: 'conflict', extra: { free_from: null } });
    expect(await statusOf(unit)).toBe('ordered');
  });

  test('is allowed from the end of another reservation, and a conflict reports when the unit becomes available', async () => {
    const unit = await addUnit(services, here.property);
    const end = addDays(today, 30);
    await hold(unit, today, end);
    await expect(hold(unit, addDays(today, 29))).rejects.toMatchObject({ failure: 'conflict', extra: { free_from: end } });
    await hold(unit, end);
    expect(await stay.readUnitAvailableFrom({ db: services.database.db as never }, unit)).toBeNull();
  });

  test('makes the unit vacant on release unless another reservation exists, also after a freeze ends', async () => {
    const unit = await addUnit(services, here.property);
    const { db } = services.database;
    const tenancy = async () =>
      (
        await sql<{ id: number }>`insert into tenancy (company_id, property_id, unit_id, listing_type, starts_on, ends_on)
          values (${here.owner.me.companyId}, ${here.property}, ${unit}, 0, ${today}, ${addDays(today, 365)}) returning id`.execute(db)
      ).rows[0]?.id ?? 0;
    const [first, second] = [await tenancy(), await tenancy()];
    const as = <T>(work: (ctx: Parameters<typeof stay.releaseStay>[0]) => Promise<T>) => runAsPerson(services, here.owner, work);
    await as((ctx) => stay.reserveUnit(ctx, { unitId: unit, from: today, to: addDays(today, 10), tenancyId: first }, 'a test'));
    await as((ctx) => stay.reserveUnit(ctx, { unitId: unit, from: addDays(today, 10), to: null, tenancyId: second }, 'a test'));
    await expect(as((ctx) => stay.setStayEnd(ctx, { tenancyId: first }, null))).rejects.toMatchObject({ failure: 'conflict' });
    await as((ctx) => stay.releaseStay(ctx, { tenancyId: first }, 'a test'));
    expect(await statusOf(unit)).toBe('ordered');
    await db.updateTable('unit').set({ status: 'stall', status_before: 'ordered' }).where('id', '=', unit).execute();
    await as((ctx) => stay.releaseStay(ctx, { tenancyId: second }, 'a test'));
    const row = await db.selectFrom('unit').select(['status', 'status_before']).where('id', '=', unit).executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'stall', status_before: 'vacant' });
  });

  test('is rejected for a unit under maintenance', async () => {
    const unit = await addUnit(services, here.property, { status: 'maintenance' });
    await expect(hold(unit)).rejects.toMatchObject({ failure: 'wrongState', extra: { from: 'maintenance' } });
  });
});

describe('tenant record of a company', () => {
  test('is created only once per account or phone number, even by concurrent calls of findOrCreateTenant', async () => {
    const who = await createPerson(services, 'tenant');
    const phone = '+254711000111';
    await services.database.db.updateTable('person').set({ phone, phone_proved_at: new Date() }).where('id', '=', who.id).execute();
    const company = here.owner.me.companyId ?? 0;
    const ask = (personId: number | null) =>
      runAsPerson(services, here.owner, (ctx) => findOrCreateTenant(ctx, company, { personId, name: 'Asha', phone, email: null }));
    const first = await ask(null);
    expect(new Set(await Promise.all(Array.from({ length: 8 }, () => ask(who.id))))).toEqual(new Set([first]));
    const row = await services.database.db.selectFrom('tenant').select(['person_id', 'status']).where('id', '=', first).executeTakeFirstOrThrow();
    expect(row).toEqual({ person_id: who.id, status: 'prospective' });
    await sql`insert into booking (company_id, property_id, unit_id, tenant_id, person_id, starts_on, term_months, bill, status)
      values (${company}, ${here.property}, ${here.unit}, ${first}, ${who.id}, ${today}, 12, '{}', 'declined')`.execute(services.database.db);
    await runAsPerson(services, here.owner, (ctx) => tenantModule.eventHandlers?.['tenant.facts']?.(ctx, { tenantId: first }) ?? Promise.resolve());
    expect((await services.database.db.selectFrom('tenant').select('status').where('id', '=', first).executeTakeFirstOrThrow()).status).toBe(
      'rejected',
    );
  });
});
