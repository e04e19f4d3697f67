import { inspectionCalls } from '#contract/inspection/calls.ts';
import type { LivingHome } from '#contract/living/calls.ts';
import { periodNames } from '#contract/living/labels.ts';
import { linkTo } from '#contract/screens.ts';
import type { TenancyFull } from '#contract/tenancy/calls.ts';
import { tenancyStatuses } from '#contract/tenancy/kinds.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDash } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { dateTime, formatDate, formatKes, phone } from '#web/ui/format.ts';
import { A } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { comingRents, homeName, nextText } from './lease.tsx';
import classes from './living.module.css';

type Shown = { readonly tenancy: TenancyFull; readonly home: LivingHome };

/** The next dates of the lease; before moving in, how the tenant gets the keys. */
export function Next({ tenancy, home }: Shown) {
  const { link } = useDash();
  return (
    <Panel title={m.living_next()}>
      <b>{tenancy.next ? nextText(tenancy.next) : m.living_next_none()}</b>
      {tenancy.status === tenancyStatuses.pending && <MovingIn tenancyId={tenancy.id} manager={home.manager} />}
      {comingRents(tenancy, home.today).map((term) => (
        <p key={term.id}>
          {m.living_rent_from({ rent: formatKes(term.rent_cents), period: periodNames[term.period]?.() ?? '', date: formatDate(term.from) })}
        </p>
      ))}
      {tenancy.transfer && <p>{m.living_moving({ unit: homeName(tenancy.transfer), date: formatDate(tenancy.transfer.on) })}</p>}
      <p className={classes.quiet}>
        <A href={link('living.terms')}>{m.living_terms_open()}</A>
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
          <A href={linkTo('inspection.detail', 'tenant', { inspection_id: planned.id })}>
            {m.living_movein_planned({ when: dateTime(planned.scheduled_at) })}
          </A>
        </p>
      ) : (
        found.data && <p>{m.living_movein_unplanned()}</p>
      )}
      <p>{number ? m.living_keys({ company: manager.company, reach: number }) : m.living_keys_plain({ company: manager.company })}</p>
    </>
  );
}
