import { expect, test } from 'vitest';
import * as tenancy from '#server/tenancy/service.ts';
import { meterSteps } from '#test/fixtures/meters.ts';
import {
  agreeOnShortNotice,
  ashaUser,
  createTestTenancy,
  emptyOpeningBalance,
  newTenantInput,
  runAs,
  setTestDay,
  setUpTenancyTests,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { createPerson, runAsPerson } from '#test/people.ts';
import { m } from '#words/messages.js';
import { markChargesBilled, markChargesUnbilled } from './service.ts';

setUpTenancyTests();
const { meters, asks, owner, tariff, read, turn, lock, water, home, due, refusal } = meterSteps;

test('meter month: is billable only after it is locked, and each reading is billed on one invoice line', async () => {
  await tariff();
  const { tenancy: id, meter: one } = await home();
  await setTestDay('2027-04-02');
  expect(await read(one.id, '2027-03', 110_000)).toMatchObject({ used: 10_000, flags: [], status: 'submitted' });
  expect(await due(id)).toEqual([]);
  expect(await lock('2027-03')).toMatchObject({ status: 'locked', lines: 1, cents: 6 * 10_000 + 4 * 20_000 });
  // A month that is not locked cannot be billed.
  await setTestDay('2027-04-01');
  expect(await due(id)).toEqual([]);
  await setTestDay('2027-04-02');
  const [line] = await due(id);
  expect(line).toMatchObject({
    tenancyId: id,
    kind: 'water',
    label: 'Water',
    from: '2027-03-01',
    last: '2027-03-31',
    cents: 140_000,
    taxCode: 'A',
    used: 10_000,
  });
  const on = (invoiceLineId: number) => markChargesBilled(testServices.database.db, [{ readingId: line?.readingIds[0] ?? 0, invoiceLineId }]);
  await on(77);
  await on(77);
  expect((await refusal(on(78))).message).toBe(m.meter_refusal_billed());
  expect(await due(id)).toEqual([]);
  await markChargesUnbilled(testServices.database.db, [77]);
  expect(await due(id)).toHaveLength(1);
  expect((await refusal(read(one.id, '2027-03', 111_000))).message).toBe(m.meter_refusal_locked());
});

test('meter reading: rejects lower values, future dates, other months and replaced meters, and stores no rejected reading', async () => {
  const { meter: one } = await home();
  await setTestDay('2027-04-02');
  const fields = async (work: Promise<unknown>) => (await refusal(work)).extra.fields;
  expect(await fields(read(one.id, '2027-03', 99_999))).toEqual({ value: m.meter_problem_lower({ value: '100', day: '28 February 2027' }) });
  expect(await fields(read(one.id, '2027-04', 110_000, { on_day: '2027-04-03' }))).toEqual({ on_day: m.meter_problem_future() });
  expect(Object.keys((await fields(read(one.id, '2027-03', 110_000, { on_day: '2027-02-27' }))) ?? {})).toEqual(['on_day']);
  expect(await fields(read(one.id, '2027-03', 10_000_000))).toEqual({ value: m.meter_problem_digits() });
  expect(await fields(read(one.id, '2027-05', 110_000))).toEqual({ month: m.meter_problem_month_later() });
  const next = await owner((ctx) =>
    meters().replace(ctx, {
      id: one.id,
      on_day: '2027-03-20',
      final: 104_000,
      rolled: false,
      number: 'W-new',
      place: '',
      multiplier: 1,
      digits: 4,
      sealed_on: null,
      initial: 0,
    }),
  );
  expect((await refusal(read(one.id, '2027-03', 110_000))).message).toBe(m.meter_refusal_replaced());
  expect(next).toMatchObject({ replaces: { number: one.number }, unit: one.unit });
  await tariff();
  await read(next.id, '2027-03', 3_000);
  expect(await lock('2027-03')).toMatchObject({ lines: 1, cents: 6 * 10_000 + 1 * 20_000 });
});

test('meter month: cannot be locked until flagged readings are reviewed', async () => {
  await tariff();
  const { meter: one } = await home();
  await setTestDay('2027-05-02');
  await read(one.id, '2027-03', 110_000);
  await lock('2027-03');
  expect(await read(one.id, '2027-04', 150_000)).toMatchObject({ flags: ['high'] });
  await turn('2027-04', 'review');
  expect((await refusal(turn('2027-04', 'lock'))).message).toBe(m.meter_refusal_flagged({ count: 1 }));
  const again = await read(one.id, '2027-04', 100_000, { rolled: true });
  expect(again).toMatchObject({ used: 9_990_000, flags: ['high', 'rollover'] });
  const zero = await read(one.id, '2027-04', 110_000);
  expect(zero.flags).toEqual(['zero']);
  await owner((ctx) => meters().reviewReadings(ctx, { ids: [zero.id], accept: true, reason: '' }));
  expect(await turn('2027-04', 'lock')).toMatchObject({ status: 'locked', cents: 0 });
});

test('estimated reading: is billed, and the next reading corrects the estimate to the cent', async () => {
  await tariff();
  const { tenancy: id, meter: one } = await home();
  await setTestDay('2027-06-02');
  await read(one.id, '2027-03', 109_300);
  await lock('2027-03');
  expect(await owner((ctx) => meters().estimateReading(ctx, { meter_id: one.id, month: '2027-04', note: '' }))).toMatchObject({
    status: 'estimated',
    value: 118_300,
  });
  await lock('2027-04');
  // Usage was lower than estimated, so a lower value is only flagged here and not rejected.
  const lower = await read(one.id, '2027-05', 115_300);
  expect(lower.flags).toEqual(['lower']);
  await owner((ctx) => meters().reviewReadings(ctx, { ids: [lower.id], accept: true, reason: '' }));
  await lock('2027-05');
  const lines = await due(id);
  expect(lines.map((line) => line.cents)).toEqual([6 * 10_000 + 66_000, 6 * 10_000 + 3 * 20_000, 6_000 * 10 - 120_000]);
});

test("handover reading: splits the month's usage between two tenancies", async () => {
  await tariff('2027-01-01', { bands: [{ upto: null, rate_cents: 10_000 }], fixed_cents: 31_000 });
  const { unitId, tenancy: id, meter: one } = await home();
  await setTestDay('2027-03-10');
  await agreeOnShortNotice(id, '2027-03-10', 'both agreed');
  await read(one.id, '2027-03', 104_000, { on_day: '2027-03-10', handover: true });
  await owner((ctx) =>
    tenancy.end(ctx, {
      id,
      on: '2027-03-10',
      kind: 'mutual',
      reason: 'both agreed',
      keys: true,
      readings: true,
      no_inspection: 'seen',
      after: 'vacant',
    }),
  );
  await setTestDay('2027-03-11');
  const next = await createTestTenancy({
    unitId,
    startsOn: '2027-03-11',
    opening: emptyOpeningBalance(),
    people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }],
    charges: water,
  });
  await setTestDay('2027-04-01');
  await read(one.id, '2027-03', 125_000);
  await lock('2027-03');
  expect((await due(id))[0]).toMatchObject({ from: '2027-03-01', last: '2027-03-10', used: 4_000, cents: 4 * 10_000 + 10_000 });
  expect((await due(next.id))[0]).toMatchObject({ from: '2027-03-11', last: '2027-03-31', used: 21_000, cents: 21 * 10_000 + 21_000 });
});

