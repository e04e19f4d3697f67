import { isAllowed } from '#contract/access/grants.ts';
import { bookingCalls } from '#contract/booking/calls.ts';
import type { HomeMoneyFigures, PortfolioFigures } from '#contract/home/calls.ts';
import { type HomeFigure, homeFigures } from '#contract/home/figures.ts';
import { calculateNetIncome } from '#contract/home/net-income.ts';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { companyRoles, platformRoles } from '#contract/kernel/roles.ts';
import { ledgerCalls } from '#contract/ledger/calls.ts';
import { revenueCalls } from '#contract/revenue/calls.ts';
import { settlementCalls } from '#contract/settlement/calls.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { tourCalls } from '#contract/tour/calls.ts';
import { formatHiddenListingCounts } from '#web/catalogue/hidden.tsx';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { KpiStrip, KpiStripPlaceholder, type KpiTile } from '#web/ui/dash/kpi-strip.tsx';
import { computeWholePercent, formatCount, formatDateTime, formatKes, formatMonthName, formatShortDate, formatTime } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

const first = { page: 1, page_size: 10 } as const;
/** More tiles cannot be read at a glance. */
const most = 6;
type Tile = KpiTile | false | null | undefined;

/** The figures of a home page: landlords and agents begin with the rent, the platform with vacancies. Every number opens the list it counts. */
export function DashboardTiles({ facts, money, counting }: { facts: PortfolioFigures | null; money: HomeMoneyFigures | null; counting: boolean }) {
  const { layout } = useDashboard();
  const platform = (platformRoles as readonly string[]).includes(layout);
  const own = usePortfolioTiles(facts, platform);
  const { came, net, late } = useMoneyTiles(money);
  const { rent, ending, starting, tours, frozen, loading } = useLeasingTiles(facts?.kept ?? 0);
  const { earned, payouts, proof } = usePlatformMoneyTiles();
  const tiles: Tile[] = platform
    ? [earned, payouts, proof, own.pending, frozen, own.properties, own.occupied, own.live, ending]
    : [came ?? rent, net, late, own.occupied, ending, starting, tours, own.rejected, own.pending, own.live, own.properties];
  if (!platform && (counting || loading)) return <KpiStripPlaceholder tiles={most} label={m.shell_loading()} />;
  const items = tiles.filter((tile): tile is KpiTile => Boolean(tile)).slice(0, most);
  return items.length > 0 && <KpiStrip items={items.map((item, at) => (at === 0 ? { ...item, wide: true } : item))} />;
}

/** This month's money: collected, net and overdue; each opens its invoices with their total. */
function useMoneyTiles(money: HomeMoneyFigures | null): Partial<Record<'came' | 'net' | 'late', Tile>> {
  const { layout } = useDashboard();
  const list = useListOf();
  if (!money || money.months.every(({ asked_cents, came_cents }) => asked_cents === 0 && came_cents === 0)) return {};
  const { from, to, asked_cents: asked, came_cents: came, deposit_cents: deposits, held_cents: held, fees_cents: fees } = money;
  const collected = `${list('asked')}?${new URLSearchParams({ came_from: from, came_to: to })}`;
  return {
    came: {
      label: m.dashboard_tile_came({ month: formatMonthName(from) }),
      value: formatKes(came),
      href: collected,
      hint: [m.dashboard_tile_asked({ sum: formatKes(asked) }), deposits > 0 && m.dashboard_tile_deposits({ sum: formatKes(deposits) })]
        .filter(Boolean)
        .join(', '),
    },
    // The money an agent collects belongs to the owners.
    net: layout === 'owner' &&
      fees !== null && {
        label: m.dashboard_tile_net(),
        value: formatKes(calculateNetIncome({ came_cents: came, held_cents: held, fees_cents: fees })),
        href: collected,
        hint: [
          fees > 0 ? m.dashboard_tile_net_fees({ sum: formatKes(fees) }) : m.dashboard_tile_net_none(),
          held > 0 && m.dashboard_tile_net_held({ sum: formatKes(held) }),
        ]
          .filter(Boolean)
          .join(', '),
      },
    late: {
      label: m.dashboard_tile_late(),
      value: formatKes(money.late_cents),
      href: list('late'),
      hint: m.dashboard_tile_late_count({ count: money.late }),
    },
  };
}

/** The platform's earnings this month, the state of payouts, and the ledger check, for users who may see all three. */
function usePlatformMoneyTiles(): Partial<Record<'earned' | 'payouts' | 'proof', Tile>> {
  const { visitor } = useApp();
  const { layout, link } = useDashboard();
  const asked = (needs: Parameters<typeof isAllowed>[0]) => ({ enabled: layout === 'superadmin' && isAllowed(needs, visitor), quiet: true }) as const;
  const waiting = pendingTaskKinds.payouts.filter;
  const revenue = useCall(revenueCalls.revenueChart, {}, asked(revenueCalls.revenueChart.needs));
  const drafts = useCall(settlementCalls.listPayouts, { ...first, z_filter: waiting }, asked(settlementCalls.listPayouts.needs));
  const errors = useCall(
    settlementCalls.listErrors,
    { ...first, z_filter: pendingTaskKinds.payoutErrors.filter },
    asked(settlementCalls.listErrors.needs),
  );
  const proofs = useCall(ledgerCalls.listChecks, first, asked(ledgerCalls.listChecks.needs));
  const [month, last] = [revenue.data?.months.at(-1), proofs.data?.results[0]];
  return {
    earned: month && {
      label: m.dashboard_tile_earned({ month: formatMonthName(month.month) }),
      value: formatKes(month.commission + month.subscription + month.featured),
      href: link('revenue.list'),
    },
    payouts: drafts.data && {
      label: m.dashboard_tile_payouts(),
      value: formatCount(drafts.data.count),
      href: `${link('settlement.payments')}?${new URLSearchParams(waiting)}`,
      ...(errors.data && errors.data.count > 0 ? { hint: m.dashboard_tile_payouts_failed({ count: errors.data.count }) } : {}),
    },
    proof: last && {
      label: m.dashboard_tile_proof(),
      value: nameCheckResult(last.ok && !proofs.data?.stopped, proofs.data),
      href: `${link('ledger.list')}?${new URLSearchParams(pendingTaskKinds.books.shown)}`,
      hint: formatDateTime(last.at),
    },
  };
}

