import { allows } from '#contract/access/grants.ts';
import { bookingCalls } from '#contract/booking/calls.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { tourCalls } from '#contract/tour/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDash } from '#web/layout/screen.ts';
import { type KpiDef, KpiStrip } from '#web/ui/dash/kpi-strip.tsx';
import { count, time } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './dashboard.module.css';

const first = { page: 1, page_size: 10 } as const;

/**
 * What comes next with the people who come and live there: tours of today, bookings to decide, who moves in and whose time ends; for the
 * platform what stands still. Every number opens the list it counts.
 */
export function LeasingTiles() {
  const { visitor } = useApp();
  const { layout, link } = useDash();
  const lets = companyRoles.includes(layout as 'owner');
  const [tours, bookings, tenancies] = [tourCalls.all, bookingCalls.all, tenancyCalls.counts].map(({ needs }) => allows(needs, visitor));
  const today = useCall(tourCalls.all, { ...first, z_filter: { when: 'today' } }, { enabled: tours === true && lets, quiet: true });
  const open = useCall(
    bookingCalls.all,
    { ...first, z_filter: lets ? { waiting: 'true' } : { stage: 'frozen' } },
    { enabled: bookings === true, quiet: true },
  );
  const soon = useCall(tenancyCalls.counts, { z_filter: {} }, { enabled: tenancies === true, quiet: true });
  const next = today.data?.results.find((one) => Date.parse(one.starts_at) > clock.ms());
  const bookingsHref = `${link('booking.list')}?${lets ? 'waiting=true' : 'stage=frozen'}`;
  const items: KpiDef[] = [
    ...(today.data
      ? [
          {
            ...{ label: m.dashboard_leasing_tours(), value: count(today.data.count), href: `${link('tour.list')}?when=today`, wide: true },
            ...(next ? { hint: m.dashboard_leasing_next({ time: time(next.starts_at), home: next.listing.title }) } : {}),
          },
        ]
      : []),
    ...(open.data
      ? [{ label: lets ? m.dashboard_leasing_bookings() : m.dashboard_leasing_frozen(), value: count(open.data.count), href: bookingsHref }]
      : []),
    ...(soon.data
      ? [
          { label: m.dashboard_leasing_starting(), value: count(soon.data.starting), href: `${link('tenancy.list')}?starting=true` },
          { label: m.dashboard_leasing_ending(), value: count(soon.data.ending), href: `${link('tenancy.list')}?ending=true` },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <div className={classes.strip}>
      <KpiStrip items={items} />
    </div>
  );
}
