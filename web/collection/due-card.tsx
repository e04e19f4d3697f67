import { Button } from '@mantine/core';
import { useId } from 'react';
import type { TenancyDetails } from '#contract/tenancy/calls.ts';
import { findNextDueDay } from '#contract/tenancy/due-days.ts';
import { clock } from '#contract/time/clock.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { PindoPattern } from '#web/ui/brand.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes, formatMonth, phone } from '#web/ui/format.ts';
import { IconDeviceMobile } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { type AmountDue, formatDueDate, subtractTenantCredit } from './due.ts';
import { getPayableKindName } from './kind-names.ts';
import classes from './pay.module.css';
import { PayModal } from './pay-modal.tsx';
import { usePaymentProcess } from './use-payment.ts';

/** The balance due of this lease with a button to pay it; if nothing is open, to pay what falls due `next`. */
export function AmountDueCard({ tenancyId, due, next }: { tenancyId: number; due: AmountDue; next: ReturnType<typeof findNextDueAmount> }) {
  const paying = usePaymentProcess();
  const [first] = due.open;
  // The sheet stays open when the last balance is paid, to show that nothing is due.
  return (
    <>
      {first ? <Open first={first} due={due} pay={paying.open} /> : <Clear credit={due.credit_cents} next={next} pay={paying.open} />}
      <PayModal what={{ tenancy_id: tenancyId }} paying={paying} {...(next ? { next: next.left_cents } : {})} />
    </>
  );
}

function Open({ first, due, pay }: { first: AmountDue['open'][number]; due: AmountDue; pay: () => void }) {
  const { link } = useDashboard();
  const title = useId();
  return (
    <section className={classes.due} aria-labelledby={title}>
      <div className={classes.dueIn}>
        <div className={classes.dueTop}>
          <div>
            <p id={title}>{whatText(due)}</p>
            <div className={classes.big}>{formatKes(due.total_cents)}</div>
          </div>
          <StatusBadge set="invoice" value={first.status} />
        </div>
        <p>{standsText(due, first)}</p>
        <TenantCreditNote cents={due.credit_cents} />
        {due.my_share_cents !== null && due.my_share_cents < due.total_cents && <p>{m.payments_due_share({ sum: formatKes(due.my_share_cents) })}</p>}
        <button type="button" className={`${classes.mpesa} ${classes.white}`} onClick={pay}>
          <IconDeviceMobile size={21} aria-hidden />
          {m.payments_pay_button()}
        </button>
        <p className={classes.mid}>
          {due.phone && `${m.payments_due_rings({ phone: phone(due.phone) })} `}
          <AppLink href={link('invoice.own')}>{m.payments_due_all()}</AppLink>
        </p>
      </div>
      <PindoPattern h={12} />
    </section>
  );
}

/** The next due amount by the lease. */
export const findNextDueAmount = (tenancy: Pick<TenancyDetails, 'schedule'> | undefined) =>
  tenancy ? findNextDueDay(tenancy.schedule, clock.today()) : null;

/** Tenant credit that is not used yet; shown on every page with a due amount. */
export const TenantCreditNote = ({ cents }: { cents: number }) =>
  cents > 0 ? <p className={classes.small}>{m.payments_due_credit({ sum: formatKes(cents) })}</p> : null;

const Clear = ({ credit, next, pay }: { credit: number; next: ReturnType<typeof findNextDueAmount>; pay: () => void }) => (
  <Panel title={m.payments_due_title()}>
    <b>{m.payments_due_none()}</b>
    {next && (
      <p className={classes.small}>
        {m.payments_due_next({ sum: formatKes(subtractTenantCredit(next.left_cents, credit)), date: formatDate(next.on) })}
      </p>
    )}
    <TenantCreditNote cents={credit} />
    {next && <PayAheadButton pay={pay} />}
  </Panel>
);
/** Shown before the amount is invoiced. */
export const PayAheadButton = ({ pay }: { pay: () => void }) => (
  <Button variant="default" mt="sm" leftSection={<IconDeviceMobile size={16} aria-hidden />} onClick={pay}>
    {m.payments_pay_ahead_button()}
  </Button>
);

function whatText({ open }: AmountDue): string {
  const [first, ...others] = open;
  if (!first) return '';
  if (others.length > 0) return m.payments_due_several({ count: open.length });
  const name = first.title ?? getPayableKindName(first.kind);
  return first.period_from ? `${name}, ${formatMonth(first.period_from)}` : name;
}

/** The overdue amount (arrears) and the amount that is not yet due are shown separately. */
const standsText = ({ overdue_cents: late, total_cents: total, next }: AmountDue, first: AmountDue['open'][number]): string =>
  late > 0 && late < total && next
    ? m.payments_due_mixed({ late: formatKes(late), rest: formatKes(total - late), date: formatDate(next.on) })
    : formatDueDate(first.due_on, first.overdue_days);
