import { lazy, Suspense } from 'react';
import { formatMilliUnits } from '#contract/meter/amount.ts';
import { type MeterKind, unitByMeterKind } from '#contract/meter/kinds.ts';
import { meterUtilityCalls } from '#contract/meter/utility-calls.ts';
import { toPercent } from '#contract/money/cents.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading, StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatMonth } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './meter.module.css';

const Chart = lazy(() => import('./loss-chart.tsx'));
const whole = (bp: number) => String(Math.round(toPercent(bp)));
/** An increase of this many basis points over three months is significant. */
const growsBy = 500;

/** Compares purchases with the meters: the difference is water or electricity lost in the property. */
export function MeterLossPanel({ property, kind }: { property: number; kind: MeterKind }) {
  const answer = useCall(meterUtilityCalls.loss, { property_id: property, kind });
  if (!answer.data) return <LoadingState answer={answer} />;
  const unit = unitByMeterKind[kind];
  const { results } = answer.data;
  // The current month has only part of its bills and readings, so it is left out.
  const known = results.filter((one) => one.lost !== null && one.status !== 'none');
  const last = known.at(-1);
  const before = known.at(-4);
  if (!last || last.lost === null || last.lost_bp === null) return <StateBlock title={m.meter_loss_none()} text={m.meter_loss_none_text()} />;
  // While meters are unread, the loss may be their usage.
  const grows = last.unread === 0 && before?.lost_bp !== null && before !== undefined && last.lost_bp - before.lost_bp >= growsBy;
  return (
    <Panel title={m.meter_loss_title({ unit })}>
      <p>
        {m.meter_loss_now({ percent: whole(last.lost_bp), month: formatMonth(`${last.month}-01`), lost: formatMilliUnits(last.lost), unit })}
        {last.unread > 0 && ` ${m.meter_loss_unread({ count: last.unread })}`}
        {grows && ` ${m.meter_loss_grows({ percent: whole(before.lost_bp ?? 0) })}`}
      </p>
      <Suspense fallback={<RowsLoading rows={6} label={m.shell_loading()} />}>
        <Chart months={results} />
      </Suspense>
      <details className={classes.numbers}>
        <summary>{m.meter_loss_table()}</summary>
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{m.meter_month()}</th>
                <th scope="col">{m.meter_loss_bought()}</th>
                <th scope="col">{m.meter_loss_used()}</th>
                <th scope="col">{m.meter_loss_lost()}</th>
                <th scope="col">%</th>
              </tr>
            </thead>
            <tbody>
              {[...results].reverse().map((one) => (
                <tr key={one.month}>
                  <td>{formatMonth(`${one.month}-01`)}</td>
                  <td>{formatMilliUnits(one.bought)}</td>
                  <td>{formatMilliUnits(one.used)}</td>
                  <td>{one.lost === null ? '–' : formatMilliUnits(one.lost)}</td>
                  <td>{one.lost_bp === null ? '–' : whole(one.lost_bp)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Panel>
  );
}
