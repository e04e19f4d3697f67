import { bookingCalls } from '#contract/booking/calls.ts';
import { linkTo } from '#contract/screens.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { homeName, nextText } from '#web/living/lease.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { date, dateTime } from '#web/ui/format.ts';
import { IconHomeKey } from '#web/ui/icons.ts';
import { A } from '#web/ui/link.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './dashboard.module.css';

const few = { page: 1, page_size: 10 } as const;
/** Bookings of the specification that are not over: being looked at, to be paid, confirmed. */
const open: readonly number[] = [0, 1, 2];

/** Where somebody lives or is about to, each the way into its dashboard, and what they applied for and is not decided. */
export function useHomes() {
  const lived = useCall(tenancyCalls.mine, few);
  const applied = useCall(bookingCalls.mine, few, { quiet: true });
  return {
    pending: lived.isPending || applied.isPending,
    tenancies: lived.data?.results ?? [],
    bookings: (applied.data?.results ?? []).filter((one) => open.includes(one.status)),
  };
}
type Homes = ReturnType<typeof useHomes>;

export const Lived = ({ tenancies }: Pick<Homes, 'tenancies'>) =>
  tenancies.length > 0 && (
    <Panel title={m.living_homes()} pad={false}>
      <PanelRows>
        {tenancies.map((one) => (
          <A key={one.id} className={classes.wait} href={linkTo('living.home', 'tenancy', { tenancy_id: one.id, code: one.code })}>
            <IconHomeKey size={19} stroke={1.6} aria-hidden />
            <span className={classes.grow}>
              <b>{homeName(one)}</b>
              <small>{one.next ? nextText(one.next) : m.living_since({ date: date(one.starts_on) })}</small>
            </span>
            <StatusBadge set="tenancy" value={one.status} />
          </A>
        ))}
      </PanelRows>
    </Panel>
  );

export const Applied = ({ bookings }: Pick<Homes, 'bookings'>) =>
  bookings.length > 0 && (
    <Panel title={m.living_applied()} pad={false}>
      <PanelRows>
        {bookings.map((one) => (
          <div key={one.id}>
            <span className={classes.grow}>
              <b>{homeName(one)}</b>
              <small>{until(one)}</small>
            </span>
            <StatusBadge set="booking" value={one.status} />
          </div>
        ))}
      </PanelRows>
    </Panel>
  );

const until = ({ pay_until, decide_by, starts_on }: Homes['bookings'][number]): string => {
  if (pay_until) return m.living_pay_until({ date: dateTime(pay_until) });
  return decide_by ? m.living_decide_by({ date: dateTime(decide_by) }) : m.living_from({ date: date(starts_on) });
};
