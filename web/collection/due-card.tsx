import { Button } from '@mantine/core';
import { useId } from 'react';
import type { TenancyFull } from '#contract/tenancy/calls.ts';
import { dueNext } from '#contract/tenancy/due.ts';
import { clock } from '#contract/time/clock.ts';
import { useDash } from '#web/layout/screen.ts';
import { Pindo } from '#web/ui/brand.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { date, kes, month, phone } from '#web/ui/format.ts';
import { IconDeviceMobile } from '#web/ui/icons.ts';
import { A } from '#web/ui/link.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { type Due, lessCredit, whenText } from './due.ts';
import { kindName } from './kind-names.ts';
import classes from './pay.module.css';
import { PayModal } from './pay-modal.tsx';
import { usePaying } from './paying.ts';

/** What is asked for of this lease and one button to pay it; with nothing open, to pay ahead for what falls due `next`. */
export function DueCard({ tenancyId, due, next }: { tenancyId: number; due: Due; next: ReturnType<typeof nextOf> }) {
  const paying = usePaying();
  const [first] = due.open;
  // The sheet stays when nothing is open any more: it says so.
  return (
    <>
      {first ? <Open first={first} due={due} pay={paying.open} /> : <Clear credit={due.credit_cents} next={next} pay={paying.open} />}
      <PayModal what={{ tenancy_id: tenancyId }} paying={paying} {...(next ? { next: next.left_cents } : {})} />
    </>
  );
}

function Open({ first, due, pay }: { first: Due['open'][number]; due: Due; pay: () => void }) {
  const { link } = useDash();
  const title = useId();
  return (
    <section className={classes.due} aria-labelledby={title}>
      <div className={classes.dueIn}>
        <div className={classes.dueTop}>
          <div>
            <p id={title}>{whatText(due)}</p>
            <div className={classes.big}>{kes(due.total_cents)}</div>
          </div>
          <StatusBadge set="invoice" value={first.status} />
        </div>
        <p>{standsText(due, first)}</p>
        <Credit cents={due.credit_cents} />
        {due.my_share_cents !== null && due.my_share_cents < due.total_cents && <p>{m.payments_due_share({ sum: kes(due.my_share_cents) })}</p>}
        <button type="button" className={`${classes.mpesa} ${classes.white}`} onClick={pay}>
          <IconDeviceMobile size={21} aria-hidden />
          {m.payments_pay_button()}
        </button>
        <p className={classes.mid}>
          {due.phone && `${m.payments_due_rings({ phone: phone(due.phone) })} `}
          <A href={link('invoice.own')}>{m.payments_due_all()}</A>
        </p>
      </div>
      <Pindo h={12} />
    </section>
  );
}

/** What the lease says falls due next. */
export const nextOf = (tenancy: Pick<TenancyFull, 'schedule'> | undefined) => (tenancy ? dueNext(tenancy.schedule, clock.today()) : null);

/** What was paid before and is not used yet: every page that says what is due says it. */
export const Credit = ({ cents }: { cents: number }) =>
  cents > 0 ? <p className={classes.small}>{m.payments_due_credit({ sum: kes(cents) })}</p> : null;

const Clear = ({ credit, next, pay }: { credit: number; next: ReturnType<typeof nextOf>; pay: () => void }) => (
  <Panel title={m.payments_due_title()}>
    <b>{m.payments_due_none()}</b>
    {next && <p className={classes.small}>{m.payments_due_next({ sum: kes(lessCredit(next.left_cents, credit)), date: date(next.on) })}</p>}
    <Credit cents={credit} />
    {next && <PayAhead pay={pay} />}
  </Panel>
);
/** Before it is asked for. */
export const PayAhead = ({ pay }: { pay: () => void }) => (
  <Button variant="default" mt="sm" leftSection={<IconDeviceMobile size={16} aria-hidden />} onClick={pay}>
    {m.payments_pay_ahead_button()}
  </Button>
);

function whatText({ open }: Due): string {
  const [first, ...others] = open;
  if (!first) return '';
  if (others.length > 0) return m.payments_due_several({ count: open.length });
  const name = first.title ?? kindName(first.kind);
  return first.period_from ? `${name}, ${month(first.period_from)}` : name;
}

/** How it stands: what is late and what is not yet are two sums. */
const standsText = ({ overdue_cents: late, total_cents: total, next }: Due, first: Due['open'][number]): string =>
  late > 0 && late < total && next
    ? m.payments_due_mixed({ late: kes(late), rest: kes(total - late), date: date(next.on) })
    : whenText(first.due_on, first.overdue_days);
