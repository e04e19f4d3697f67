import { listingTypes } from '#contract/catalogue/kinds.ts';
import type { ListingCostBreakdown, ListingCostLine } from '#contract/listing/cost-breakdown.ts';
import type { BuyerCostEstimate } from '#contract/listing/rates.ts';
import { sumCents, toPercent } from '#contract/money/cents.ts';
import { getChargeName } from '#web/ui/charge.ts';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import type { CostBreakdownView } from './bill.tsx';

const labelOf = (line: ListingCostLine, first: string): string =>
  line.kind === 'other'
    ? getChargeName(line.label)
    : { price: () => first, deposit: m.portal_cost_deposit, service_charge: m.portal_cost_service, agent_fee: m.portal_cost_agent }[line.kind]();
const said = (lines: readonly ListingCostLine[], price: string) => lines.map((line) => [labelOf(line, price), formatKes(line.cents)] as const);
const percent = (points = 0): string => String(toPercent(points));
const estimateNames: Readonly<Record<BuyerCostEstimate['kind'], (e: BuyerCostEstimate) => string>> = {
  stamp_duty: (e) => m.portal_estimate_duty_town({ percent: percent(e.points) }),
  stamp_duty_rural: (e) => m.portal_estimate_duty_rural({ percent: percent(e.points) }),
  stamp_duty_unsure: (e) => m.portal_estimate_duty_unsure({ percent: percent(e.points), low: percent(e.low_points) }),
  legal: () => m.portal_estimate_legal(),
  valuation: () => m.portal_estimate_valuation(),
};

/** The name of an estimate, for stamp duty with rate and reason. */
export const getCostEstimateName = (e: BuyerCostEstimate): string => estimateNames[e.kind](e);

/** Costs before moving in, including the free viewing. */
export function buildMoveInCostBreakdown(bill: ListingCostBreakdown, type: number): CostBreakdownView {
  const buy = type === listingTypes.buy;
  return {
    lines: [...said(bill.moveIn, buy ? m.portal_cost_price() : m.portal_cost_first_rent()), [m.portal_cost_viewing(), formatKes(0)]],
    total: [buy ? m.portal_cost_to_buy() : m.portal_cost_to_move_in(), formatKes(bill.move_in_cents)],
  };
}

/** Later costs with their totals: per month, per year, taxes and fees of a sale. */
export function buildRecurringCostBreakdowns(bill: ListingCostBreakdown): { title: string; bill: CostBreakdownView }[] {
  const duty = sumCents([bill.move_in_cents, ...bill.estimates.map((e) => e.cents)]);
  const bills = [
    bill.monthly.length > 0 && {
      title: m.portal_cost_each_month(),
      bill: { lines: said(bill.monthly, m.portal_cost_rent()), total: [m.portal_cost_a_month(), formatKes(bill.month_cents)] as const },
    },
    bill.year_cents !== null && {
      title: m.portal_cost_year(),
      bill: { lines: said(bill.year, m.portal_cost_rent_year()), total: [m.portal_cost_year(), formatKes(bill.year_cents)] as const },
    },
    bill.estimates.length > 0 && {
      title: m.portal_cost_with_duty(),
      bill: {
        lines: [
          [m.portal_cost_to_buy(), formatKes(bill.move_in_cents)] as const,
          ...bill.estimates.map((e) => [getCostEstimateName(e), formatKes(e.cents)] as const),
        ],
        total: [m.portal_cost_with_duty(), formatKes(duty)] as const,
      },
    },
  ];
  return bills.filter((one) => one !== false);
}

/** "First 2 months KES 20,000", or the temporary price of the whole. */
export function formatPromotionBill(promotion: ListingCostBreakdown['promotion']): string | null {
  if (!promotion) return null;
  const amount = formatKes(promotion.cents);
  return promotion.months === 0 ? m.portal_promotion_once({ amount }) : m.portal_promotion_first({ count: promotion.months, amount });
}
