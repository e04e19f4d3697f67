import '@mantine/charts/styles.layer.css';
import { AreaChart } from '@mantine/charts';
import type { Chart } from '#contract/home/calls.ts';
import { useApp } from '#web/layout/app.tsx';
import { count, date, dateShort } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './dashboard.module.css';

/** Two lines over thirty days, and the same numbers as a table for those who do not see lines. */
export default function DaysChart({ chart }: { chart: Chart }) {
  const { locale } = useApp();
  const first = chart.kind === 'market' ? m.dashboard_chart_views() : m.dashboard_chart_accounts();
  const series = [
    { name: 'first', label: first, color: 'var(--mantine-primary-color-filled)' },
    { name: 'enquiries', label: m.dashboard_chart_enquiries(), color: 'var(--mk-pindo-mango)' },
  ];
  return (
    <>
      <AreaChart
        h={224}
        data={chart.days.map((d) => ({ ...d, day: dateShort(d.day, locale) }))}
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
        <summary>{m.dashboard_chart_table()}</summary>
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{m.dashboard_chart_day()}</th>
                {series.map((s) => (
                  <th key={s.name} scope="col">
                    {s.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...chart.days].reverse().map((d) => (
                <tr key={d.day}>
                  <td>{date(d.day, locale)}</td>
                  <td>{count(d.first)}</td>
                  <td>{count(d.enquiries)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
