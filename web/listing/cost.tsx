import { type CostLine, monthlyLines, monthlyTotal, moveInLines, moveInTotal, type Terms } from '#contract/listing/cost.ts';
import { Lines } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import classes from './listing.module.css';

const names: Readonly<Record<Exclude<CostLine['kind'], 'other'>, () => string>> = {
  price: m.listing_cost_price,
  deposit: m.listing_cost_deposit,
  service_charge: m.listing_cost_service,
  agent_fee: m.listing_cost_fee,
};
const said = (lines: readonly CostLine[], buy: boolean) =>
  lines.map((l) => ({ label: l.kind === 'other' ? l.label : l.kind === 'price' && !buy ? m.listing_cost_rent() : names[l.kind](), cents: l.cents }));

/** The true cost as strangers will read it, while the terms are being written. */
export function TrueCost({ terms }: { terms: Terms }) {
  const buy = terms.listing_type === 2;
  const monthly = monthlyLines(terms);
  return (
    <Panel title={m.listing_cost_title()}>
      <div className={classes.cost}>
        <div>
          <h3>{m.listing_cost_move_in()}</h3>
          <Lines items={said(moveInLines(terms), buy)} total={{ label: m.listing_cost_move_in(), cents: moveInTotal(terms) }} />
        </div>
        {monthly.length > 0 && (
          <div>
            <h3>{m.listing_cost_monthly()}</h3>
            <Lines
              items={monthly.map((l) => ({ label: l.kind === 'other' ? l.label : names[l.kind](), cents: l.cents }))}
              total={{ label: m.listing_cost_monthly(), cents: monthlyTotal(terms) }}
            />
          </div>
        )}
      </div>
    </Panel>
  );
}
