import { beforeAll, expect, test } from 'vitest';
import { unitStatuses } from '#contract/catalogue/kinds.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import { readVisibleListingReadiness } from '#server/listing/listing-reads.ts';
import * as listing from '#server/listing/status-changes.ts';
import { freezeClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { createTestCtx, runAsPerson } from '#test/people.ts';
import * as unit from './service.ts';
import { readUnitDetails } from './unit-detail.ts';

let services: TestServices;
let at: OwnerWithUnit;
let soon: Day;
beforeAll(async () => {
  services = await createTestServices();
  soon = addDays(await freezeClock(services), 2);
  at = await createOwnerWithUnit(services);
});

const as = <T>(work: (ctx: Parameters<typeof unit.move>[0]) => Promise<T>) => runAsPerson(services, at.owner, work);
const start = () => as((ctx) => unit.move(ctx, { id: at.unit, move: 'start_maintenance', reason: 'New tiles', expected_on: soon }));
const end = () => as((ctx) => unit.move(ctx, { id: at.unit, move: 'end_maintenance', reason: '', expected_on: null }));
const rowOf = () => services.database.db.selectFrom('unit').selectAll().where('id', '=', at.unit).executeTakeFirstOrThrow();

test('maintenance of an occupied unit: the unit remains occupied, and cannot be listed, split or deleted during or after maintenance', async () => {
  const let_since = new Date('2026-01-01T00:00:00Z');
  await services.database.db.updateTable('unit').set({ status: 'occupied', status_since: let_since }).where('id', '=', at.unit).execute();
  const offer = await addListing(services, at, { status: 'draft', published_at: null });
  const taken = async () => {
    expect(await rowOf()).toMatchObject({ status: 'occupied', status_since: let_since });
    expect((await readVisibleListingReadiness(createTestCtx(services, at.owner), { id: offer })).items.find((i) => i.key === 'vacant')?.ok).toBe(
      false,
    );
    await expect(as((ctx) => listing.moveListing(ctx, { id: offer, move: 'publish', reason: '' }))).rejects.toMatchObject({ failure: 'conflict' });
    await expect(as((ctx) => unit.remove(ctx, { id: at.unit }))).rejects.toThrow('This unit is occupied or reserved');
    const { unit_type_id } = await rowOf();
    const parts = ['L', 'R'].map((name) => ({ name, unit_type_id, rent_cents: null, deposit_cents: null, area_m2: null }));
    await expect(as((ctx) => unit.split(ctx, { id: at.unit, parts }))).rejects.toThrow('in use or frozen');
  };
  expect((await readUnitDetails(createTestCtx(services, at.owner), { id: at.unit })).moves).toEqual(['start_maintenance']);
  expect(await start()).toMatchObject({ status: unitStatuses.occupied, status_reason: 'New tiles', expected_on: soon, moves: ['end_maintenance'] });
  expect((await rowOf()).works_since).not.toBeNull();
  await taken();
  await expect(start()).rejects.toMatchObject({ failure: 'wrongState' });
  expect(await end()).toMatchObject({ status: unitStatuses.occupied, status_reason: '', expected_on: null, moves: ['start_maintenance'] });
  expect((await rowOf()).works_since).toBeNull();
  await taken();
  await expect(end()).rejects.toMatchObject({ failure: 'wrongState' });
});
