import { describe, expect, test } from 'vitest';
import { endsAs, nextRise, overFrom, proposedRentChange, rentHoldsUntil, rentJump } from './guards.ts';

describe('a rent', () => {
  test('that is none, or was mistyped, is refused; one that is far from the last must be meant', () => {
    expect([0, -1, 31_000_000, 300_000].map((next) => rentJump(3_000_001, next))).toEqual(['absurd', 'absurd', 'absurd', 'absurd']);
    expect([4_000_000, 2_000_000].map((next) => rentJump(3_000_000, next))).toEqual(['large', 'large']);
    expect([3_000_000, 3_900_000, 2_100_000].map((next) => rentJump(3_000_000, next))).toEqual(['none', 'none', 'none']);
    expect(rentJump(0, 3_000_000)).toBe('none');
  });

  test('is proposed from the first month that begins once its notice is over', () => {
    expect(proposedRentChange('2026-11-17', 30)).toBe('2027-01-01');
    expect(proposedRentChange('2026-11-01', 30)).toBe('2026-12-01');
  });

  test('that was agreed for a term holds to its end, unless the lease says that it rises', () => {
    const of = { term_type: 'fixed', ends_on: '2027-11-16', escalation: { kind: 'none' } } as const;
    expect(rentHoldsUntil(of)).toBe('2027-11-16');
    expect(rentHoldsUntil({ ...of, escalation: { kind: 'amount', value: 100_000 } })).toBeNull();
    expect(rentHoldsUntil({ ...of, term_type: 'periodic', ends_on: null })).toBeNull();
  });

  test('rises next on the first day after: what was missed is not made up for', () => {
    const up = { kind: 'percent', value: 500, every_months: 12, next_on: '2020-02-29' } as const;
    expect(nextRise(up, '2027-03-01')).toBe('2028-02-29');
    expect(nextRise(up, '2020-01-01')).toBe('2020-02-29');
    expect(nextRise(up, '2020-02-29')).toBe('2021-02-28');
    expect(nextRise({ kind: 'none' }, '2027-03-01')).toBeUndefined();
  });
});

describe('what is lived in', () => {
  test('is over from the day that was written down, or from the end of a term that stopped; else not yet', () => {
    expect(overFrom({ status: 'active', ends_on: '2027-01-01', leaving_on: null })).toBeNull();
    expect(overFrom({ status: 'active', ends_on: '2027-01-01', leaving_on: '2026-12-01' })).toBe('2026-12-01');
    expect(overFrom({ status: 'expired', ends_on: '2026-11-01', leaving_on: null })).toBe('2026-11-01');
    expect([endsAs(null), endsAs({ kind: 'order' })]).toEqual(['expired', 'order']);
  });
});
