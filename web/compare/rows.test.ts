import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildCompareHref, readComparedIds } from './ids.ts';
import { buildCompareRows, type ComparedHome, compareGroups, findBestColumns } from './rows.ts';
import { toCompareCellView } from './words.ts';

type Change = { offer?: Partial<ComparedHome['offer']>; card?: Partial<ComparedHome['card']>; property?: Partial<ComparedHome['property']> };
const home = (change: Change = {}): ComparedHome =>
  ({
    card: {
      id: 1,
      area_m2: 50,
      bedrooms: 2,
      bathrooms: 1,
      amenities: ['borehole'],
      place: { id: 1, name: 'Kilimani', county: 'Nairobi' },
      unit: null,
      property: { type: { code: 'a', name: 'Apartment', name_sw: '' } },
      ...change.card,
    },
    property: {
      landmark: '',
      lifts: 0,
      rating: null,
      agent: null,
      verification: null,
      year_built: null,
      notice_days: 30,
      amenities: [{ code: 'borehole', name: 'Borehole', name_sw: 'Kisima' }],
      ...change.property,
    },
    offer: {
      listing_type: 0,
      price_cents: 5_000_000,
      price_period: 2,
      deposit_cents: 5_000_000,
      service_charge_cents: 0,
      agent_fee_cents: 0,
      other_charges: [],
      discounts: [],
      rates: [],
      parking_slots: 1,
      furnished: 'unfurnished',
      water_source: [],
      power_type: '',
      backup_power: false,
      gate_security: true,
      pets: null,
      smoking: null,
      available_from: null,
      min_term_months: 12,
      negotiable: false,
      ...change.offer,
    },
  }) as unknown as ComparedHome;
const row = (rows: ReturnType<typeof buildCompareRows>, key: string) => rows.find((r) => r.key === key);

test('comparison: a year is shown without a thousands separator (2006)', () => {
  expect(row(buildCompareRows([home({ property: { year_built: 2006 } })]), 'built')?.cells).toEqual([expect.objectContaining({ text: '2006' })]);
});

describe('best value in a comparison', () => {
  test('is the lowest or highest value, and is marked for each of several equal values', () => {
    expect(findBestColumns([3, 1, 2], 'least')).toEqual([1]);
    expect(findBestColumns([3, 1, 3], 'most')).toEqual([0, 2]);
  });
  test('is absent if all values are equal or fewer than two values are known', () => {
    expect(findBestColumns([2, 2, 2], 'least')).toEqual([]);
    expect(findBestColumns([null, 5], 'most')).toEqual([]);
    expect(findBestColumns([], 'most')).toEqual([]);
  });
  test('is at least as good as every other known value', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer()), { maxLength: 4 }), fc.constantFrom('least' as const, 'most' as const), (values, want) => {
        const sign = want === 'least' ? 1 : -1;
        for (const at of findBestColumns(values, want))
          for (const other of values) if (other !== null) expect(sign * (values[at] ?? Number.NaN)).toBeLessThanOrEqual(sign * other);
      }),
    );
  });
});

describe('comparison rows', () => {
  const items = [home(), home({ offer: { price_cents: 4_000_000, deposit_cents: 9_000_000 }, card: { area_m2: 80 } })];
  test('are grouped, ordered and marked with the best value', () => {
    const rows = buildCompareRows(items);
    expect([...new Set(rows.map((r) => r.group))]).toEqual(compareGroups.filter((g) => rows.some((r) => r.group === g)));
    expect(row(rows, 'price')?.best).toEqual([1]);
    expect(row(rows, 'deposit')?.best).toEqual([0]);
    expect(row(rows, 'move_in')?.best).toEqual([0]);
    expect(row(rows, 'size')?.best).toEqual([1]);
    expect(row(rows, 'per_m2')?.best).toEqual([1]);
    expect(row(rows, 'parking')).toMatchObject({ best: [], differs: false });
  });
  test('convert a yearly price to a monthly price', () => {
    const yearly = home({ offer: { price_cents: 48_000_000, price_period: 6 } });
    expect(row(buildCompareRows([home(), yearly]), 'price')?.best).toEqual([1]);
  });
  test('show the rate and reason of a sale’s stamp duty', () => {
    const rate = { starts_on: '2024-04-01', least_cents: 0 };
    const sale = (rates: ComparedHome['offer']['rates']) => home({ offer: { listing_type: 2, price_cents: 1_000_000_000, price_period: 3, rates } });
    const duty = row(
      buildCompareRows([
        sale([{ ...rate, kind: 'stamp_duty', points: 400 }]),
        sale([{ ...rate, kind: 'stamp_duty_rural', points: 200 }]),
        sale([{ ...rate, kind: 'stamp_duty_unsure', points: 400, low_points: 200 }]),
      ]),
      'duty',
    );
    expect(duty?.best).toEqual([1]);
    expect(duty?.cells.map((cell) => toCompareCellView(cell, 'duty', 'en').text.replaceAll('\u00a0', ' '))).toEqual([
      'KES 400,000 (4%, urban land)',
      'KES 200,000 (2%, rural land)',
      'At most KES 400,000 (2% to 4%)',
    ]);
    expect(row(buildCompareRows([home(), home()]), 'duty')).toBeUndefined();
  });
  test('have no best price when a rent is compared with a sale price', () => {
    const sale = home({ offer: { listing_type: 2, price_cents: 900_000_000, price_period: 3 } });
    const rows = buildCompareRows([home(), sale]);
    expect(row(rows, 'price')?.best).toEqual([]);
    expect(row(rows, 'per_m2')?.best).toEqual([]);
    expect(row(rows, 'deposit')?.cells[1]).toEqual({ kind: 'none' });
  });
  test('omit rows with equal values when the differences-only option is on', () => {
    const rows = buildCompareRows(items, true);
    expect(rows.every((r) => r.differs)).toBe(true);
    expect(row(rows, 'parking')).toBeUndefined();
    expect(row(rows, 'price')).toBeDefined();
  });
  test('include each amenity that any listing has', () => {
    const bare = home({ card: { amenities: [] }, property: { amenities: [] } });
    expect(row(buildCompareRows([home(), bare]), 'amenity:borehole')?.cells).toEqual([
      { kind: 'yes', on: true },
      { kind: 'yes', on: false },
    ]);
  });
  test('omit values that no listing states', () => {
    const rows = buildCompareRows(items);
    expect(row(rows, 'landmark')).toBeUndefined();
    expect(row(rows, 'service')).toBeUndefined();
    expect(row(rows, 'pets')).toBeUndefined();
  });
});

describe('comparison address', () => {
  test('contains at most four unique ids', () => {
    expect(readComparedIds('4,4,3,x,-1,2,1,9')).toEqual([4, 3, 2, 1]);
    expect(readComparedIds('1e5, 7,')).toEqual([7]);
    expect(readComparedIds(null)).toEqual([]);
  });
  test('preserves the ids and options when written and read again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 1e12 }), { maxLength: 4 }), fc.boolean(), (ids, diff) => {
        const url = new URL(buildCompareHref(ids, diff), 'http://x');
        expect(readComparedIds(url.searchParams.get('ids'))).toEqual(ids);
        expect(url.searchParams.has('diff')).toBe(diff);
      }),
    );
  });
});
