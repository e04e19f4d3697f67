import { listingTypes } from '#contract/catalogue/kinds.ts';
import type { Bill, CostLine } from '#contract/listing/bill.ts';
import type { Estimate } from '#contract/listing/rates.ts';
import { sum, toPercent } from '#contract/money/cents.ts';
import { chargeText } from '#web/ui/charge.ts';
import { kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import type { BillView } from './bill.tsx';

const labelOf = (line: CostLine, first: string): string =>
  line.kind === 'other'
    ? chargeText(line.label)
    : { price: () => first, deposit: m.portal_cost_deposit, service_charge: m.portal_cost_service, agent_fee: m.portal_cost_agent }[line.kind]();
const said = (lines: readonly CostLine[], price: string) => lines.map((line) => [labelOf(line, price), kes(line.cents)] as const);
const percent = (points = 0): string => String(toPercent(points));
const estimateNames: Readonly<Record<Estimate['kind'], (e: Estimate) => string>> = {
  stamp_duty: (e) => m.portal_estimate_duty_town({ percent: percent(e.points) }),
  stamp_duty_rural: (e) => m.portal_estimate_duty_rural({ percent: percent(e.points) }),
  stamp_duty_unsure: (e) => m.portal_estimate_duty_unsure({ percent: percent(e.points), low: percent(e.low_points) }),
  legal: () => m.portal_estimate_legal(),
  valuation: () => m.portal_estimate_valuation(),
};

/** What is estimated, and of duty which rate and why. */
export const estimateName = (e: Estimate): string => estimateNames[e.kind](e);

/** What is paid before the door opens, with the viewing that costs nothing. */
export function moveInBill(bill: Bill, type: number): BillView {
  const buy = type === listingTypes.buy;
  return {
    lines: [...said(bill.moveIn, buy ? m.portal_cost_price() : m.portal_cost_first_rent()), [m.portal_cost_viewing(), kes(0)]],
    total: [buy ? m.portal_cost_to_buy() : m.portal_cost_to_move_in(), kes(bill.move_in_cents)],
  };
}

/** What comes afterwards, each with what it comes to: a month, a year, what the law and others take of a sale. */
export function laterBills(bill: Bill): { title: string; bill: BillView }[] {
  const duty = sum([bill.move_in_cents, ...bill.estimates.map((e) => e.cents)]);
  const bills = [
    bill.monthly.length > 0 && {
      title: m.portal_cost_each_month(),
      bill: { lines: said(bill.monthly, m.portal_cost_rent()), total: [m.portal_cost_a_month(), kes(bill.month_cents)] as const },
    },
    bill.year_cents !== null && {
      title: m.portal_cost_year(),
      bill: { lines: said(bill.year, m.portal_cost_rent_year()), total: [m.portal_cost_year(), kes(bill.year_cents)] as const },
    },
    bill.estimates.length > 0 && {
      title: m.portal_cost_with_duty(),
      bill: {
        lines: [[m.portal_cost_to_buy(), kes(bill.move_in_cents)] as const, ...bill.estimates.map((e) => [estimateName(e), kes(e.cents)] as const)],
        total: [m.portal_cost_with_duty(), kes(duty)] as const,
      },
    },
  ];
  return bills.filter((one) => one !== false);
}

/** "First 2 months KES 20,000", or what the whole costs meanwhile. */
export function promotionLine(promotion: Bill['promotion']): string | null {
  if (!promotion) return null;
  const amount = kes(promotion.cents);
  return promotion.months === 0 ? m.portal_promotion_once({ amount }) : m.portal_promotion_first({ count: promotion.months, amount });
}
