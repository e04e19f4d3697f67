import type { DashboardChart, HomeMoneyFigures } from '#contract/home/calls.ts';
import type { OccupancyMonth } from '#contract/tenancy/shapes.ts';
import { DaysChart } from '#web/ui/dash/days-chart.tsx';
import { m } from '#words/messages.js';

/** Thirty days of accounts and enquiries for the platform, or views and enquiries for others. */
const CameIn = ({ chart }: { chart: DashboardChart }) => (
  <DaysChart
    days={chart.days}
    series={[
      { name: 'first', label: chart.kind === 'market' ? m.dashboard_chart_views() : m.dashboard_chart_accounts() },
      { name: 'enquiries', label: m.dashboard_chart_enquiries() },
    ]}
    words={{ table: m.dashboard_chart_table(), day: m.dashboard_chart_day() }}
  />
);

/** Twelve months of occupancy with move-ins and move-outs. */
const Living = ({ months }: { months: readonly OccupancyMonth[] }) => (
  <DaysChart
    by="month"
    days={months.map(({ month, ...one }) => ({ ...one, day: month }))}
    series={[
      { name: 'lived_in', label: m.dashboard_chart_living() },
      { name: 'moved_in', label: m.dashboard_chart_in() },
      { name: 'moved_out', label: m.dashboard_chart_out() },
    ]}
    words={{ table: m.dashboard_chart_table(), day: m.dashboard_chart_month() }}
  />
);

/** Twelve months of rent: invoiced and collected. */
const Collected = ({ money }: { money: HomeMoneyFigures['months'] }) => (
  <DaysChart
    by="month"
    days={money.map(({ month, asked_cents, came_cents }) => ({ day: month, asked: asked_cents, came: came_cents }))}
    series={[
      { name: 'asked', label: m.dashboard_chart_asked() },
      { name: 'came', label: m.dashboard_chart_came() },
    ]}
    money
    words={{ table: m.dashboard_chart_table(), day: m.dashboard_chart_month() }}
  />
);

type Shown = {
  which: 'money' | 'living' | 'market';
  chart: DashboardChart | null;
  months: readonly OccupancyMonth[];
  money: HomeMoneyFigures['months'];
};
/** Charts load with their library, after the page. */
export default function HomeChart({ which, chart, months, money }: Shown) {
  if (which === 'money') return <Collected money={money} />;
  return which === 'market' && chart ? <CameIn chart={chart} /> : <Living months={months} />;
}
