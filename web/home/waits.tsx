import { homeCalls, type Waiting } from '#contract/home/calls.ts';
import { queryOf, type WaitKey, waitOf } from '#contract/home/waits.ts';
import { clock } from '#contract/time/clock.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDash } from '#web/layout/screen.ts';
import { Waiting as Bones } from '#web/layout/waiting.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { count, dateTime, kes } from '#web/ui/format.ts';
import { IconFileText } from '#web/ui/icons.ts';
import { A } from '#web/ui/link.tsx';
import * as menuIcons from '#web/ui/menu-icons.ts';
import { m } from '#words/messages.js';
import { ageOf } from './age.ts';
import classes from './dashboard.module.css';

const icons: Readonly<Record<string, typeof IconFileText>> = menuIcons;

/** What waits for whoever looks: a line a kind of work, the verb on the right, each opening the list it counts. Who has no work here is told nothing of none. */
export function WaitsPanel({ unlessNone = false, without = [] }: { unlessNone?: boolean; without?: readonly WaitKey[] }) {
  const answer = useCall(homeCalls.waits, {});
  const rows = (answer.data?.results ?? []).filter((one) => !without.includes(one.key));
  if (unlessNone && answer.data && rows.length === 0) return null;
  return (
    <Panel
      title={m.dashboard_waits_title()}
      right={rows.length > 0 ? <small className={classes.when}>{count(rows.length)}</small> : undefined}
      pad={rows.length === 0}
    >
      {!answer.data && <Bones answer={answer} rows={3} />}
      {answer.data && rows.length === 0 && <p className={classes.quiet}>{m.dashboard_waits_empty()}</p>}
      <PanelRows>
        {rows.map((one) => (
          <Row key={one.key} one={one} />
        ))}
      </PanelRows>
    </Panel>
  );
}

function Row({ one }: { one: Waiting }) {
  const { link } = useDash();
  const { screen, title, verb, icon } = waitOf(one.key);
  const Sign = icons[icon] ?? IconFileText;
  const query = queryOf(one.key);
  const more = useMore(one);
  return (
    <A className={classes.wait} href={query ? `${link(screen)}?${query}` : link(screen)}>
      <Sign size={19} stroke={1.6} aria-hidden />
      <span className={classes.grow}>
        <b>{title({ count: one.count })}</b>
        {more && <small data-late={isLate(one) || undefined}>{more}</small>}
      </span>
      <span className={classes.verb}>{verb()}</span>
    </A>
  );
}

const isLate = ({ due }: Waiting): boolean => due !== null && Date.parse(due) < clock.ms();

/** Its clock, its cost or its age, whichever presses. */
function useMore(one: Waiting): string {
  const { locale } = useApp();
  if (one.due !== null) return (isLate(one) ? m.dashboard_waits_late : m.dashboard_waits_due)({ moment: dateTime(one.due, locale) });
  if (one.cents !== null) return one.cents > 0 ? m.dashboard_waits_lost({ amount: kes(one.cents) }) : '';
  return one.oldest === null ? '' : m.dashboard_waits_since({ age: ageOf(one.oldest) });
}
