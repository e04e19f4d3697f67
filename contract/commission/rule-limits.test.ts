import { expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import type { CommissionRuleFields } from './calls.ts';
import { findTermsAboveCeiling, getFirstCommissionRuleDay, isLowerCommission } from './rule-limits.ts';

const limits = { ceilingBps: 2000, firstCeilingBps: 5000, ceilingCents: 1_000_000, noticeDays: 14 };
const rule: CommissionRuleFields = {
  name: 'Rent collected',
  beneficiary: 'platform',
  basis: 'rent_collected',
  kind: 'rate',
  bps: 500,
  fixed_cents: null,
  tiers: null,
  min_cents: toCents(0),
  max_cents: null,
  vat_bps: 1600,
  per: 'invoice',
  company_id: null,
  property_id: null,
  region: null,
  months: null,
  starts_on: '2026-12-03',
  ends_on: null,
  priority: 0,
};

test('commission rule limits: rates, tiers, fixed amounts and minimums above the ceiling are found', () => {
  expect(findTermsAboveCeiling({ ...rule, bps: 2000 }, limits)).toEqual([]);
  expect(findTermsAboveCeiling({ ...rule, bps: 10_000 }, limits)).toEqual(['bps']);
  expect(findTermsAboveCeiling({ ...rule, kind: 'tiers', bps: null, tiers: [{ upto: null, bps: 2001 }] }, limits)).toEqual(['tiers']);
  expect(findTermsAboveCeiling({ ...rule, kind: 'fixed', bps: null, fixed_cents: toCents(1_000_001) }, limits)).toEqual(['fixed_cents']);
  expect(findTermsAboveCeiling({ ...rule, min_cents: toCents(3_530_000) }, limits)).toEqual(['min_cents']);
  expect(findTermsAboveCeiling({ ...rule, beneficiary: 'dealer', basis: 'plan_payment', bps: 5000 }, limits)).toEqual([]);
  expect(findTermsAboveCeiling({ ...rule, beneficiary: 'agent', basis: 'first_rent', bps: 5000 }, limits)).toEqual([]);
});

test('commission rule limits: a letting fee has its own ceiling, and VAT is at most 16%', () => {
  const first = { ...rule, basis: 'first_rent' as const };
  expect(findTermsAboveCeiling({ ...first, bps: 5001 }, limits)).toEqual(['bps']);
  expect(findTermsAboveCeiling({ ...first, kind: 'fixed', bps: null, fixed_cents: toCents(2_000_000) }, limits)).toEqual([]);
  expect(findTermsAboveCeiling({ ...rule, vat_bps: 1601 }, limits)).toEqual(['vat_bps']);
  expect(findTermsAboveCeiling({ ...rule, beneficiary: 'dealer', basis: 'plan_payment', vat_bps: 10_000 }, limits)).toEqual(['vat_bps']);
});

test('commission rule limits: only a lower rate for the same companies is lower', () => {
  expect(isLowerCommission(rule, { ...rule, bps: 400 })).toBe(true);
  for (const change of [{ bps: 501 }, { min_cents: toCents(1) }, { vat_bps: 1700 }, { company_id: 4 }, { per: 'month' as const }, { priority: 1 }])
    expect(isLowerCommission(rule, { ...rule, ...change })).toBe(false);
  expect(isLowerCommission({ ...rule, max_cents: toCents(500) }, rule)).toBe(false);
});

test('commission rule limits: a rise starts after the notice, a lower rate can start today, and nothing starts earlier', () => {
  expect(getFirstCommissionRuleDay('2026-11-19', rule, null, limits)).toBe('2026-12-03');
  expect(getFirstCommissionRuleDay('2026-11-19', { ...rule, bps: 501 }, rule, limits)).toBe('2026-12-03');
  expect(getFirstCommissionRuleDay('2026-11-19', { ...rule, bps: 499 }, rule, limits)).toBe('2026-11-19');
});
