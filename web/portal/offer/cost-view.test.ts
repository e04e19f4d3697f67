import { expect, test } from 'vitest';
import { calculateListingCost } from '#contract/listing/cost-breakdown.ts';
import type { LocalBuyerRate } from '#contract/listing/rates.ts';
import { buildRecurringCostBreakdowns } from './cost-view.ts';

const said = (rate: Pick<LocalBuyerRate, 'kind' | 'points' | 'low_points'>) => {
  const bill = calculateListingCost(
    {
      listing_type: 2,
      price_cents: 1_000_000_000,
      price_period: 3,
      deposit_cents: 0,
      service_charge_cents: 0,
      agent_fee_cents: 0,
      other_charges: [],
      discounts: [],
      rates: [{ starts_on: '2024-04-01', least_cents: 0, ...rate }],
    },
    '2026-11-16',
  );
  return buildRecurringCostBreakdowns(bill)
    .flatMap((one) => one.bill.lines)[1]
    ?.map((text) => text.replaceAll('\u00a0', ' '));
};

test('cost breakdown: shows the stamp duty rate of a sale and the reason for the rate', () => {
  expect(said({ kind: 'stamp_duty', points: 400 })).toEqual(['Stamp duty, estimated (4%, urban land)', 'KES 400,000']);
  expect(said({ kind: 'stamp_duty_rural', points: 250 })).toEqual(['Stamp duty, estimated (2.5%, rural land)', 'KES 250,000']);
  expect(said({ kind: 'stamp_duty_unsure', points: 400, low_points: 200 })).toEqual([
    'Stamp duty, at most (4% for urban land, 2% for rural land)',
    'KES 400,000',
  ]);
});
