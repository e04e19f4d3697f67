import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './tenancy.module.css';

type Stay = CallResult<typeof tenancyCalls.listUnitStays>['results'][number];
/** A stay that never began was a cancelled reservation: its days do not mean that the unit was occupied. */
const whenText = ({ from, last, released }: Stay): string => {
  if (!released && from > clock.today()) return m.unit_stay_coming({ from: formatDate(from) });
  return last === null ? m.unit_stay_since({ from: formatDate(from) }) : m.unit_stay_from({ from: formatDate(from), last: formatDate(last) });
};

/** Past, current and future occupants of a unit, with links to their tenancies. */
export function UnitTenancyHistory({ unit }: { unit: { readonly id: number } }) {
  const { visitor } = useApp();
  const { layout, link } = useDashboard();
  const may = isAllowed(tenancyCalls.listUnitStays.needs, visitor);
  const { data } = useCall(tenancyCalls.listUnitStays, { unit_id: unit.id }, { enabled: may, quiet: true });
  if (!may || !data) return null;
  const make = data.may_make && (companyRoles as readonly string[]).includes(layout);
  return (
    <Panel
      title={m.unit_stays()}
      right={
        make && (
          <Button variant="default" size="compact-sm" component={Link} to={`${link('tenancy.create')}?unit=${unit.id}`}>
            {m.unit_make_tenancy()}
          </Button>
        )
      }
    >
      {(data.kept || data.results.length === 0) && <p className={classes.quiet}>{data.kept ? m.unit_stays_kept() : m.unit_stays_none()}</p>}
      <ul className={classes.list}>
        {data.results.map((stay) => (
          <li key={stay.id} className={classes.person}>
            <span>
              {stay.tenancy ? (
                <AppLink href={link('tenancy.detail', { id: stay.tenancy.id, code: stay.tenancy.code })}>
                  {stay.tenancy.name ?? stay.tenancy.code}
                </AppLink>
              ) : stay.released ? (
                m.unit_stay_gone()
              ) : (
                m.unit_stay_booking()
              )}
              <span className={classes.quiet}>
                {[whenText(stay), stay.tenancy && formatKes(stay.tenancy.rent_cents)].filter(Boolean).join(' · ')}
              </span>
            </span>
            {stay.tenancy && <StatusBadge set="tenancy" value={stay.tenancy.status} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
