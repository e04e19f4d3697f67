import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { homeCalls } from '#contract/home/calls.ts';
import type { Answer } from '#contract/kernel/call.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { m } from '#words/messages.js';

const Drawn = lazy(() => import('./drawn.tsx'));
type Overview = Answer<typeof homeCalls.overview>;

/** One chart at a time: who lives there, or what came in. */
export function Charts({ chart, months }: Pick<Overview, 'chart' | 'months'>) {
  const lived = months.some((one) => one.lived_in > 0);
  const [wanted, want] = useState<'living' | 'market'>('living');
  const shown = lived && (wanted === 'living' || !chart) ? 'living' : 'market';
  if (!chart && !lived) return null;
  const grows = chart?.kind === 'growth';
  const title = shown === 'living' ? m.dashboard_chart_living_title() : grows ? m.dashboard_chart_growth() : m.dashboard_chart_market();
  return (
    <Panel
      title={title}
      right={
        lived &&
        chart && (
          <SegmentedControl
            size="xs"
            aria-label={m.dashboard_chart_which()}
            data={[
              { value: 'living', label: m.dashboard_chart_living() },
              { value: 'market', label: grows ? m.dashboard_chart_growth_short() : m.dashboard_chart_market_short() },
            ]}
            value={shown}
            onChange={(value) => want(value as typeof wanted)}
          />
        )
      }
    >
      <Suspense fallback={<RowsLoading rows={4} label={m.shell_loading()} />}>
        <Drawn chart={shown === 'living' ? null : chart} months={months} />
      </Suspense>
    </Panel>
  );
}
