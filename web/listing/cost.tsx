import { calculateListingCost, type ListingCostLine, type ListingCostTerms } from '#contract/listing/cost-breakdown.ts';
import { rateCalls } from '#contract/listing/rate-calls.ts';
import { sumCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { useCall } from '#web/client/use-call.ts';
import { formatPromotionBill, getCostEstimateName } from '#web/portal/offer/cost-view.ts';
import { getChargeName } from '#web/ui/charge.ts';
import { MoneyLines } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import classes from './listing.module.css';

const names: Readonly<Record<Exclude<ListingCostLine['kind'], 'other'>, () => string>> = {
  price: m.listing_cost_price,
  deposit: m.listing_cost_deposit,
  service_charge: m.listing_cost_service,
  agent_fee: m.listing_cost_fee,
};
export const toCostLineRows = (lines: readonly ListingCostLine[], price = names.price()) =>
  lines.map((l) => ({ label: l.kind === 'other' ? getChargeName(l.label) : l.kind === 'price' ? price : names[l.kind](), cents: l.cents }));

/** The cost breakdown as the public will see it, while the terms are edited. */
export function CostBreakdownPanel({ terms, property }: { terms: ListingCostTerms; property: number | undefined }) {
  const buy = terms.listing_type === 2;
  // The listing type can change while editing, so the rates are loaded separately.
  const rates = useCall(rateCalls.current, property ? { property_id: property } : {}, { enabled: buy, quiet: true });
  const bill = calculateListingCost({ ...terms, rates: rates.data?.results ?? [] }, clock.today());
  const promotion = formatPromotionBill(bill.promotion);
  const total = buy ? m.listing_cost_buy() : m.listing_cost_move_in();
  const guessed = bill.estimates.map((e) => ({ label: getCostEstimateName(e), cents: e.cents }));
  return (
    <Panel title={m.listing_cost_title()}>
      <div className={classes.cost}>
        {promotion && <p>{promotion}</p>}
        <div>
          <h3>{total}</h3>
          <MoneyLines
            items={toCostLineRows(bill.moveIn, buy ? names.price() : m.listing_cost_rent())}
            total={{ label: total, cents: bill.move_in_cents }}
          />
        </div>
        {guessed.length > 0 && (
          <div>
            <h3>{m.listing_cost_estimates()}</h3>
            <MoneyLines
              items={guessed}
              total={{ label: m.listing_cost_estimates(), cents: sumCents([bill.move_in_cents, ...guessed.map((g) => g.cents)]) }}
            />
          </div>
        )}
        {bill.monthly.length > 0 && (
          <div>
            <h3>{m.listing_cost_monthly()}</h3>
            <MoneyLines items={toCostLineRows(bill.monthly)} total={{ label: m.listing_cost_monthly(), cents: bill.month_cents }} />
          </div>
        )}
        {bill.year_cents !== null && <MoneyLines items={[]} total={{ label: m.listing_cost_year(), cents: bill.year_cents }} />}
      </div>
    </Panel>
  );
}
