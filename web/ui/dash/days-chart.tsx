import '@mantine/charts/styles.layer.css';
import { AreaChart, BarChart } from '@mantine/charts';
import { formatCount, formatDate, formatKes, formatKesShort, formatMonth, formatShortDate, formatShortMonth } from '../format.ts';
import classes from './days-chart.module.css';

export interface DaysChartProps<Key extends string> {
  days: readonly ({ day: string } & Record<Key, number>)[];
  series: readonly { name: Key; label: string }[];
  words: { table: string; day: string };
  /** Whether a bar is a day or a month. */
  by?: 'day' | 'month';
  /** Amounts in cents: all series then share one scale and are shown side by side. */
  money?: boolean;
}

const colors = ['var(--mk-chart-1)', 'var(--mk-chart-2)', 'var(--mk-chart-3)'];

/**
 * A chart over days. The first series is a line, and the others are bars on their own scale, because a few enquiries would be invisible beside
 * hundreds of views. A table has the same numbers for screen readers.
 */
export function DaysChart<Key extends string>({ days, series, words, by = 'day', money = false }: DaysChartProps<Key>) {
  const said = money ? formatKes : formatCount;
  const [short, full] = by === 'day' ? [formatShortDate, formatDate] : [formatShortMonth, formatMonth];
  const drawn = series.map((one, at) => ({ ...one, color: colors[at] ?? 'var(--mk-ink-2)' }));
  const [first, ...fewer] = money ? [] : drawn;
  const shared = {
    data: days.map((d) => ({ ...d, day: short(d.day) })),
    dataKey: 'day',
    withLegend: true,
    // The legend has no fixed height, because more than two series need a second line on a phone and would overlap the bars.
    legendProps: { verticalAlign: 'top', ...(series.length > 2 ? {} : { height: 32 }) },
    gridAxis: 'x',
    tickLine: 'none',
    xAxisProps: { minTickGap: by === 'day' ? 28 : 4 },
    yAxisProps: { width: money ? 64 : 36, allowDecimals: false },
    valueFormatter: (value: number) => (money ? formatKesShort(value) : formatCount(value)),
  } as const;
  return (
    <>
      {money && <BarChart {...shared} h={240} series={drawn} />}
      {first && <AreaChart {...shared} h={192} series={[first]} curveType="monotone" withDots={false} fillOpacity={0.12} strokeWidth={2} />}
      {fewer.length > 0 && <BarChart {...shared} h={128} series={fewer} />}
      <details className={classes.numbers}>
        <summary>{words.table}</summary>
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{words.day}</th>
                {series.map((s) => (
                  <th key={s.name} scope="col">
                    {s.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...days].reverse().map((d) => (
                <tr key={d.day}>
                  <td>{full(d.day)}</td>
                  {series.map((s) => (
                    <td key={s.name}>{said(d[s.name])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
