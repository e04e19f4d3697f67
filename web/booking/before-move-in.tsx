import { agreementMachine } from '#contract/agreement/machine.ts';
import type { BookingDetails } from '#contract/booking/shapes.ts';
import classes from '#web/application/application.module.css';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';

const { draft, fully_signed: signed } = agreementMachine.states;
export const isLeaseUnsent = ({ lease }: Pick<BookingDetails, 'lease'>): boolean => lease?.status === draft;

/** The steps between the payment and the keys, for the manager. */
export function MoveInSteps({ booking: b }: { booking: BookingDetails }) {
  const at = b.lease === null || isLeaseUnsent(b) ? 1 : b.lease.status === signed ? 3 : 2;
  const steps = [m.booking_left_paid(), m.booking_left_send(), m.booking_left_sign(), m.booking_left_keys({ day: formatDate(b.starts_on) })];
  return (
    <Panel title={m.booking_left()}>
      <ol className={classes.steps}>
        {steps.map((name, n) => (
          <li key={name} data-done={n < at || undefined} aria-current={n === at ? 'step' : undefined}>
            {name}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** The steps for the applicant: the agreement after it is sent, and their home. */
export function NextLeaseStep({ booking: b }: { booking: BookingDetails }) {
  const { link } = useDashboard();
  const sent = b.lease !== null && !isLeaseUnsent(b) ? b.lease : null;
  return (
    <Panel title={m.booking_lease_title()}>
      <p className={classes.text}>
        {b.lease_signed
          ? m.booking_lease_signed({ day: formatDate(b.starts_on) })
          : sent
            ? m.booking_lease_there()
            : m.booking_lease_wait({ who: b.company.name })}
      </p>
      {sent && (
        <p>
          <AppLink href={link('agreement.own', { id: sent.id, code: sent.code })}>{m.booking_lease_open({ code: sent.code })}</AppLink>
        </p>
      )}
    </Panel>
  );
}
