import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { formatLongDate, formatShortDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

export const walletTexts = withSmsTexts(
  {
    'wallet.account_added': ({ where, who, date, reach }) => ({
      heading: m.wallet_mail_account_heading({ where }),
      message: m.wallet_mail_account_message({ who, day: formatLongDate(date), reach }),
    }),
    'wallet.adjusted': ({ sum, code, reason, direction, asked, by }) => ({
      heading: direction === 'in' ? m.wallet_mail_adjusted_in_heading({ sum }) : m.wallet_mail_adjusted_out_heading({ sum }),
      message: m.wallet_mail_adjusted_message({ reason, code, asked, by }),
    }),
    'wallet.adjustment_asked': ({ sum, code, reason, who, direction, by }) => ({
      heading: direction === 'out' ? m.wallet_mail_adjustment_out_heading({ sum, who }) : m.wallet_mail_adjustment_in_heading({ sum, who }),
      message: m.wallet_mail_adjustment_message({ reason, code, by }),
    }),
    'wallet.frozen': ({ reason }) => ({ heading: m.wallet_mail_frozen_heading(), message: m.wallet_mail_frozen_message({ reason }) }),
    'wallet.thawed': ({ reason }) => ({ heading: m.wallet_mail_thawed_heading(), message: m.wallet_mail_thawed_message({ reason }) }),
  },
  {
    'wallet.account_added': ({ where, date, reach }) => m.wallet_sms_account({ where, day: formatShortDate(date), reach }),
    'wallet.frozen': () => m.wallet_sms_frozen(),
  },
);
