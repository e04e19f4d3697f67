import type { BookingSummary } from '#contract/booking/shapes.ts';
import { apiEnumerations } from '#contract/reference/enumerations.ts';
import { formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { isBookingAwaitingPayment, isBookingAwaitingScreening } from './parts.tsx';

const { booking_status: status } = apiEnumerations;

/** The next step of a booking for the applicant, with its actor and deadline. `brought`: the documents for a shortlist are uploaded. */
export function findNextBookingStep(b: BookingSummary, brought = false): string {
  const who = b.company.name;
  if (b.stage === 'frozen' && (isBookingAwaitingScreening(b) || isBookingAwaitingPayment(b)))
    return b.frozen_for === 'works' ? m.booking_next_works() : m.booking_next_frozen();
  if (isBookingAwaitingPayment(b) && b.said_paid_at) return m.booking_next_said({ who, when: formatDateTime(b.pay_until ?? b.updated_at) });
  if (isBookingAwaitingPayment(b)) {
    const when = formatDateTime(b.pay_until ?? b.updated_at);
    return b.received_cents > 0
      ? m.booking_next_rest({ who, paid: formatKes(b.received_cents), sum: formatKes(b.due_cents - b.received_cents), when })
      : m.booking_next_pay({ who, sum: formatKes(b.due_cents), when });
  }
  if (isBookingAwaitingScreening(b)) {
    if (b.consent_until) return m.booking_next_consent({ who, when: formatDateTime(b.consent_until) });
    if (b.unsent) return m.booking_next_unsent({ who });
    if (b.stage === 'info_requested') return m.booking_next_answer({ who });
    if (b.stage === 'backup') return m.booking_next_backup();
    if (b.stage === 'waitlist') return m.booking_next_waitlist({ when: formatDateTime(b.waitlist_until ?? b.updated_at) });
    if (b.stage === 'shortlisted' && brought) return m.booking_next_listed({ who, when: formatDateTime(b.decide_by ?? b.updated_at) });
    if (b.stage === 'shortlisted') return m.booking_next_shortlisted({ who, when: formatDateTime(b.decide_by ?? b.updated_at) });
    return m.booking_next_screening({ who, when: formatDateTime(b.decide_by ?? b.updated_at) });
  }
  if (b.lease_signed) return m.booking_next_keys({ day: formatDate(b.starts_on) });
  const ends: Readonly<Record<number, () => string>> = {
    [status.confirmed]: m.booking_next_confirmed,
    [status.declined]: m.booking_next_declined,
    [status.expired]: m.booking_next_expired,
    [status.canceled]: m.booking_next_canceled,
    [status.closed]: m.booking_next_closed,
  };
  return ends[b.status]?.() ?? m.booking_erased();
}

/** The current step on the way to the keys; null if the booking ended before. */
export function findCurrentBookingStep({ status: now, lease_signed }: Pick<BookingSummary, 'status' | 'lease_signed'>): number | null {
  if (now === status.await_screening) return 1;
  if (now === status.await_payment) return 2;
  if (now === status.confirmed) return lease_signed ? 4 : 3;
  return now === status.closed ? 5 : null;
}
/** The payment step is done once the manager has found the money; until then it is only reported. */
export const getBookingStepNames = (b: Pick<BookingSummary, 'status' | 'said_paid_at' | 'lease_signed' | 'starts_on'>) => [
  m.booking_step_applied(),
  m.booking_step_screened(),
  b.status === status.confirmed || b.status === status.closed ? m.booking_step_paid() : b.said_paid_at ? m.booking_step_said() : m.booking_step_pay(),
  b.lease_signed ? m.booking_step_signed() : m.booking_step_lease(),
  b.lease_signed ? m.booking_step_keys_on({ day: formatDate(b.starts_on) }) : m.booking_step_keys(),
];
