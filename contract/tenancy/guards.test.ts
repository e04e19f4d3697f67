import { describe, expect, test } from 'vitest';
import {
  earliestChargeDay,
  endKindFor,
  nextRentRise,
  proposedRentChangeDay,
  rentCeiling,
  rentChangeSize,
  rentFixedUntil,
  tenancyOverFrom,
} from './guards.ts';

describe('rent change', () => {
  test('rejects an empty or mistyped rent, and requires confirmation of a rent far from the current rent', () => {
    expect([0, -1, 31_000_000, 300_000].map((next) => rentChangeSize(3_000_001, next))).toEqual(['absurd', 'absurd', 'absurd', 'absurd']);
    expect([4_000_000, 2_000_000].map((next) => rentChangeSize(3_000_000, next))).toEqual(['large', 'large']);
    expect([3_000_000, 3_900_000, 2_100_000].map((next) => rentChangeSize(3_000_000, next))).toEqual(['none', 'none', 'none']);
    expect(rentChangeSize(0, 3_000_000)).toBe('none');
  });

  test('is proposed from the first month after the notice period', () => {
    expect(proposedRentChangeDay('2026-11-17', 30)).toBe('2027-01-01');
    expect(proposedRentChangeDay('2026-11-01', 30)).toBe('2026-12-01');
  });

  test('is not possible inside a fixed term, unless the lease allows it', () => {
    const of = { term_type: 'fixed', ends_on: '2027-11-16', escalation: { kind: 'none' } } as const;
    expect(rentFixedUntil(of)).toBe('2027-11-16');
    expect(rentFixedUntil({ ...of, escalation: { kind: 'amount', value: 100_000 } })).toBeNull();
    expect(rentFixedUntil({ ...of, term_type: 'periodic', ends_on: null })).toBeNull();
  });

  test('is limited to the rent signed for the day, even if the rent was lowered since, and to later agreed rents from their start', () => {
    const term = (from: string, rent_cents: number, signed_cents: number | null = null) => ({ from, rent_cents, signed_cents });
    const lowered = [term('2027-01-01', 300), term('2027-03-01', 250, 300), term('2027-05-01', 240, 300)];
    const of = { term_type: 'fixed', ends_on: '2028-12-31', escalation: { kind: 'none' }, terms: lowered } as const;
    expect(['2026-12-01', '2027-02-01', '2027-06-01', '2029-01-01'].map((day) => rentCeiling(of, day)?.cents)).toEqual([300, 300, 300, undefined]);
    const renewed = { ...of, terms: [...lowered, term('2028-01-01', 280)] };
    expect([rentCeiling(renewed, '2027-06-01'), rentCeiling(renewed, '2027-06-01', true), rentCeiling(renewed, '2028-06-01')]).toEqual(
      [300, 280, 280].map((cents) => ({ cents, until: '2028-12-31' })),
    );
    expect(rentCeiling({ ...of, term_type: 'periodic', ends_on: null }, '2027-06-01')).toBeNull();
  });

  test('the next rent increase is on the first agreed day after today, and missed increases are not added', () => {
    const up = { kind: 'percent', value: 500, every_months: 12, next_on: '2020-02-29' } as const;
    expect(nextRentRise(up, '2027-03-01')).toBe('2028-02-29');
    expect(nextRentRise(up, '2020-01-01')).toBe('2020-02-29');
    expect(nextRentRise(up, '2020-02-29')).toBe('2021-02-28');
    expect(nextRentRise({ kind: 'none' }, '2027-03-01')).toBeUndefined();
  });
});

test('new charge: begins today, a recurring charge after the notice period, and before move-in on the first day of the tenancy', () => {
  const of = { starts_on: '2027-01-01', notice_days: 30, begun: true };
  const first = (often: 'once' | 'monthly' | 'yearly', cents: number | null) => earliestChargeDay(of, often, cents, '2027-03-01');
  expect([first('once', 100), first('monthly', -100), first('monthly', 100), first('yearly', 100), first('monthly', null)]).toEqual([
    ...['2027-03-01', '2027-03-01', '2027-03-31', '2027-03-31', '2027-03-31'],
  ]);
  expect(earliestChargeDay({ ...of, begun: false }, 'monthly', 100, '2027-03-01')).toBe('2027-01-01');
});

describe('end of an occupied tenancy', () => {
  test('is the recorded move-out day or the end of an expired term; an active tenancy has none', () => {
    expect(tenancyOverFrom({ status: 'active', ends_on: '2027-01-01', leaving_on: null })).toBeNull();
    expect(tenancyOverFrom({ status: 'active', ends_on: '2027-01-01', leaving_on: '2026-12-01' })).toBe('2026-12-01');
    expect(tenancyOverFrom({ status: 'expired', ends_on: '2026-11-01', leaving_on: null })).toBe('2026-11-01');
    expect([endKindFor(null), endKindFor({ kind: 'order' })]).toEqual(['expired', 'order']);
  });
});
