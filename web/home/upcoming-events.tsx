import { getBookingBoardFilter } from '#contract/booking/board.ts';
import { bookingCalls } from '#contract/booking/calls.ts';
import { boardMoveTargetLabels } from '#contract/booking/labels.ts';
import { type TenancySummary, tenancyCalls } from '#contract/tenancy/calls.ts';
import { endingWithinDays } from '#contract/tenancy/kinds.ts';
import { endingWithinLabels } from '#contract/tenancy/labels.ts';
import { clock } from '#contract/time/clock.ts';
import { tourCalls } from '#contract/tour/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { formatTenancyHome, formatTenancyPeople } from '#web/tenancy/labels.ts';
import { getTourStatusName } from '#web/tour/labels.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { computeWholePercent, formatCount, formatDate, formatKes, formatShortDate, formatTime } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './dashboard.module.css';
import { firstPageQuery, ListPreviewPanel, ShowAllLink } from './lists.tsx';

const few = 3;

/** Applicants by stage, with the columns of the board; each opens the list it counts. */
export function ApplicantPipelinePanel() {
  const { link } = useDashboard();
  const board = useCall(bookingCalls.listByColumn, { z_filter: {} }, { quiet: true });
  const columns = (board.data?.columns ?? []).filter((one) => one.count > 0);
  if (columns.length === 0) return null;
  const widest = Math.max(...columns.map((one) => one.count));
  const hrefOf = (column: (typeof columns)[number]['column']) => {
    const { status, stage } = getBookingBoardFilter(column);
    return `${link('booking.list')}?${new URLSearchParams({ status, ...(stage ? { stage } : {}) })}`;
  };
  return (
    <Panel title={m.dashboard_pipeline()} right={<AppLink href={`${link('booking.list')}?view=board`}>{m.dashboard_pipeline_board()}</AppLink>}>
      <ul className={classes.stages}>
        {columns.map((one) => (
          <li key={one.column}>
            <AppLink href={hrefOf(one.column)}>
              <span>{boardMoveTargetLabels[one.column]()}</span>
              <span className={classes.bar} aria-hidden>
                <span style={{ width: `${computeWholePercent(one.count, widest)}%` }} />
              </span>
              <b className="num">{formatCount(one.count)}</b>
            </AppLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** This week's tours, soonest first. */
export function WeeklyToursPanel() {
  const { link } = useDashboard();
  const all = `${link('tour.list')}?when=week`;
  const tours = useCall(tourCalls.list, { ...firstPageQuery, z_filter: { when: 'week' } }, { quiet: true });
  const rows = (tours.data?.results ?? []).map((t) => ({
    key: t.id,
    href: `${all}&tour=${t.id}`,
    top: t.name,
    bottom: `${t.listing.title} · ${getTourStatusName(t.status)}`,
    end: (
      <small className={classes.when}>
        {formatShortDate(t.starts_at)}, {formatTime(t.starts_at)}
      </small>
    ),
  }));
  return <ListPreviewPanel title={m.dashboard_tours_week()} all={all} rows={rows} />;
}

/** The next move-ins; each opens its tenancy. */
export function MoveInsPanel() {
  const { link } = useDashboard();
  const found = useCall(tenancyCalls.list, { ...firstPageQuery, sort: 'next_on', z_filter: { starting: 'true' } });
  const rows = (found.data?.results ?? []).map((t) => ({
    key: t.id,
    href: link('tenancy.detail', { id: t.id, code: t.code }),
    top: formatTenancyPeople(t),
    bottom: [formatTenancyHome(t), m.dashboard_list_arrives({ date: formatDate(t.starts_on) })].join(' · '),
  }));
  return <ListPreviewPanel title={m.dashboard_list_coming()} all={`${link('tenancy.list')}?starting=true`} rows={rows} />;
}

const endOf = (t: TenancySummary) => t.leaving_on ?? t.ends_on ?? t.starts_on;
const endText = (t: TenancySummary) => (endOf(t) < clock.today() ? m.dashboard_list_ended : m.dashboard_list_ends)({ date: formatDate(endOf(t)) });

/** Leases that end soon: a bar with the count of the next three months, then the nearest with their rent. */
export function EndingTenanciesPanel() {
  const { link } = useDashboard();
  const list = link('tenancy.list');
  const { data } = useCall(tenancyCalls.countByStatus, { z_filter: {} }, { quiet: true });
  const found = useCall(tenancyCalls.list, { ...firstPageQuery, sort: 'next_on', z_filter: { ending: 'true' } }, { quiet: true });
  if (!data || data.ending === 0) return null;
  const parts = endingWithinDays.filter((days) => data.ending_in[days] > 0);
  return (
    <Panel title={m.dashboard_ending()} right={<ShowAllLink href={`${list}?ending=true`} />} pad={false}>
      <div className={classes.parts}>
        <div className={classes.stacked} aria-hidden>
          {parts.map((days) => (
            <span key={days} data-in={days} style={{ flexGrow: data.ending_in[days] }} />
          ))}
        </div>
        <ul>
          {parts.map((days) => (
            <li key={days}>
              <AppLink href={`${list}?ending=${days}`}>
                <span className={classes.swatch} data-in={days} aria-hidden />
                {endingWithinLabels[days]()} <b className="num">{formatCount(data.ending_in[days])}</b>
              </AppLink>
            </li>
          ))}
        </ul>
      </div>
      <PanelRows>
        {(found.data?.results ?? []).slice(0, few).map((t) => (
          <AppLink key={t.id} className={classes.wait} href={link('tenancy.detail', { id: t.id, code: t.code })}>
            <span className={classes.grow}>
              <b>{formatTenancyPeople(t)}</b>
              <small>{formatTenancyHome(t)}</small>
            </span>
            <span className={classes.sum}>
              <b className="num">{formatKes(t.rent_cents)}</b>
              <small data-late={endOf(t) < clock.today() || undefined}>{endText(t)}</small>
            </span>
          </AppLink>
        ))}
      </PanelRows>
    </Panel>
  );
}
