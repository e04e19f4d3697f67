import { bookingCalls } from '#contract/booking/calls.ts';
import type { BookingSummary } from '#contract/booking/shapes.ts';
import { linkTo } from '#contract/screens.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { findCurrentBookingStep, findNextBookingStep, getBookingStepNames } from '#web/booking/next-step.ts';
import { BookingStageBadge } from '#web/booking/parts.tsx';
import { useCall } from '#web/client/use-call.ts';
import { formatDueDate, useAmountDue } from '#web/collection/due.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { formatNextLeaseDate, getLeaseHomeName } from '#web/living/lease.tsx';
import { PindoPattern } from '#web/ui/brand.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { IconHomeKey } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './dashboard.module.css';
import own from './tenant.module.css';

const few = { page: 1, page_size: 10 } as const;
/** Applications shown with their progress; the list has the others. */
const shown = 3;
/** Open booking stages of the specification: under review, awaiting payment, confirmed. */
const open: readonly number[] = [0, 1, 2];

/** The tenant's current and future homes with links to their dashboards, and undecided applications. */
export function useTenantHomes() {
  const lived = useCall(tenancyCalls.listOwn, few, { quiet: true });
  const applied = useCall(bookingCalls.listOwn, few, { quiet: true });
  const bookings = applied.data?.results.filter((one) => open.includes(one.status));
  return {
    lived,
    applied,
    pending: lived.isPending || applied.isPending,
    /** The tenant is known to have none; loading data is a different state. */
    none: lived.data?.results.length === 0 && bookings?.length === 0,
    bookings: bookings ?? [],
  };
}
type Homes = ReturnType<typeof useTenantHomes>;

/** Amounts due now in the tenant's homes, with a link to their invoices. */
export const AmountsDueCard = ({ lived }: Pick<Homes, 'lived'>) => (lived.data?.results ?? []).map((one) => <Owed key={one.id} home={one} />);

function Owed({ home }: { home: NonNullable<Homes['lived']['data']>['results'][number] }) {
  const due = useAmountDue(home.id);
  const [first] = due.data?.open ?? [];
  if (!due.data || !first) return null;
  return (
    <section className={own.next} aria-label={m.dashboard_due_now()}>
      <div className={own.nextIn}>
        <p>{m.dashboard_due_at({ home: getLeaseHomeName(home) })}</p>
        <h2>{formatKes(due.data.total_cents)}</h2>
        <p>{formatDueDate(first.due_on, first.overdue_days)}</p>
        <AppLink className={own.act ?? ''} href={`${linkTo('invoice.own', 'tenancy', { tenancy_id: home.id, code: home.code })}?pay=now`}>
          {m.payments_pay_button()}
        </AppLink>
      </div>
      <PindoPattern h={10} />
    </section>
  );
}

export const OccupiedHomes = ({ lived }: Pick<Homes, 'lived'>) =>
  lived.data?.results.length !== 0 && (
    <Panel title={m.living_homes()} pad={!lived.data}>
      {!lived.data && <LoadingState answer={lived} rows={2} />}
      <PanelRows>
        {(lived.data?.results ?? []).map((one) => (
          <AppLink key={one.id} className={classes.wait} href={linkTo('living.home', 'tenancy', { tenancy_id: one.id, code: one.code })}>
            <IconHomeKey size={19} stroke={1.6} aria-hidden />
            <span className={classes.grow}>
              <b>{getLeaseHomeName(one)}</b>
              <small>
                {one.asks ? m.living_asks() : one.next ? formatNextLeaseDate(one.next) : m.living_since({ date: formatDate(one.starts_on) })}
              </small>
            </span>
            <StatusBadge set="tenancy" value={one.status} />
          </AppLink>
        ))}
      </PanelRows>
    </Panel>
  );

/** The steps to move-in and the progress so far. */
const Track = ({ of }: { of: BookingSummary }) => (
  <ol className={own.track}>
    {getBookingStepNames(of).map((name, n) => (
      <li
        key={name}
        data-done={n < (findCurrentBookingStep(of) ?? 0) || undefined}
        aria-current={n === (findCurrentBookingStep(of) ?? 0) ? 'step' : undefined}
      >
        {name}
      </li>
    ))}
  </ol>
);

export const HomeApplicationsPanel = ({ applied, bookings }: Pick<Homes, 'applied' | 'bookings'>) =>
  (!applied.data || bookings.length > 0) && (
    <Panel
      title={m.living_applied()}
      right={bookings.length > shown && <AppLink href={linkTo('booking.own', 'tenant')}>{m.dashboard_see_all()}</AppLink>}
      pad={!applied.data}
    >
      {!applied.data && <LoadingState answer={applied} rows={2} />}
      <PanelRows>
        {bookings.slice(0, shown).map((one) => (
          <AppLink key={one.id} className={own.applied ?? ''} href={linkTo('booking.one', 'tenant', { id: one.id, code: one.code })}>
            <span className={own.head}>
              <span>
                <b>{getLeaseHomeName(one)}</b>
                <small>{findNextBookingStep(one)}</small>
              </span>
              <BookingStageBadge of={one} />
            </span>
            <Track of={one} />
          </AppLink>
        ))}
      </PanelRows>
    </Panel>
  );
