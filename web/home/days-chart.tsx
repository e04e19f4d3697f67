import type { Chart } from '#contract/home/calls.ts';
import { DaysChart } from '#web/ui/dash/days-chart.tsx';
import { m } from '#words/messages.js';

/** What came in over thirty days: for the market views, for the platform accounts, and enquiries for both. */
export default function HomeChart({ chart }: { chart: Chart }) {
  return (
    <DaysChart
      days={chart.days}
      series={[
        { name: 'first', label: chart.kind === 'market' ? m.dashboard_chart_views() : m.dashboard_chart_accounts() },
        { name: 'enquiries', label: m.dashboard_chart_enquiries() },
      ]}
      words={{ table: m.dashboard_chart_table(), day: m.dashboard_chart_day() }}
    />
  );
}
