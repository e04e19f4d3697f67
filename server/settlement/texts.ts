import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

export const settlementTexts = withSmsTexts(
  {
    'settlement.paid': ({ sum, where, code }) => ({
      heading: m.settlement_mail_paid_heading({ sum }),
      message: m.settlement_mail_paid_message({ where, code }),
    }),
    'settlement.failed': ({ sum, where, code }) => ({
      heading: m.settlement_mail_failed_heading({ sum }),
      message: m.settlement_mail_failed_message({ where, code }),
    }),
    'settlement.alarm': ({ sum, who, code, count }) => ({
      heading: m.settlement_mail_alarm_heading({ who, count }),
      message: m.settlement_mail_alarm_message({ sum, code }),
    }),
    'settlement.unclear': ({ sum, who, code }) => ({
      heading: m.settlement_mail_unclear_heading({ who }),
      message: m.settlement_mail_unclear_message({ sum, code }),
    }),
    'settlement.ended': ({ sum, who, code, became }) => ({
      heading: became === 'paid' ? m.settlement_mail_ended_heading({ sum, who }) : m.settlement_mail_fell_heading({ sum, who }),
      message: became === 'paid' ? m.settlement_mail_ended_message({ code }) : m.settlement_mail_fell_message({ code }),
    }),
    'settlement.waits': ({ sum, who, code, by }) => ({
      heading: m.settlement_mail_waits_heading({ sum, who }),
      message: m.settlement_mail_waits_message({ code, by }),
    }),
    'wallet.withdrawal.requested': ({ sum, where, who, code, reach }) => ({
      heading: m.settlement_mail_requested_heading({ sum }),
      message: m.settlement_mail_requested_message({ who, where, code, reach }),
    }),
    'wallet.withdrawal.approved': ({ sum, where, code, asked, by }) => ({
      heading: m.settlement_mail_approved_heading({ sum }),
      message: m.settlement_mail_approved_message({ where, code, asked, by }),
    }),
    'wallet.withdrawal.canceled': ({ sum, reason, code }) => ({
      heading: m.settlement_mail_canceled_heading({ sum }),
      message: m.settlement_mail_canceled_message({ reason, code }),
    }),
  },
  {
    'settlement.paid': ({ sum, where, code }) => m.settlement_sms_paid({ sum, where, code }),
    'settlement.failed': ({ sum, where, code }) => m.settlement_sms_failed({ sum, where, code }),
    'wallet.withdrawal.requested': ({ sum, where, reach }) => m.settlement_sms_requested({ sum, where, reach }),
    'wallet.withdrawal.approved': ({ sum, where }) => m.settlement_sms_approved({ sum, where }),
    'wallet.withdrawal.canceled': ({ sum, code }) => m.settlement_sms_canceled({ sum, code }),
  },
);
