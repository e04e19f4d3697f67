import type { Portfolio } from '#contract/home/calls.ts';
import type { DashboardLayout } from '#contract/kernel/roles.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { addresses } from '#contract/screens.ts';
import { useDash } from '#web/kernel/screen.ts';
import { type KpiDef, KpiStrip } from '#web/ui/dash/kpi-strip.tsx';
import { count } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './dashboard.module.css';

/** The list of another room, where it is there: a number opens what it counts, or the properties it is found in. */
const listOf = (at: string, layout: DashboardLayout): string | null => addresses.find((a) => a.layout === layout && a.screen.at === at)?.path ?? null;

/** Properties, units, offers and what waits for verification; every number opens the list it counts. */
export function PortfolioTiles({ facts }: { facts: Portfolio }) {
  const { layout, link } = useDash();
  const list = link('property.list');
  const units = listOf('units', layout);
  const listings = listOf('listings', layout);
  const platform = (platformRoles as readonly string[]).includes(layout);
  const of = (status: string, inList: string) => (units ? `${units}?status=${status}` : inList ? `${list}?${inList}` : list);
  const items: KpiDef[] = [
    {
      wide: true,
      label: m.dashboard_portfolio_properties(),
      value: count(facts.properties),
      href: list,
      hint: m.dashboard_portfolio_units({ count: facts.units }),
    },
    { label: m.dashboard_portfolio_vacant(), value: count(facts.vacant), href: of('vacant', 'vacant=true') },
    { label: m.dashboard_portfolio_occupied(), value: count(facts.occupied), href: of('occupied', '') },
    { label: m.dashboard_portfolio_live(), value: count(facts.live), href: listings ? `${listings}?status=live` : `${list}?listed=true` },
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
