import { expect, test } from 'vitest';
import { runAs, setUpTenancyTests, testPlace, testServices } from '#test/fixtures/tenancies.ts';
import { meterService } from './service.ts';

setUpTenancyTests();
const meters = () => meterService(testServices);
const owner = <T>(work: Parameters<typeof runAs<T>>[1]) => runAs(testPlace.owner, work);
const meter = (number: string) =>
  owner((ctx) =>
    meters().create(ctx, {
      property_id: testPlace.property,
      kind: 'water',
      unit_id: null,
      number,
      place: '',
      multiplier: 1,
      digits: 4,
      initial: 0,
      installed_on: '2027-02-28',
      sealed_on: null,
      prepaid: false,
    }),
  );

test('meter list: counts, searches and sorts over more than one page', async () => {
  for (let n = 0; n < 11; n++) await meter(`C-${n}`);
  const list = (more: object = {}) =>
    owner((ctx) => meters().list(ctx, { property_id: testPlace.property, page: 1, page_size: 10, sort: '-number', ...more }));
  expect(await list()).toMatchObject({ count: 11, results: [{ number: 'C-9' }, ...Array<unknown>(9).fill({ unit: null })] });
  expect(await list({ tabs: true, z_filter: { kind: 'water', search: 'c-1' } })).toMatchObject({ count: 2, tabs: { all: 11, active: 11 } });
});
