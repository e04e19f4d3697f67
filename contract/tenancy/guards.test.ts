import { describe, expect, test } from 'vitest';
import {
  classifyRentChange,
  computeEarliestChargeDay,
  computeProposedRentChangeDay,
  computeRentCeiling,
  findNextRentIncreaseDay,
  getEarliestTenancyEndDay,
  getFixedRentEndDay,
  getTenancyEndKind,
} from './guards.ts';

describe('rent change', () => {
  test('rejects an empty or mistyped rent, and requires confirmation of a rent far from the current rent', () => {
    expect([0, -1, 31_000_000, 300_000].map((next) => classifyRentChange(3_000_001, next))).toEqual([
      'implausible',
      'implausible',
      'implausible',
      'implausible',
    ]);
    expect([4_000_000, 2_000_000].map((next) => classifyRentChange(3_000_000, next))).toEqual(['large', 'large']);
    expect([3_000_000, 3_900_000, 2_100_000].map((next) => classifyRentChange(3_000_000, next))).toEqual(['none', 'none', 'none']);
    expect(classifyRentChange(0, 3_000_000)).toBe('none');
  });

  test('is proposed from the first month after the notice period', () => {
    expect(computeProposedRentChangeDay('2026-11-17', 30)).toBe('2027-01-01');
    expect(computeProposedRentChangeDay('2026-11-01', 30)).toBe('2026-12-01');
  });

  test('is not possible within a fixed term unless the lease allows rent changes', () => {
    const of = { term_type: 'fixed', ends_on: '2027-11-16', escalation: { kind: 'none' } } as const;
    expect(getFixedRentEndDay(of)).toBe('2027-11-16');
    expect(getFixedRentEndDay({ ...of, escalation: { kind: 'amount', value: 100_000 } })).toBeNull();
    expect(getFixedRentEndDay({ ...of, term_type: 'periodic', ends_on: null })).toBeNull();
  });

  test('cannot exceed the signed rent, even after a reduction, or a later agreed rent once that rent applies', () => {
    const term = (from: string, rent_cents: number, signed_cents: number | null = null) => ({ from, rent_cents, signed_cents });
    const lowered = [term('2027-01-01', 300), term('2027-03-01', 250, 300), term('2027-05-01', 240, 300)];
    const of = { term_type: 'fixed', ends_on: '2028-12-31', escalation: { kind: 'none' }, terms: lowered } as const;
    expect(['2026-12-01', '2027-02-01', '2027-06-01', '2029-01-01'].map((day) => computeRentCeiling(of, day)?.cents)).toEqual([
      300,
      300,
      300,
      undefined,
    ]);
    const renewed = { ...of, terms: [...lowered, term('2028-01-01', 280)] };
    expect([
      computeRentCeiling(renewed, '2027-06-01'),
      computeRentCeiling(renewed, '2027-06-01', true),
      computeRentCeiling(renewed, '2028-06-01'),
    ]).toEqual([300, 280, 280].map((cents) => ({ cents, until: '2028-12-31' })));
    expect(computeRentCeiling({ ...of, term_type: 'periodic', ends_on: null }, '2027-06-01')).toBeNull();
  });

  test('the next rent increase is on the first agreed day after today, and missed increases are not added', () => {
    const up = { kind: 'percent', value: 500, every_months: 12, next_on: '2020-02-29' } as const;
    expect(findNextRentIncreaseDay(up, '2027-03-01')).toBe('2028-02-29');
    expect(findNextRentIncreaseDay(up, '2020-01-01')).toBe('2020-02-29');
    expect(findNextRentIncreaseDay(up, '2020-02-29')).toBe('2021-02-28');
    expect(findNextRentIncreaseDay({ kind: 'none' }, '2027-03-01')).toBeUndefined();
  });
});

test("new charge: starts today if one-time, after the notice period if recurring, and on the tenancy's first day before move-in", () => {
  const of = { starts_on: '2027-01-01', notice_days: 30, begun: true };
  const first = (often: 'once' | 'monthly' | 'yearly', cents: number | null) => computeEarliestChargeDay(of, often, cents, '2027-03-01');
  expect([first('once', 100), first('monthly', -100), first('monthly', 100), first('yearly', 100), first('monthly', null)]).toEqual([
    ...['2027-03-01', '2027-03-01', '2027-03-31', '2027-03-31', '2027-03-31'],
  ]);
  expect(computeEarliestChargeDay({ ...of, begun: false }, 'monthly', 100, '2027-03-01')).toBe('2027-01-01');
});

describe('end date of an occupied tenancy', () => {
  test('is the recorded move-out day or the end of an expired term, and is empty for an active tenancy', () => {
    expect(getEarliestTenancyEndDay({ status: 'active', ends_on: '2027-01-01', leaving_on: null })).toBeNull();
    expect(getEarliestTenancyEndDay({ status: 'active', ends_on: '2027-01-01', leaving_on: '2026-12-01' })).toBe('2026-12-01');
    expect(getEarliestTenancyEndDay({ status: 'expired', ends_on: '2026-11-01', leaving_on: null })).toBe('2026-11-01');
    expect([getTenancyEndKind(null), getTenancyEndKind({ kind: 'order' })]).toEqual(['expired', 'order']);
  });
});
