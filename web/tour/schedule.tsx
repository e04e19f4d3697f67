import { ActionIcon, Button, SegmentedControl, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day, isDay } from '#contract/time/days.ts';
import { tourCalls } from '#contract/tour/calls.ts';
import type { ScheduleEntry } from '#contract/tour/shapes.ts';
import { getWeekday } from '#contract/tour/slots.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { useIsPhone } from '#web/ui/dash/use-is-phone.ts';
import { formatDate, formatShortDate, formatWeekday } from '#web/ui/format.ts';
import { IconChevronLeft, IconChevronRight } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { TourAgenda } from './agenda.tsx';
import { TourDrawer } from './drawer.tsx';
import { RescheduleTourDialog } from './drawer-dialogs.tsx';
import { GroupTourForm } from './group-viewing.tsx';
import { HostHoursDrawer } from './hours.tsx';
import classes from './schedule.module.css';
import { GroupTourDrawer } from './viewing-drawer.tsx';

const Grid = lazy(() => import('./schedule-grid.tsx'));

const views = ['day', 'week', 'agenda'] as const;
type View = (typeof views)[number];
const viewNames: Readonly<Record<View, () => string>> = { day: m.tour_view_day, week: m.tour_view_week, agenda: m.tour_view_agenda };
const monday = (day: Day): Day => addDays(day, 1 - Number(getWeekday(day)));

/** The days of a view, and the step between two views. */
function spanOf(view: View, day: Day, phone: boolean): { from: Day; to: Day; step: number } {
  if (view === 'day') return { from: day, to: day, step: 1 };
  if (view === 'week') return { from: monday(day), to: addDays(monday(day), 6), step: 7 };
  const days = phone ? 7 : 14;
  return { from: day, to: addDays(day, days - 1), step: days };
}

/** Buttons for back, today and forward. */
const Steps = ({ day, step, go }: { day: Day; step: number; go: (day: Day | null) => void }) => (
  <div className={classes.steps}>
    <ActionIcon variant="default" size={36} aria-label={m.tour_earlier()} onClick={() => go(addDays(day, -step))}>
      <IconChevronLeft size={18} stroke={1.5} aria-hidden="true" />
    </ActionIcon>
    <Button variant="default" size="sm" onClick={() => go(null)}>
      {m.tour_when_today()}
    </Button>
    <ActionIcon variant="default" size={36} aria-label={m.tour_later()} onClick={() => go(addDays(day, step))}>
      <IconChevronRight size={18} stroke={1.5} aria-hidden="true" />
    </ActionIcon>
  </div>
);

/** A calendar of tours, group viewings and inspections: an agent's own or the agency's, or a sub admin's region. Phones show the agenda. */
export default function TourSchedule() {
  const { visitor } = useApp();
  const { layout } = useDashboard();
  const phone = useIsPhone() ?? false;
  const [params, setParams] = useSearchParams();
  const [moving, setMoving] = useState<{ entry: ScheduleEntry; start?: string } | null>(null);
  const [grouping, setGrouping] = useState<string | null>(null);
  const put = (given: Readonly<Record<string, string | null>>) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [name, value] of Object.entries(given)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const shows = layout === 'agent' && isAllowed(['tours', 'edit'], visitor);
  const whose = layout === 'agent' && params.get('whose') !== 'all' ? 'mine' : 'all';
  const view = phone ? 'agenda' : (views.find((one) => one === params.get('view')) ?? 'day');
  const asked = params.get('day') ?? '';
  const day = isDay(asked) ? asked : clock.today();
  const { from, to, step } = spanOf(view, day, phone);
  const answer = useCall(tourCalls.listSchedule, { day_from: from, day_to: to, whose });
  const hours = useCall(tourCalls.hostHours, {}, { enabled: shows, quiet: true });
  const open = ({ kind, id }: ScheduleEntry) => {
    if (kind === 'tour') put({ tour: String(id) });
    if (kind === 'viewing') put({ viewing: String(id) });
  };
  const entries = answer.data?.results;
  return (
    <>
      <PageHeader
        title={m.screens_tour_schedule()}
        sub={from === to ? formatWeekday(from) : `${formatShortDate(from)} – ${formatDate(to)}`}
        actions={
          shows && (
            <>
              <Button variant="default" onClick={() => setGrouping('')}>
                {m.tour_group_new()}
              </Button>
              <Button onClick={() => put({ hours: '1' })}>{m.tour_hours()}</Button>
            </>
          )
        }
      />
      <div className={classes.bar}>
        <Steps day={day} step={step} go={(to) => put({ day: to })} />
        {layout === 'agent' && (
          <SegmentedControl
            aria-label={m.tour_whose()}
            data={[
              { value: 'mine', label: m.tour_whose_mine() },
              { value: 'all', label: m.tour_whose_all() },
            ]}
            value={whose}
            onChange={(value) => put({ whose: value === 'mine' ? null : value })}
          />
        )}
        {!phone && (
          <SegmentedControl
            className={classes.views}
            aria-label={m.tour_view()}
            data={views.map((value) => ({ value, label: viewNames[value]() }))}
            value={view}
            onChange={(value) => put({ view: value === 'day' ? null : value })}
          />
        )}
      </div>
      {!entries && <LoadingState answer={answer} rows={8} />}
      {entries && view === 'agenda' && (
        <TourAgenda entries={entries} from={from} to={to} hosts={whose === 'all'} open={open} move={(entry) => setMoving({ entry })} />
      )}
      {entries && view !== 'agenda' && (
        <Suspense fallback={<Skeleton height={480} radius="md" />}>
          <Grid
            view={view}
            day={day}
            entries={entries}
            hosts={whose === 'all'}
            hours={shows ? hours.data : undefined}
            open={open}
            openDay={(wanted) => put({ day: wanted, view: null })}
            move={(entry, start) => setMoving({ entry, start })}
            add={shows ? setGrouping : undefined}
          />
        </Suspense>
      )}
      <TourDrawer id={Number(params.get('tour')) || null} close={() => put({ tour: null })} />
      <GroupTourDrawer
        id={Number(params.get('viewing')) || null}
        close={() => put({ viewing: null })}
        openTour={(id) => put({ viewing: null, tour: String(id) })}
      />
      {moving && (
        <RescheduleTourDialog
          tour={{ ...moving.entry, name: moving.entry.visitor ?? '' }}
          {...(moving.start ? { start: moving.start } : {})}
          close={() => setMoving(null)}
        />
      )}
      {shows && params.get('hours') !== null && <HostHoursDrawer close={() => put({ hours: null })} />}
      {grouping !== null && <GroupTourForm start={grouping} close={() => setGrouping(null)} />}
    </>
  );
}
