import { agreementCalls } from '#contract/agreement/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { visitorCalls } from '#contract/tour/visitor-calls.ts';
import { kindNames } from '#web/agreement/names.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDash } from '#web/layout/screen.ts';
import { statusName } from '#web/tour/words.ts';
import { date, dateTime } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './dashboard.module.css';
import { Few } from './lists.tsx';

const first = { page: 1, page_size: 10 } as const;

/** What is to be signed: nobody moves in before. */
export function ToSign() {
  const { link } = useDash();
  const found = useCall(agreementCalls.all, { ...first, z_filter: { mine: 'true', waiting: 'true' } }, { quiet: true });
  const rows = (found.data?.results ?? []).map((a) => ({
    key: a.id,
    href: link('agreement.own', { id: a.id, code: a.code }),
    top: `${kindNames[a.kind]()}, ${a.unit}, ${a.property}`,
    bottom: a.due_at ? m.agreements_due({ date: date(a.due_at) }) : a.code,
  }));
  return <Few title={m.dashboard_to_sign()} all={link('agreement.mine')} rows={rows} />;
}

/** Homes somebody is about to see. */
export function NextTours() {
  const { link } = useDash();
  const found = useCall(visitorCalls.mine, first, { quiet: true });
  const rows = (found.data?.results ?? [])
    .filter((tour) => tour.may.length > 0 && Date.parse(tour.starts_at) > clock.ms())
    .map((tour) => ({
      key: tour.id,
      href: link('tour.mine'),
      top: tour.title,
      bottom: [dateTime(tour.starts_at), tour.place].filter(Boolean).join(' · '),
      end: <small className={classes.when}>{statusName(tour.status)}</small>,
    }));
  return <Few title={m.dashboard_next_tours()} all={link('tour.mine')} rows={rows} />;
}
