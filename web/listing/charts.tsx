import { clock } from '#contract/time/clock.ts';
import '@mantine/charts/styles.layer.css';
import { AreaChart, LineChart } from '@mantine/charts';
import { date, dateShort, kes, kesShort } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './listing.module.css';

/** Charts come with their library, which only these pages load. */
export type DayRow = { day: string; views: number; saves: number; enquiries: number };

export function DaysChart({ days }: { days: readonly DayRow[] }) {
  const series = [
    { name: 'views', label: m.listing_fact_views(), color: 'var(--mantine-primary-color-filled)' },
    { name: 'saves', label: m.listing_fact_saves(), color: 'var(--mk-pindo-mango)' },
    { name: 'enquiries', label: m.listing_fact_enquiries(), color: 'var(--mk-pindo-murram)' },
  ];
  return (
    <>
      <AreaChart
        className={classes.chart}
        h={240}
        data={days.map((d) => ({ ...d, day: dateShort(d.day) }))}
        dataKey="day"
        series={series}
        curveType="monotone"
        withDots={false}
        withLegend
        legendProps={{ verticalAlign: 'top', height: 32 }}
        fillOpacity={0.12}
        strokeWidth={2}
        gridAxis="x"
        tickLine="none"
        xAxisProps={{ minTickGap: 28 }}
        yAxisProps={{ width: 36, allowDecimals: false }}
      />
      <details className={classes.numbers}>
        <summary>{m.listing_chart_table()}</summary>
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{m.listing_chart_day()}</th>
                {series.map((s) => (
                  <th key={s.name} scope="col" className={classes.right}>
                    {s.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...days].reverse().map((d) => (
                <tr key={d.day}>
                  <td>{date(d.day)}</td>
                  <td className={classes.right}>{d.views}</td>
                  <td className={classes.right}>{d.saves}</td>
                  <td className={classes.right}>{d.enquiries}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

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