/** Passed checks prove nothing about accounts that no statement covers. */
const nameCheckResult = (ok: boolean, open?: { silent: readonly unknown[]; notes: readonly unknown[] }): string => {
  if (!ok) return m.dashboard_tile_proof_failed();
  return open && open.silent.length + open.notes.length > 0 ? m.ledger_proof_ok_open() : m.ledger_proof_ok();
};

/** The address of a figure's list, with its filter. */
function useListOf(): (figure: HomeFigure) => string {
  const { link } = useDashboard();
  return (figure) => {
    const { screen, filter } = homeFigures[figure];
    const query = new URLSearchParams(filter).toString();
    return query ? `${link(screen)}?${query}` : link(screen);
  };
}

function usePortfolioTiles(facts: PortfolioFigures | null, platform: boolean) {
  const list = useListOf();
  if (!facts) return {};
  return {
    properties: {
      label: m.dashboard_portfolio_properties(),
      value: formatCount(facts.properties),
      href: list('properties'),
      hint: m.dashboard_portfolio_units({ count: facts.units }),
    },
    occupied: facts.units > 0 && {
      label: m.dashboard_tile_occupied(),
      value: m.dashboard_list_of({ occupied: formatCount(facts.occupied), units: formatCount(facts.units) }),
      href: list('occupied'),
      hint: m.dashboard_tile_vacant({ percent: computeWholePercent(facts.occupied, facts.units), vacant: formatCount(facts.vacant) }),
    },
    live: {
      label: m.dashboard_portfolio_live(),
      value: formatCount(facts.live),
      href: list('live'),
      ...(facts.hidden.length > 0 ? { hint: formatHiddenListingCounts(facts.hidden) } : {}),
    },
    // Owners see this tile only when there are any.
    pending: (platform || facts.pending > 0) && {
      label: platform ? m.dashboard_portfolio_queue() : m.dashboard_portfolio_pending(),
      value: formatCount(facts.pending),
      href: list('pending'),
    },
    rejected: facts.rejected > 0 && {
      label: m.dashboard_portfolio_rejected(),
      value: formatCount(facts.rejected),
      href: list('rejected'),
    },
  };
}

/** Shows the number of tenancies the reader may not see, because the tiles of a row cover the same units. */
function useLeasingTiles(kept: number): Partial<Record<'rent' | 'ending' | 'starting' | 'tours' | 'frozen', Tile>> & { loading: boolean } {
  const { visitor } = useApp();
  const { layout } = useDashboard();
  const list = useListOf();
  const lets = (companyRoles as readonly string[]).includes(layout);
  const may = ({ needs }: { needs: Parameters<typeof isAllowed>[0] }) => isAllowed(needs, visitor);
  const week = useCall(tourCalls.list, { ...first, z_filter: homeFigures.tours.filter }, { enabled: may(tourCalls.list) && lets, quiet: true });
  const stuck = useCall(
    bookingCalls.list,
    { ...first, z_filter: homeFigures.frozen.filter },
    { enabled: may(bookingCalls.list) && !lets, quiet: true },
  );
  const { data, isLoading } = useCall(tenancyCalls.countByStatus, { z_filter: {} }, { enabled: may(tenancyCalls.countByStatus), quiet: true });
  const next = week.data?.results[0];
  return {
    loading: isLoading || week.isLoading,
    rent: data && {
      label: m.dashboard_tile_rent(),
      value: formatKes(data.month_cents),
      href: list('lived_in'),
      hint: [m.dashboard_tile_tenancies({ count: data.lived_in }), kept > 0 && m.dashboard_tile_kept({ count: kept })].filter(Boolean).join(', '),
    },
    ending: data && {
      label: m.dashboard_tile_ending(),
      value: formatCount(data.ending),
      href: list('ending'),
      hint: data.ending_in[30] > 0 ? m.dashboard_tile_ending_near({ count: data.ending_in[30] }) : m.dashboard_tile_ending_far(),
    },
    starting: data && {
      label: m.dashboard_leasing_starting(),
      value: formatCount(data.starting),
      href: list('starting'),
      hint: m.dashboard_tile_starting_hint(),
    },
    tours: week.data && {
      label: m.dashboard_tile_tours(),
      value: formatCount(week.data.count),
      href: list('tours'),
      ...(next ? { hint: m.dashboard_leasing_next({ time: `${formatShortDate(next.starts_at)}, ${formatTime(next.starts_at)}` }) } : {}),
    },
    frozen: stuck.data && { label: m.dashboard_leasing_frozen(), value: formatCount(stuck.data.count), href: list('frozen') },
  };
}
