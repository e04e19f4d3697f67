import { inspectionCalls } from '#contract/inspection/calls.ts';
import type { LivingHome } from '#contract/living/calls.ts';
import { livingRentPeriodLabels } from '#contract/living/labels.ts';
import { linkTo } from '#contract/screens.ts';
import type { TenancyDetails } from '#contract/tenancy/calls.ts';
import { tenancyStatuses } from '#contract/tenancy/kinds.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatDateTime, formatKes, phone } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { formatNextLeaseDate, getLeaseHomeName, listUpcomingRentChanges } from './lease.tsx';
import classes from './living.module.css';

type Shown = { readonly tenancy: TenancyDetails; readonly home: LivingHome };

/** The next dates of the lease; before moving in, how the tenant gets the keys. */
export function NextLeaseDatesPanel({ tenancy, home }: Shown) {
  const { link } = useDashboard();
  return (
    <Panel title={m.living_next()}>
      <b>{tenancy.next ? formatNextLeaseDate(tenancy.next) : m.living_next_none()}</b>
      {tenancy.status === tenancyStatuses.pending && <MovingIn tenancyId={tenancy.id} manager={home.manager} />}
      {listUpcomingRentChanges(tenancy, home.today).map((term) => (
        <p key={term.id}>
          {m.living_rent_from({
            rent: formatKes(term.rent_cents),
            period: livingRentPeriodLabels[term.period]?.() ?? '',
            date: formatDate(term.from),
          })}
        </p>
      ))}
      {tenancy.transfer && <p>{m.living_moving({ unit: getLeaseHomeName(tenancy.transfer), date: formatDate(tenancy.transfer.on) })}</p>}
      <p className={classes.quiet}>
        <AppLink href={link('living.terms')}>{m.living_terms_open()}</AppLink>
      </p>
    </Panel>
  );
}

/** The move-in inspection and handover of keys: the date, and the person to contact. */
function MovingIn({ tenancyId, manager }: { tenancyId: number; manager: LivingHome['manager'] }) {
  // Uses the same query as the inspection panel, so that the response is shared.
  const found = useCall(inspectionCalls.listMine, { page: 1, page_size: 10, z_filter: { tenancy_id: tenancyId } }, { quiet: true });
  const planned = found.data?.results.find((one) => one.kind === 'move_in' && one.status === 'scheduled');
  const number = manager.phone ? phone(manager.phone) : manager.email;
  return (
    <>
      {planned ? (
        <p>
          <AppLink href={linkTo('inspection.detail', 'tenant', { inspection_id: planned.id })}>
            {m.living_movein_planned({ when: formatDateTime(planned.scheduled_at) })}
          </AppLink>
        </p>
      ) : (
        found.data && <p>{m.living_movein_unplanned()}</p>
      )}
      <p>{number ? m.living_keys({ company: manager.company, reach: number }) : m.living_keys_plain({ company: manager.company })}</p>
    </>
  );
}
