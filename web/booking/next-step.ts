import type { BookingHead } from '#contract/booking/shapes.ts';
import { enumerations } from '#contract/reference/enumerations.ts';
import { dateTime, kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { isPaying, isScreened } from './parts.tsx';

const { booking_status: status } = enumerations;

/** What comes next for the applicant: who does what, until when. */
export function nextStep(b: BookingHead): string {
  const who = b.company.name;
  if (b.stage === 'frozen' && (isScreened(b) || isPaying(b))) return b.frozen_for === 'works' ? m.booking_next_works() : m.booking_next_frozen();
  if (isPaying(b) && b.said_paid_at) return m.booking_next_said({ who, when: dateTime(b.pay_until ?? b.updated_at) });
  if (isPaying(b)) return m.booking_next_pay({ who, sum: kes(b.due_cents), when: dateTime(b.pay_until ?? b.updated_at) });
  if (isScreened(b)) {
    if (b.consent_until) return m.booking_next_consent({ who, when: dateTime(b.consent_until) });
    if (b.stage === 'info_requested') return m.booking_next_answer({ who });
    if (b.stage === 'backup') return m.booking_next_backup();
    if (b.stage === 'waitlist') return m.booking_next_waitlist({ when: dateTime(b.waitlist_until ?? b.updated_at) });
    if (b.stage === 'shortlisted') return m.booking_next_shortlisted({ who, when: dateTime(b.decide_by ?? b.updated_at) });
    return m.booking_next_screening({ who, when: dateTime(b.decide_by ?? b.updated_at) });
  }
  const ends: Readonly<Record<number, () => string>> = {
    [status.confirmed]: m.booking_next_confirmed,
    [status.declined]: m.booking_next_declined,
    [status.expired]: m.booking_next_expired,
    [status.canceled]: m.booking_next_canceled,
    [status.closed]: m.booking_next_closed,
  };
  return ends[b.status]?.() ?? m.booking_erased();
}

/** The way to the keys, and how far one has come; null where it ended before. */
export function stepOf({ status: now }: Pick<BookingHead, 'status'>): number | null {
  if (now === status.await_screening) return 1;
  if (now === status.await_payment) return 2;
  if (now === status.confirmed) return 3;
  return now === status.closed ? 5 : null;
}
/** Paying is done once the manager has found the money; until then it is only said. */
export const stepNames = ({ status: now, said_paid_at }: Pick<BookingHead, 'status' | 'said_paid_at'>) => [
  m.booking_step_applied(),
  m.booking_step_screened(),
  now === status.confirmed || now === status.closed ? m.booking_step_paid() : said_paid_at ? m.booking_step_said() : m.booking_step_pay(),
  m.booking_step_lease(),
  m.booking_step_keys(),
];
