import { expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { meterSteps } from '#test/fixtures/meters.ts';
import {
  createTestTenancy,
  createTestUnit,
  emptyOpeningBalance,
  newTenantInput,
  setTestDay,
  setUpTenancyTests,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { m } from '#words/messages.js';
import { findMissingMeterCharges, meterUtilityService } from './service.ts';

setUpTenancyTests();
const { meters, owner, tariff, meter, read, turn, lock, water, home, refusal } = meterSteps;

test('meter readings import: checks each row and stores the valid ones', async () => {
  const { meter: one } = await home();
  const gone = await meter(null, { number: 'OLD' });
  await owner((ctx) => meters().move(ctx, { id: gone.id, move: 'archive' }));
  await setTestDay('2027-04-02');
  const csv = `Meter no;Reading;Date\n${one.number};110,5;31/03/2027\n${one.number};111;\nX-1;5;\nOLD;5;\n;;`;
  const sheet = { property_id: testPlace.property, kind: 'water' as const, month: '2027-03', csv };
  const { rows, good, bad } = await owner((ctx) => meterUtilityService.importCheck(ctx, sheet));
  expect([good, bad, rows.map((row) => row.problem)]).toEqual([
    1,
    3,
    ['', m.meter_problem_twice(), m.meter_problem_unknown(), m.meter_refusal_archived()],
  ]);
  await owner((ctx) => meterUtilityService.importReadings(ctx, sheet));
  const { results } = await owner((ctx) =>
    meters().listMonth(ctx, { property_id: testPlace.property, kind: 'water', month: '2027-03', page: 1, page_size: 10, tabs: true }),
  );
  expect(results).toMatchObject([{ reading: { value: 110_500, source: 'import' }, occupied: true }]);
});

test('meter billing: the invoice run warns about missing readings, unlocked months and missing meters, and a billed tariff cannot be changed', async () => {
  const { tenancy: id, meter: one } = await home();
  const bare = await createTestUnit();
  const without = await createTestTenancy({
    unitId: bare,
    opening: emptyOpeningBalance(),
    people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }],
    charges: water,
  });
  await setTestDay('2027-04-10');
  const warned = async () => (await findMissingMeterCharges(testServices.database.db, [id, without.id])).map((row) => [row.tenancyId, row.why]);
  expect(await warned()).toEqual([
    [id, 'not_read'],
    [without.id, 'no_meter'],
  ]);
  await read(one.id, '2027-03', 104_000);
  expect(await warned()).toEqual([
    [id, 'not_locked'],
    [without.id, 'no_meter'],
  ]);
  expect((await refusal(lock('2027-03'))).message).toBe(m.meter_refusal_no_tariff({ day: '1 March 2027' }));
  const price = await tariff();
  await turn('2027-03', 'lock');
  expect(await warned()).toEqual([[without.id, 'no_meter']]);
  expect((await refusal(owner((ctx) => meterUtilityService.removeTariff(ctx, { id: price.id })))).message).toBe(m.meter_refusal_tariff_used());
  expect(Object.keys((await refusal(tariff('2027-03-31'))).extra.fields ?? {})).toEqual(['valid_from']);
});

test('water loss: equals the purchased volume minus the metered usage of each month', async () => {
  await tariff();
  const { meter: one } = await home();
  await setTestDay('2027-04-02');
  await read(one.id, '2027-03', 109_000);
  // This flagged reading is not reviewed.
  const { meter: odd } = await home();
  expect(await read(odd.id, '2027-03', 50_000, { rolled: true })).toMatchObject({ status: 'submitted', flags: ['rollover'] });
  await owner((ctx) =>
    meterUtilityService.addPurchase(ctx, {
      property_id: testPlace.property,
      kind: 'water',
      source: 'tanker',
      on_day: '2027-03-12',
      quantity: 12_000,
      cents: toCents(350_000),
      supplier: '',
      note: '',
    }),
  );
  await home();
  const { results } = await owner((ctx) => meterUtilityService.loss(ctx, { property_id: testPlace.property, kind: 'water' }));
  expect(results).toHaveLength(12);
  expect(results.at(-2)).toMatchObject({ month: '2027-03', bought: 12_000, used: 9_000, lost: 3_000, lost_bp: 2_500, unread: 1 });
  expect(results.at(-1)).toMatchObject({ month: '2027-04', bought: 0, lost: null });
});
