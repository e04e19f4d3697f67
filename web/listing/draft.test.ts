import { expect, test } from 'vitest';
import { listingCalls } from '#contract/listing/calls.ts';
import { calculateListingCost } from '#contract/listing/cost-breakdown.ts';
import { findInputProblems } from '#web/forms/check.ts';
import { assignFieldProblems } from '#web/forms/form.ts';
import { formatKes } from '#web/ui/format.ts';
import { listingInputFieldNames, typedShillingsToCents } from './draft.ts';

test.each([1e15, 1e300, '9'.repeat(40)])(
  "listing form: an amount of %s is displayed without an exception and rejected with an error at the amount's field",
  (typed) => {
    const cents = typedShillingsToCents(typed);
    const terms = {
      listing_type: 0,
      price_cents: cents,
      price_period: 2,
      deposit_cents: cents,
      service_charge_cents: cents,
      agent_fee_cents: cents,
      other_charges: [{ label: 'Water', cents, often: 'monthly' as const }],
    };
    const bill = calculateListingCost({ ...terms, discounts: [] }, '2026-11-16');
    expect([bill.move_in_cents, bill.month_cents].map((all) => formatKes(all))).toEqual([
      expect.stringMatching(/^KES/),
      expect.stringMatching(/^KES/),
    ]);
    const found = findInputProblems(listingCalls.update, { id: 1, ...terms });
    expect(Object.keys(assignFieldProblems(found, { other_charges: [], price: typed, deposit: typed }, listingInputFieldNames)).sort()).toEqual([
      'agent_fee',
      'deposit',
      'other_charges',
      'price',
      'service_charge',
    ]);
  },
);
