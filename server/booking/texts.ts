import type { DeclineReason } from '#contract/booking/kinds.ts';
import { reasonNames } from '#contract/booking/labels.ts';
import { kesPlain } from '#contract/money/format.ts';
import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

export const money = (cents: number): string => kesPlain(cents);

/** What time or a rule gave as the reason. */
const ofOurs: Readonly<Record<string, () => string>> = {
  expired: m.booking_reason_expired,
  'the account was closed': m.booking_reason_closed,
  sold: m.booking_reason_sold,
  'the lease was not signed': m.booking_reason_unsigned,
};
const reasonOf = (text: string): string => (reasonNames[text as DeclineReason] ?? ofOurs[text])?.() ?? text;

export const bookingTexts: Partial<EventTexts> = {
  'booking.created': ({ home, company, date }) => ({
    heading: m.booking_mail_created_heading({ day: longDate(date) }),
    message: m.booking_mail_created_message({ home, company }),
  }),
  'booking.received': ({ home, name, date }) => ({
    heading: m.booking_mail_received_heading({ name }),
    message: m.booking_mail_received_message({ home, day: longDate(date) }),
  }),
  'booking.deciding': ({ home, name, date }) => ({
    heading: m.booking_mail_deciding_heading({ name }),
    message: m.booking_mail_deciding_message({ home, day: longDate(date) }),
  }),
  'booking.shortlisted': ({ home, company, date }) => ({
    heading: m.booking_mail_shortlisted_heading(),
    message: m.booking_mail_shortlisted_message({ home, company, day: longDate(date) }),
  }),
  'booking.more_asked': ({ home, unsent }) =>
    unsent
      ? { heading: m.booking_mail_unsent_heading(), message: m.booking_mail_unsent_message({ home, company: unsent }) }
      : { heading: m.booking_mail_asked_heading(), message: m.booking_mail_asked_message({ home }) },
  'booking.answered': ({ home, name }) => ({
    heading: m.booking_mail_answered_heading({ name }),
    message: m.booking_mail_answered_message({ home }),
  }),
  'booking.approved': ({ home, sum, date, starts }) => ({
    // The sum and its day first: of an SMS the end is cut.
    heading: m.booking_mail_approved_heading({ sum, day: longDate(date) }),
    message: m.booking_mail_approved_message({ home, starts: longDate(starts) }),
  }),
  'booking.expiring': ({ home, date }) => ({
    heading: m.booking_mail_expiring_heading(),
    message: m.booking_mail_expiring_message({ home, day: longDate(date) }),
  }),
  'booking.declined': ({ home, reason }) => ({
    heading: m.booking_mail_declined_heading(),
    message: m.booking_mail_declined_message({ home, reason: reasonOf(reason) }),
  }),
  'booking.backup': ({ home }) => ({ heading: m.booking_mail_backup_heading(), message: m.booking_mail_backup_message({ home }) }),
  'booking.next': ({ home, date }) => ({
    heading: m.booking_mail_next_heading(),
    message: m.booking_mail_next_message({ home, day: longDate(date) }),
  }),
  'booking.expired': ({ home }) => ({ heading: m.booking_mail_expired_heading(), message: m.booking_mail_expired_message({ home }) }),
  'booking.canceled': ({ home, reason }) => ({
    heading: m.booking_mail_canceled_heading(),
    message: m.booking_mail_canceled_message({ home, reason: reasonOf(reason) }),
  }),
  'booking.said_paid': ({ home, name, sum }) => ({
    heading: m.booking_mail_said_paid_heading({ name }),
    message: m.booking_mail_said_paid_message({ home, sum }),
  }),
  'booking.given_up': ({ home, name, reason }) => ({
    heading: m.booking_mail_given_up_heading({ name }),
    message: m.booking_mail_given_up_message({ home, reason: reasonOf(reason) }),
  }),
  'booking.confirmed': ({ home }) => ({ heading: m.booking_mail_confirmed_heading(), message: m.booking_mail_confirmed_message({ home }) }),
  'booking.frozen': ({ home, why }) =>
    why === 'works'
      ? { heading: m.booking_mail_works_heading(), message: m.booking_mail_works_message({ home }) }
      : { heading: m.booking_mail_frozen_heading(), message: m.booking_mail_frozen_message({ home }) },
  'booking.sold': ({ home, company, date }) => ({
    heading: m.booking_mail_sold_heading(),
    message: date ? m.booking_mail_sold_message({ home, company, day: longDate(date) }) : m.booking_mail_sold_on({ home, company }),
  }),
  'booking.agent_gone': ({ home, agent, company }) => ({
    heading: m.booking_mail_agent_gone_heading({ company }),
    message: m.booking_mail_agent_gone_message({ home, agent, company }),
  }),
  'booking.thawed': ({ home }) => ({ heading: m.booking_mail_thawed_heading(), message: m.booking_mail_thawed_message({ home }) }),
};
