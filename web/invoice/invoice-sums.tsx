import { isAllowed } from '#contract/access/grants.ts';
import { homeCalls } from '#contract/home/calls.ts';
import { calculateNetIncome } from '#contract/home/net-income.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import type { CallInput } from '#contract/kernel/call.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';

type Asked = NonNullable<CallInput<typeof invoiceCalls.totals>['z_filter']>;

/** The totals of the filtered rows. With a payment period: the amount collected, and for this month the owner's part. */
export function InvoiceTotals({ z_filter }: { z_filter: Asked }) {
  const { visitor } = useApp();
  const { layout } = useDashboard();
  const came = z_filter.came_from !== undefined || z_filter.came_to !== undefined;
  const { data } = useCall(invoiceCalls.totals, { z_filter }, { quiet: true });
  const home = useCall(
    homeCalls.moneyFigures,
    {},
    { enabled: came && layout === 'owner' && isAllowed(homeCalls.moneyFigures.needs, visitor), quiet: true },
  );
  if (!data || data.count === 0) return null;
  // The net amount is shown only for exactly the filter that the home page counts.
  const whole = Object.values(z_filter).filter((one) => one !== undefined).length === 2;
  const month = home.data && whole && z_filter.came_from === home.data.from && z_filter.came_to === home.data.to ? home.data : null;
  const parts: readonly (readonly [string, number] | false | null)[] = came
    ? [
        [collectedOn(z_filter), data.came_cents],
        data.deposit_cents > 0 && [m.invoices_sum_deposits(), data.deposit_cents],
        data.held_cents > 0 && [m.invoices_sum_held(), data.held_cents],
        month && month.fees_cents !== null && [m.invoices_sum_fees(), month.fees_cents],
        month && month.fees_cents !== null && [m.dashboard_tile_net(), calculateNetIncome({ ...month, fees_cents: month.fees_cents })],
      ]
    : [
        [m.invoices_sum_asked(), data.total_cents],
        [m.invoices_sum_left(), data.open_cents],
      ];
  return (
    <p className={classes.sums} role="status">
      <span>{m.invoices_count({ count: data.count })}</span>
      {parts.map(
        (part) =>
          part && (
            <span key={part[0]}>
              {part[0]} <b>{formatKes(part[1], true)}</b>
            </span>
          ),
      )}
    </p>
  );
}

const collectedOn = ({ came_from: from, came_to: to }: Asked): string =>
  from && to
    ? m.invoices_sum_came({ from: formatDate(from), to: formatDate(to) })
    : from
      ? m.invoices_sum_came_from({ from: formatDate(from) })
      : m.invoices_sum_came_to({ to: formatDate(to ?? '') });
