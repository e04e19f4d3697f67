import type { DeclineReason } from '#contract/booking/kinds.ts';
import { declineReasonLabels } from '#contract/booking/labels.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { formatLongDate, formatShortDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

export const formatPlainAmount = (cents: number): string => formatKesPlain(cents);

/** Texts for reasons that a deadline or a rule gave. */
const ofOurs: Readonly<Record<string, () => string>> = {
  expired: m.booking_reason_expired,
  'the account was closed': m.booking_reason_closed,
  sold: m.booking_reason_sold,
  'the lease was not signed': m.booking_reason_unsigned,
};
const reasonOf = (text: string): string => (declineReasonLabels[text as DeclineReason] ?? ofOurs[text])?.() ?? text;

export const bookingTexts = withSmsTexts(
  {
    'booking.created': ({ home, company, date }) => ({
      heading: m.booking_mail_created_heading({ day: formatLongDate(date) }),
      message: m.booking_mail_created_message({ home, company }),
    }),
    'booking.received': ({ home, name, date }) => ({
      heading: m.booking_mail_received_heading({ name }),
      message: m.booking_mail_received_message({ home, day: formatLongDate(date) }),
    }),
    'booking.deciding': ({ home, name, date }) => ({
      heading: m.booking_mail_deciding_heading({ name }),
      message: m.booking_mail_deciding_message({ home, day: formatLongDate(date) }),
    }),
    'booking.shortlisted': ({ home, company, date }) => ({
      heading: m.booking_mail_shortlisted_heading({ home }),
      message: m.booking_mail_shortlisted_message({ home, company, day: formatLongDate(date) }),
    }),
    'booking.more_asked': ({ home, unsent }) =>
      unsent
        ? { heading: m.booking_mail_unsent_heading({ home }), message: m.booking_mail_unsent_message({ home, company: unsent }) }
        : { heading: m.booking_mail_asked_heading({ home }), message: m.booking_mail_asked_message({ home }) },
    'booking.answered': ({ home, name }) => ({
      heading: m.booking_mail_answered_heading({ name }),
      message: m.booking_mail_answered_message({ home }),
    }),
    'booking.approved': ({ home, sum, date, starts }) => ({
      // The amount and the day come first, because the end of a long SMS is cut.
      heading: m.booking_mail_approved_heading({ sum, day: formatLongDate(date) }),
      message: m.booking_mail_approved_message({ home, starts: formatLongDate(starts) }),
    }),
    'booking.expiring': ({ home, date }) => ({
      heading: m.booking_mail_expiring_heading({ home }),
      message: m.booking_mail_expiring_message({ home, day: formatLongDate(date) }),
    }),
    'booking.declined': ({ home, reason }) => ({
      heading: m.booking_mail_declined_heading({ home }),
      message: m.booking_mail_declined_message({ home, reason: reasonOf(reason) }),
    }),
    'booking.backup': ({ home }) => ({ heading: m.booking_mail_backup_heading({ home }), message: m.booking_mail_backup_message({ home }) }),
    'booking.next': ({ home, date }) => ({
      heading: m.booking_mail_next_heading({ home }),
      message: m.booking_mail_next_message({ home, day: formatLongDate(date) }),
    }),
    'booking.expired': ({ home }) => ({ heading: m.booking_mail_expired_heading({ home }), message: m.booking_mail_expired_message({ home }) }),
    'booking.canceled': ({ home, reason }) => ({
      heading: m.booking_mail_canceled_heading({ home }),
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
    'booking.confirmed': ({ home }) => ({ heading: m.booking_mail_confirmed_heading({ home }), message: m.booking_mail_confirmed_message({ home }) }),
    'booking.frozen': ({ home, why }) =>
      why === 'works'
        ? { heading: m.booking_mail_works_heading({ home }), message: m.booking_mail_works_message({ home }) }
        : { heading: m.booking_mail_frozen_heading({ home }), message: m.booking_mail_frozen_message({ home }) },
    'booking.sold': ({ home, company, date }) => ({
      heading: m.booking_mail_sold_heading({ home }),
      message: date ? m.booking_mail_sold_message({ home, company, day: formatLongDate(date) }) : m.booking_mail_sold_on({ home, company }),
    }),
    'booking.agent_gone': ({ home, agent, company }) => ({
      heading: m.booking_mail_agent_gone_heading({ company }),
      message: m.booking_mail_agent_gone_message({ home, agent, company }),
    }),
    'booking.thawed': ({ home }) => ({ heading: m.booking_mail_thawed_heading({ home }), message: m.booking_mail_thawed_message({ home }) }),
  },
  {
    'booking.created': ({ home, date }) => m.booking_sms_created({ home, day: formatShortDate(date) }),
    'booking.approved': ({ home, sum, date }) => m.booking_sms_approved({ home, sum, day: formatShortDate(date) }),
    'booking.declined': ({ home }) => m.booking_sms_declined({ home }),
    'booking.expiring': ({ home, date }) => m.booking_sms_expiring({ home, day: formatShortDate(date) }),
    'booking.expired': ({ home }) => m.booking_sms_expired({ home }),
    'booking.canceled': ({ home }) => m.booking_sms_canceled({ home }),
    'booking.shortlisted': ({ home, date }) => m.booking_sms_shortlisted({ home, day: formatShortDate(date) }),
    'booking.backup': ({ home }) => m.booking_sms_backup({ home }),
    'booking.next': ({ home, date }) => m.booking_sms_next({ home, day: formatShortDate(date) }),
    'booking.confirmed': ({ home }) => m.booking_sms_confirmed({ home }),
    'booking.agent_gone': ({ home, company }) => m.booking_sms_agent_gone({ home, company }),
    'booking.thawed': ({ home }) => m.booking_sms_thawed({ home }),
    'booking.more_asked': ({ home, unsent }) => (unsent ? m.booking_sms_unsent : m.booking_sms_asked)({ home }),
    'booking.frozen': ({ home, why }) => (why === 'works' ? m.booking_sms_works : m.booking_sms_frozen)({ home }),
    'booking.sold': ({ home, company, date }) =>
      date ? m.booking_sms_sold({ home, day: formatShortDate(date) }) : m.booking_sms_sold_on({ home, company }),
  },
);
