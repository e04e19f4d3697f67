import type { ReactNode } from 'react';
import { abuseCalls } from '#contract/abuse/calls.ts';
import { unitStatuses } from '#contract/catalogue/kinds.ts';
import { buildPendingTaskQuery, findPendingTask, type PendingTaskKey } from '#contract/home/pending-tasks.ts';
import { leadCalls } from '#contract/lead/calls.ts';
import { familyCalls } from '#contract/people/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { calculateVacancyLoss } from '#contract/unit/vacancy.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { getRoleName } from '#web/layout/role-names.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { computeWholePercent, formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { IconChevronRight } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './dashboard.module.css';
import { formatWaitingTime } from './waiting-age.ts';

/** Lists on the home page show a few rows; the full list is one tap away. */
const few = 4;
export const firstPageQuery = { page: 1, page_size: 10 } as const;

export const ShowAllLink = ({ href }: { href: string }) => <AppLink href={href}>{m.dashboard_see_all()}</AppLink>;

/** The first rows of a list, nothing when it is empty; the full list is one tap away. */
export function ListPreviewPanel({
  title,
  all,
  rows,
}: {
  title: string;
  all: string;
  rows: readonly { key: number; href: string; top: string; bottom: string; end?: ReactNode }[];
}) {
  if (rows.length === 0) return null;
  return (
    <Panel title={title} right={<ShowAllLink href={all} />} pad={false}>
      <PanelRows>
        {rows.slice(0, few).map(({ key, href, top, bottom, end }) => (
          <AppLink key={key} className={classes.wait} href={href}>
            <span className={classes.grow}>
              <b>{top}</b>
              <small>{bottom}</small>
            </span>
            {end ?? <IconChevronRight size={16} aria-hidden />}
          </AppLink>
        ))}
      </PanelRows>
    </Panel>
  );
}

const useAll = (key: PendingTaskKey): string => {
  const { link } = useDashboard();
  return `${link(findPendingTask(key).screen)}?${buildPendingTaskQuery(key)}`;
};

export function VacantUnitsPanel() {
  const { link } = useDashboard();
  const all = useAll('vacant');
  const units = useCall(unitCalls.list, { ...firstPageQuery, sort: 'status_since', z_filter: { status: unitStatuses.vacant } });
  const rows = (units.data?.results ?? []).map((u) => ({
    key: u.id,
    href: link('unit.detail', { id: u.id, code: u.code }),
    top: `${u.name}, ${u.property.name}`,
    bottom: m.dashboard_list_empty({
      days: m.dashboard_list_days({ count: u.days_in_status }),
      amount: formatKes(calculateVacancyLoss(u.rent_cents, u.days_in_status)),
    }),
  }));
  return <ListPreviewPanel title={m.dashboard_list_vacant()} all={all} rows={rows} />;
}

/** The meter round for meter readers: each property opens on its month. */
export function MeterReadingPanel() {
  const { link } = useDashboard();
  const found = useCall(propertyCalls.list, { ...firstPageQuery, sort: 'name' });
  const rows = (found.data?.results ?? []).map((p) => ({
    key: p.id,
    href: link('meter.utilities', { id: p.id, code: p.code }),
    top: p.name,
    bottom: m.dashboard_list_round(),
  }));
  return <ListPreviewPanel title={m.meter_tab_readings()} all={link('property.list')} rows={rows} />;
}

export function NewestLeadsPanel() {
  const { link } = useDashboard();
  const leads = useCall(leadCalls.list, { ...firstPageQuery, sort: '-created_at' });
  const rows = (leads.data?.results ?? []).map((l) => ({
    key: l.id,
    href: `${link('lead.list')}?lead=${l.id}`,
    top: l.name,
    bottom: l.listing?.title ?? l.property?.name ?? '',
    end: <small className={classes.when}>{formatWaitingTime(l.created_at)}</small>,
  }));
  return <ListPreviewPanel title={m.dashboard_list_leads()} all={link('lead.list')} rows={rows} />;
}

export function PropertiesToVerifyPanel() {
  const { link } = useDashboard();
  const all = useAll('verify');
  const { locale } = useApp();
  const found = useCall(propertyCalls.list, { ...firstPageQuery, sort: 'updated_at', z_filter: { status: 'pending_verification' } });
  const rows = (found.data?.results ?? []).map((p) => ({
    key: p.id,
    href: link('property.detail', { id: p.id, code: p.code }),
    top: p.name,
    bottom: `${p.company.name}, ${p.place.county}`,
    end: <small className={classes.when}>{formatDate(p.updated_at, locale)}</small>,
  }));
  return <ListPreviewPanel title={m.dashboard_list_verify()} all={all} rows={rows} />;
}

export function AccountsToApprovePanel() {
  const { link } = useDashboard();
  const { locale } = useApp();
  const found = useCall(familyCalls.user.list, { ...firstPageQuery, sort: '-created_at', z_filter: { verified_status: 'pending' } });
  const rows = (found.data?.results ?? []).map((p) => ({
    key: p.id,
    href: link('people.user', { id: p.id, code: p.code }),
    top: p.company ?? p.name,
    bottom: [getRoleName(p.user_type), p.location_name].filter(Boolean).join(', '),
    end: <small className={classes.when}>{formatDate(p.created_at, locale)}</small>,
  }));
  return <ListPreviewPanel title={m.dashboard_list_approve()} all={`${link('people.users')}?verified_status=pending`} rows={rows} />;
}

export function AbuseReportsPanel() {
  const { link } = useDashboard();
  const all = useAll('reports');
  const { locale } = useApp();
  const found = useCall(abuseCalls.list, { ...firstPageQuery, sort: 'due_at', z_filter: { waiting: 'true' } });
  const rows = (found.data?.results ?? []).map((r) => ({
    key: r.id,
    href: link('abuse.detail', { id: r.id, code: r.code }),
    top: r.subject,
    bottom: r.company?.name ?? r.code,
    end: <small className={classes.when}>{formatDateTime(r.due_at, locale)}</small>,
  }));
  return <ListPreviewPanel title={m.dashboard_list_reports()} all={all} rows={rows} />;
}

export function OccupancyPanel() {
  const { link } = useDashboard();
  const found = useCall(propertyCalls.list, { ...firstPageQuery, sort: '-updated_at' });
  const rows = (found.data?.results ?? []).filter((p) => p.units.total > 0).slice(0, few + 1);
  if (rows.length === 0) return null;
  return (
    <Panel title={m.dashboard_list_occupancy()} right={<ShowAllLink href={link('property.list')} />}>
      <ul className={classes.bars}>
        {rows.map((p) => (
          <li key={p.id}>
            <AppLink href={link('property.detail', { id: p.id, code: p.code })}>
              <span>{p.name}</span>
              <span className="num">{m.dashboard_list_of({ occupied: p.units.occupied, units: p.units.total })}</span>
            </AppLink>
            <span className={classes.bar} aria-hidden>
              <span style={{ width: `${computeWholePercent(p.units.occupied, p.units.total)}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
