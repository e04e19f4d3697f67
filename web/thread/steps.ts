import type { ThreadMessage } from '#contract/thread/calls.ts';
import type { LeadStep } from '#contract/thread/steps.ts';
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

type About = ThreadMessage['about'];
/** Adds the date or amount if the step has one. */
const timed = (bare: () => string, at: (said: { when: string }) => string) => (about: About) =>
  typeof about.at === 'string' ? at({ when: formatDateTime(about.at) }) : bare();
const priced = (bare: () => string, of: (said: { amount: string }) => string) => (about: About) =>
  typeof about.cents === 'number' ? of({ amount: formatKes(about.cents) }) : bare();

const sentences: Readonly<Record<LeadStep, (about: About) => string>> = {
  'tour.requested': timed(m.thread_step_tour_requested, m.thread_step_tour_requested_at),
  'tour.confirmed': timed(m.thread_step_tour_confirmed, m.thread_step_tour_confirmed_at),
  'tour.moved': timed(m.thread_step_tour_moved, m.thread_step_tour_moved_at),
  'tour.declined': () => m.thread_step_tour_declined(),
  'tour.canceled': () => m.thread_step_tour_canceled(),
  'tour.attended': () => m.thread_step_tour_attended(),
  'tour.missed': () => m.thread_step_tour_missed(),
  'bid.made': priced(m.thread_step_bid_made, m.thread_step_bid_made_of),
  'bid.countered': priced(m.thread_step_bid_countered, m.thread_step_bid_countered_of),
  'bid.accepted': priced(m.thread_step_bid_accepted, m.thread_step_bid_accepted_of),
  'bid.declined': () => m.thread_step_bid_declined(),
  'bid.withdrawn': () => m.thread_step_bid_withdrawn(),
  'bid.expired': () => m.thread_step_bid_expired(),
  'booking.made': () => m.thread_step_booking_made(),
  'booking.more_asked': () => m.thread_step_booking_more_asked(),
  'booking.approved': () => m.thread_step_booking_approved(),
  'booking.declined': () => m.thread_step_booking_declined(),
  'booking.paid': () => m.thread_step_booking_paid(),
  'booking.expired': () => m.thread_step_booking_expired(),
  'booking.canceled': () => m.thread_step_booking_canceled(),
  'agreement.sent': () => m.thread_step_agreement_sent(),
  'agreement.signed': () => m.thread_step_agreement_signed(),
  'tenancy.activated': () => m.thread_step_tenancy_activated(),
  'sale.opened': () => m.thread_step_sale_opened(),
  'sale.completed': () => m.thread_step_sale_completed(),
  'sale.fell_through': () => m.thread_step_sale_fell_through(),
};

export const formatThreadStep = (step: LeadStep, about: About): string => sentences[step](about);
