import { listingTypes } from '#contract/catalogue/kinds.ts';
import { type CostLine, monthlyLines, monthlyTotal, moveInLines, moveInTotal, type Terms } from '#contract/listing/cost.ts';
import { kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import type { BillView } from './bill.tsx';

const isBuy = (terms: Terms) => terms.listing_type === listingTypes.buy;

const labelOf = (line: CostLine, first: string): string =>
  line.kind === 'other'
    ? line.label
    : { price: () => first, deposit: m.portal_cost_deposit, service_charge: m.portal_cost_service, agent_fee: m.portal_cost_agent }[line.kind]();

/** What is paid before the door opens, with the viewing that costs nothing. */
export function moveInBill(terms: Terms): BillView {
  const first = isBuy(terms) ? m.portal_cost_price() : m.portal_cost_first_rent();
  const lines = moveInLines(terms).map((line) => [labelOf(line, first), kes(line.cents)] as const);
  return {
    lines: [...lines, [m.portal_cost_viewing(), kes(0)]],
    total: [isBuy(terms) ? m.portal_cost_to_buy() : m.portal_cost_to_move_in(), kes(moveInTotal(terms))],
  };
}

/** What every month costs; null where nothing is paid by the month. */
export function monthlyBill(terms: Terms): BillView | null {
  const lines = monthlyLines(terms);
  if (lines.length === 0) return null;
  return {
    lines: lines.map((line) => [labelOf(line, m.portal_cost_rent()), kes(line.cents)] as const),
    total: [m.portal_cost_a_month(), kes(monthlyTotal(terms))],
  };
}
