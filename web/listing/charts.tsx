import { clock } from '#contract/time/clock.ts';
import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { DaysChart as Days } from '#web/ui/dash/days-chart.tsx';
import { dateShort, kes, kesShort } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

/** Charts come with their library, which only these pages load. */
export type DayRow = { day: string; views: number; saves: number; enquiries: number };

export const DaysChart = ({ days }: { days: readonly DayRow[] }) => (
  <Days
    days={days}
    series={[
      { name: 'views', label: m.listing_fact_views() },
      { name: 'saves', label: m.listing_fact_saves() },
      { name: 'enquiries', label: m.listing_fact_enquiries() },
    ]}
    words={{ table: m.listing_chart_table(), day: m.listing_chart_day() }}
  />
);

export function PriceChart({ prices }: { prices: readonly { at: string; price_cents: number }[] }) {
  const points = [...prices].reverse().map((p) => ({ at: dateShort(p.at), price: p.price_cents }));
  const last = points.at(-1);
  // A price holds until the next: the line goes on to today.
  const data = last ? [...points, { at: dateShort(clock.now()), price: last.price }] : points;
  return (
    <LineChart
      h={180}
      data={data}
      dataKey="at"
      series={[{ name: 'price', label: m.listing_fact_price(), color: 'var(--mantine-primary-color-filled)' }]}
      curveType="stepAfter"
      strokeWidth={2}
      gridAxis="x"
      tickLine="none"
      valueFormatter={(cents) => kes(cents)}
      yAxisProps={{ width: 76, tickFormatter: (cents: number) => kesShort(cents), domain: ['auto', 'auto'] }}
    />
  );
}
