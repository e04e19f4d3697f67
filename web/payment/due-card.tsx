import { useId } from 'react';
import { useDash } from '#web/layout/screen.ts';
import { Pindo } from '#web/ui/brand.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { date, kes, month, phone } from '#web/ui/format.ts';
import { IconDeviceMobile } from '#web/ui/icons.ts';
import { A } from '#web/ui/link.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { type Due, whenText } from './due.ts';
import { kindName } from './kind-names.ts';
import classes from './pay.module.css';
import { PayModal } from './pay-modal.tsx';
import { usePaying } from './paying.ts';

/** What is asked for of this lease and one button to pay it; null where nothing was ever asked for here. */
export function DueCard({ tenancyId, due }: { tenancyId: number; due: Due }) {
  const paying = usePaying();
  const [first] = due.open;
  // The sheet stays when nothing is open any more: it says so.
  return (
    <>
      {first ? <Open first={first} due={due} pay={paying.open} /> : <Clear next={due.next} />}
      <PayModal what={{ tenancy_id: tenancyId }} paying={paying} />
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
        <p>{whenText(first.due_on, first.overdue_days)}</p>
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

const Clear = ({ next }: { next: Due['next'] }) => (
  <Panel title={m.payments_due_title()}>
    <b>{m.payments_due_none()}</b>
    {next && <p className={classes.small}>{m.payments_due_next({ sum: kes(next.cents), date: date(next.on) })}</p>}
  </Panel>
);

function whatText({ open }: Due): string {
  const [first, ...others] = open;
  if (!first) return '';
  if (others.length > 0) return m.payments_due_several({ count: open.length });
  const name = kindName(first.kind);
  return first.period_from ? `${name}, ${month(first.period_from)}` : name;
}
