import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { HomeMoneyFigures, homeCalls } from '#contract/home/calls.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { m } from '#words/messages.js';

const Drawn = lazy(() => import('./home-chart.tsx'));
type Overview = CallResult<typeof homeCalls.overview>;

type Money = HomeMoneyFigures['months'];
type Which = 'money' | 'living' | 'market';

/** One chart at a time: money, occupancy, or enquiries. */
export function DashboardCharts({ chart, months, money }: Pick<Overview, 'chart' | 'months'> & { money: Money }) {
  const grows = chart?.kind === 'growth';
  const all: readonly (false | { value: Which; label: string; title: string })[] = [
    money.some((one) => one.asked_cents > 0) && { value: 'money', label: m.dashboard_chart_money(), title: m.dashboard_chart_money_title() },
    months.some((one) => one.lived_in > 0) && { value: 'living', label: m.dashboard_chart_living(), title: m.dashboard_chart_living_title() },
    chart !== null && {
      value: 'market',
      label: grows ? m.dashboard_chart_growth_short() : m.dashboard_chart_market_short(),
      title: grows ? m.dashboard_chart_growth() : m.dashboard_chart_market(),
    },
  ];
  const there = all.filter((one) => one !== false);
  const [wanted, want] = useState<Which | null>(null);
  const shown = there.find(({ value }) => value === wanted) ?? there[0];
  if (!shown) return null;
  return (
    <Panel
      title={shown.title}
      right={
        there.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={m.dashboard_chart_which()}
            data={there.map(({ value, label }) => ({ value, label }))}
            value={shown.value}
            onChange={(value) => want(value as Which)}
          />
        )
      }
    >
      <Suspense fallback={<RowsLoading rows={4} label={m.shell_loading()} />}>
        <Drawn which={shown.value} chart={chart} months={months} money={money} />
      </Suspense>
    </Panel>
  );
}
