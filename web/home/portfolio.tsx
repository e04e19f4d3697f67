import { type UnitStatus, unitStatuses } from '#contract/catalogue/kinds.ts';
import type { Portfolio } from '#contract/home/calls.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { keptBackWords } from '#web/catalogue/hidden.tsx';
import { useDash } from '#web/layout/screen.ts';
import { type KpiDef, KpiStrip } from '#web/ui/dash/kpi-strip.tsx';
import { count } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './dashboard.module.css';

/** Properties, units, offers and what waits for verification; every number opens the list it counts. */
export function PortfolioTiles({ facts }: { facts: Portfolio }) {
  const { layout, link } = useDash();
  const list = link('property.list');
  const platform = (platformRoles as readonly string[]).includes(layout);
  const units = (status: UnitStatus) => `${link('unit.list')}?status=${unitStatuses[status]}`;
  const items: KpiDef[] = [
    {
      wide: true,
      label: m.dashboard_portfolio_properties(),
      value: count(facts.properties),
      href: list,
      hint: m.dashboard_portfolio_units({ count: facts.units }),
    },
    { label: m.dashboard_portfolio_vacant(), value: count(facts.vacant), href: units('vacant') },
    { label: m.dashboard_portfolio_occupied(), value: count(facts.occupied), href: units('occupied') },
    {
      label: m.dashboard_portfolio_live(),
      value: count(facts.live),
      href: `${link('listing.list')}?shown=true`,
      ...(facts.hidden.length > 0 ? { hint: keptBackWords(facts.hidden) } : {}),
    },
    {
      label: platform ? m.dashboard_portfolio_queue() : m.dashboard_portfolio_pending(),
      value: count(facts.pending),
      href: `${list}?status=pending_verification`,
    },
    ...(platform ? [] : [{ label: m.dashboard_portfolio_rejected(), value: count(facts.rejected), href: `${list}?status=rejected` }]),
  ];
  return (
    <div className={classes.strip}>
      <KpiStrip items={items} />
    </div>
  );
}
