import '@mantine/charts/styles.layer.css';
import { AreaChart } from '@mantine/charts';
import { count, date, dateShort } from '../format.ts';
import classes from './days-chart.module.css';

export interface DaysChartProps<Key extends string> {
  days: readonly ({ day: string } & Record<Key, number>)[];
  series: readonly { name: Key; label: string }[];
  words: { table: string; day: string };
}

const colors = ['var(--mantine-primary-color-filled)', 'var(--mk-pindo-mango)', 'var(--mk-pindo-murram)'];

/** Lines over days, and the same numbers as a table for those who do not see lines. */
export function DaysChart<Key extends string>({ days, series, words }: DaysChartProps<Key>) {
  return (
    <>
      <AreaChart
        h={232}
        data={days.map((d) => ({ ...d, day: dateShort(d.day) }))}
        dataKey="day"
        series={series.map((one, at) => ({ ...one, color: colors[at] ?? 'var(--mk-ink-2)' }))}
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
                  <td>{date(d.day)}</td>
                  {series.map((s) => (
                    <td key={s.name}>{count(d[s.name])}</td>
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
