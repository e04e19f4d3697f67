import { homeCalls, type PendingTaskCount } from '#contract/home/calls.ts';
import { buildPendingTaskQuery, findPendingTask, type PendingTaskKey } from '#contract/home/pending-tasks.ts';
import { clock } from '#contract/time/clock.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatCount, formatDateTime, formatKes } from '#web/ui/format.ts';
import { IconFileText } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import * as menuIcons from '#web/ui/menu-icons.ts';
import { m } from '#words/messages.js';
import classes from './dashboard.module.css';
import { formatWaitingTime } from './waiting-age.ts';

const icons: Readonly<Record<string, typeof IconFileText>> = menuIcons;

/** Pending tasks: one line per kind, with the action on the right, each opening its list. Hidden for users without tasks. */
export function PendingTasksPanel({ unlessNone = false, without = [] }: { unlessNone?: boolean; without?: readonly PendingTaskKey[] }) {
  const answer = useCall(homeCalls.listPendingTasks, {});
  const rows = (answer.data?.results ?? []).filter((one) => !without.includes(one.key));
  if (unlessNone && answer.data && rows.length === 0) return null;
  return (
    <Panel
      title={m.dashboard_waits_title()}
      right={rows.length > 0 ? <small className={classes.when}>{formatCount(rows.length)}</small> : undefined}
      pad={rows.length === 0}
    >
      {!answer.data && <LoadingState answer={answer} rows={3} />}
      {answer.data && rows.length === 0 && <p className={classes.quiet}>{m.dashboard_waits_empty()}</p>}
      <PanelRows>
        {rows.map((one) => (
          <Row key={one.key} one={one} />
        ))}
      </PanelRows>
    </Panel>
  );
}

function Row({ one }: { one: PendingTaskCount }) {
  const { link } = useDashboard();
  const { screen, title, verb, icon } = findPendingTask(one.key);
  const Sign = icons[icon] ?? IconFileText;
  const query = buildPendingTaskQuery(one.key);
  const more = useMore(one);
  return (
    <AppLink className={classes.wait} href={query ? `${link(screen)}?${query}` : link(screen)}>
      <Sign size={19} stroke={1.6} aria-hidden />
      <span className={classes.grow}>
        <b>{title({ count: one.count })}</b>
        {more && <small data-late={isLate(one) || undefined}>{more}</small>}
      </span>
      <span className={classes.verb}>{verb()}</span>
    </AppLink>
  );
}

const isLate = ({ due }: PendingTaskCount): boolean => due !== null && Date.parse(due) < clock.ms();

/** The deadline, cost or age, whichever is most urgent. */
function useMore(one: PendingTaskCount): string {
  const { locale } = useApp();
  if (one.due !== null) return (isLate(one) ? m.dashboard_waits_late : m.dashboard_waits_due)({ moment: formatDateTime(one.due, locale) });
  if (one.cents !== null) return one.cents > 0 ? m.dashboard_waits_lost({ amount: formatKes(one.cents) }) : '';
  return one.oldest === null ? '' : m.dashboard_waits_since({ age: formatWaitingTime(one.oldest) });
}
