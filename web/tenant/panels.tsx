import type { ReactNode } from 'react';
import type { TenantDetails } from '#contract/tenant/calls.ts';
import { tenantFileKindLabels, tenantRoleLabels } from '#contract/tenant/labels.ts';
import { formatCorrectedPayment } from '#web/audit/corrected-payment.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatDateTime } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './tenant.module.css';

const Rows = ({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) => (
  <Panel title={title} pad={false}>
    {children.length === 0 ? <p className={`${classes.quiet} ${classes.none}`}>{none}</p> : <PanelRows>{children}</PanelRows>}
  </Panel>
);

type Home = { readonly unit: { id: number; code: string; name: string }; readonly property: { name: string } };
/** The home of a booking or tenancy; every reader of the record may open it. */
function HomeLink({ unit, property }: Home) {
  const { link } = useDashboard();
  return (
    <AppLink href={link('unit.detail', { id: unit.id, code: unit.code })}>
      {property.name}, {unit.name}
    </AppLink>
  );
}

/** A link to the booking or tenancy by its code; only records the reader may open are listed. */
function Record({ to, of: { id, code } }: { to: 'tenancy.detail' | 'booking.detail'; of: { id: number; code: string } }) {
  const { link } = useDashboard();
  return (
    <AppLink className={classes.code} href={link(to, { id, code })}>
      {code}
    </AppLink>
  );
}

const until = (starts: string, ends: string | null) =>
  ends ? m.tenant_from_to({ from: formatDate(starts), to: formatDate(ends) }) : m.tenant_from({ from: formatDate(starts) });

export const TenantTenancies = ({ of: { tenancies } }: { of: TenantDetails }) => (
  <Rows title={m.tenant_tenancies()} none={m.tenant_tenancies_none()}>
    {tenancies.map((t) => (
      <div key={`${t.id} ${t.role}`} className={classes.row}>
        <div>
          <HomeLink {...t} />
          <p className={classes.quiet}>
            <Record to="tenancy.detail" of={t} /> · {tenantRoleLabels[t.role]()} · {until(t.starts_on, t.until ?? t.ends_on)}
          </p>
        </div>
        <StatusBadge set="tenancy" value={t.status} />
      </div>
    ))}
  </Rows>
);

export const TenantBookings = ({ of: { bookings } }: { of: TenantDetails }) => (
  <Rows title={m.tenant_bookings()} none={m.tenant_bookings_none()}>
    {bookings.map((b) => (
      <div key={b.id} className={classes.row}>
        <div>
          <HomeLink {...b} />
          <p className={classes.quiet}>
            <Record to="booking.detail" of={b} /> · {m.tenant_from({ from: formatDate(b.starts_on) })}
          </p>
        </div>
        <StatusBadge set="booking" value={b.status} />
      </div>
    ))}
  </Rows>
);

/** Corrections of payments, without the private reason, which is on the page of the payment. */
export const TenantCorrections = ({ of: { corrections } }: { of: TenantDetails }) =>
  corrections.length > 0 && (
    <Rows title={m.tenant_corrections()} none="">
      {corrections.map((one) => (
        <div key={one.key} className={classes.row}>
          <div>
            {formatCorrectedPayment(one)}
            <p className={classes.quiet}>{[formatDateTime(one.at), one.by].filter(Boolean).join(' · ')}</p>
          </div>
        </div>
      ))}
    </Rows>
  );

export const TenantDocuments = ({ of: { files } }: { of: TenantDetails }) => (
  <Rows title={m.tenant_papers()} none={m.tenant_papers_none()}>
    {files.map((f) => (
      <div key={f.id} className={classes.row}>
        <div>
          {f.name}
          <p className={classes.quiet}>
            {tenantFileKindLabels[f.kind]?.() ?? f.kind} · {f.tenancy}
            {f.expires_on ? ` · ${m.tenant_expires({ date: formatDate(f.expires_on) })}` : ''}
          </p>
        </div>
      </div>
    ))}
  </Rows>
);
