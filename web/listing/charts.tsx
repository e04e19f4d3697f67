import { clock } from '#contract/time/clock.ts';
import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { DaysChart } from '#web/ui/dash/days-chart.tsx';
import { formatKes, formatKesShort, formatShortDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

/** The chart library is loaded only by these pages. */
export type ListingDayRow = { day: string; views: number; saves: number; enquiries: number };

export const ListingDaysChart = ({ days }: { days: readonly ListingDayRow[] }) => (
  <DaysChart
    days={days}
    series={[
      { name: 'views', label: m.listing_fact_views() },
      { name: 'saves', label: m.listing_fact_saves() },
      { name: 'enquiries', label: m.listing_fact_enquiries() },
    ]}
    words={{ table: m.listing_chart_table(), day: m.listing_chart_day() }}
  />
);

export function ListingPriceChart({ prices }: { prices: readonly { at: string; price_cents: number }[] }) {
  const points = [...prices].reverse().map((p) => ({ at: formatShortDate(p.at), price: p.price_cents }));
  const last = points.at(-1);
  // A price applies until the next, so the line continues to today.
  const data = last ? [...points, { at: formatShortDate(clock.now()), price: last.price }] : points;
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
      valueFormatter={(cents) => formatKes(cents)}
      yAxisProps={{ width: 76, tickFormatter: (cents: number) => formatKesShort(cents), domain: ['auto', 'auto'] }}
    />
  );
}
