import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

/** An SMS is shortened at its end, so the amount comes first. */
export const matchingTexts = withSmsTexts(
  {
    'payment.handed_over': ({ by, ...p }) => ({
      heading: m.payment_mail_handed_heading(p),
      message: by === 'platform' ? m.payment_mail_handed_message(p) : m.payment_mail_handed_owner(p),
    }),
    'payment.taken_off': ({ sum, home, external }) => ({
      heading: m.payment_mail_taken_off_heading({ sum }),
      message: m.payment_mail_taken_off_message({ home, external }),
    }),
    'payment.came_off': ({ sum, home, name, external, reason }) => ({
      heading: m.payment_mail_came_off_heading({ sum }),
      message: m.payment_mail_came_off_message({ home, name, external, reason }),
    }),
    'payment.unmatched': ({ sum, name, account, external }) => ({
      heading: m.payment_mail_unmatched_heading({ sum }),
      message: [
        name.replace(/•/g, '') && m.payment_mail_unmatched_from({ name }),
        account && m.payment_mail_unmatched_account({ account }),
        external && m.payment_mail_unmatched_number({ external }),
        m.payment_mail_unmatched_message(),
      ]
        .filter(Boolean)
        .join(' '),
    }),
    'payment.asked': ({ sum, external, reach }) => ({
      heading: m.payment_mail_asked_heading({ sum }),
      message: m.payment_mail_asked_message({ external, reach }),
    }),
  },
  {
    'payment.handed_over': ({ home, held, credit, to }) => m.payment_sms_handed({ home, held, credit, to }),
    'payment.taken_off': ({ sum, home, external }) => m.payment_sms_taken_off({ sum, home, external }),
  },
);