test('reading query: an occupant can query a reading within seven days, and the reading is not billed until the query is answered', async () => {
  await tariff();
  const { tenancy: id, meter: one } = await home();
  const other = await home();
  await setTestDay('2027-04-02');
  await read(one.id, '2027-03', 120_000);
  await read(other.meter.id, '2027-03', 103_000);
  await lock('2027-03');
  const mine = await runAs(ashaUser, (ctx) => asks().listMine(ctx, { page: 1, page_size: 10, z_filter: { tenancy_id: id } }));
  expect(mine.results).toMatchObject([{ used: 20_000, cents: 340_000, opening: { value: 100_000 }, closing: { value: 120_000 } }]);
  const stranger = await createPerson(testServices, 'tenant');
  expect((await runAsPerson(testServices, stranger, (ctx) => asks().listMine(ctx, { page: 1, page_size: 10 }))).count).toBe(0);
  const line = mine.results[0]?.id ?? 0;
  expect((await refusal(runAsPerson(testServices, stranger, (ctx) => asks().raiseQuery(ctx, { id: line, text: 'No', value: null })))).failure).toBe(
    'notFound',
  );
  const query = await runAs(ashaUser, (ctx) => asks().raiseQuery(ctx, { id: line, text: 'It shows 110', value: 110_000 }));
  expect((await refusal(runAs(ashaUser, (ctx) => asks().raiseQuery(ctx, { id: line, text: 'Again', value: null })))).message).toBe(
    m.meter_refusal_asked_already(),
  );
  expect(await due(id)).toEqual([]);
  await owner((ctx) => asks().answer(ctx, { id: query.id, answer: 'You are right', value: 110_000 }));
  expect((await due(id)).map((one) => one.cents)).toEqual([340_000, 140_000 - 340_000]);
  await setTestDay('2027-04-10');
  expect((await refusal(runAs(ashaUser, (ctx) => asks().raiseQuery(ctx, { id: line, text: 'Late', value: null })))).failure).toBe('gone');
});
