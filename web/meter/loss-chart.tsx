import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { milliToUnits } from '#contract/meter/amount.ts';
import type { UtilityLossMonth } from '#contract/meter/shapes.ts';
import { formatCount, formatShortMonth } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

/** The chart is loaded with its library, which only this tab needs. */
export default function LossChart({ months }: { months: readonly UtilityLossMonth[] }) {
  return (
    <BarChart
      h={224}
      data={months.map((one) => ({
        month: formatShortMonth(`${one.month}-01`),
        used: milliToUnits(one.used),
        lost: Math.max(0, milliToUnits(one.lost ?? 0)),
      }))}
      dataKey="month"
      type="stacked"
      series={[
        { name: 'used', label: m.meter_loss_used(), color: 'var(--mk-chart-1)' },
        { name: 'lost', label: m.meter_loss_lost(), color: 'var(--mk-chart-2)' },
      ]}
      withLegend
      legendProps={{ verticalAlign: 'top', height: 32 }}
      gridAxis="x"
      tickLine="none"
      valueFormatter={(value) => formatCount(value)}
      xAxisProps={{ minTickGap: 4 }}
      yAxisProps={{ width: 44, tickFormatter: (value: number) => formatCount(value) }}
    />
  );
}
