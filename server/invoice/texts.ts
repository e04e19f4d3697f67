import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { formatLongDate, formatShortDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

type Dated = { readonly home: string; readonly code: string; readonly sum: string; readonly day: string; readonly share?: string };
type Said = (about: Omit<Dated, 'share'>) => string;
/** If several people pay, each reads their own share first, followed by the total. */
const aboutIn = ({ home, code, sum, day, share }: Dated) => ({
  home,
  code,
  day: formatLongDate(day),
  sum: share ? m.invoice_sms_share({ share }) : sum,
});
const shareIn = ({ share, sum }: Dated): string => (share ? m.invoice_mail_share({ share, sum }) : '');
const said = (...parts: readonly string[]): string => parts.filter(Boolean).join(' ');
const dated = (heading: Said, message: Said) => (p: Dated) => {
  const about = aboutIn(p);
  return { heading: heading(shortIn(p)), message: said(shareIn(p), message(about)), button: m.invoice_mail_pay() };
};
const shortIn = ({ home, code, sum, day, share }: Dated) => ({
  home,
  code,
  day: formatShortDate(day),
  sum: share ? m.invoice_sms_share({ share }) : sum,
});
const hows: Readonly<Record<string, () => string>> = {
  stk: m.invoice_how_mpesa,
  paybill: m.invoice_how_mpesa,
  mpesa: m.invoice_how_mpesa,
  bank: m.invoice_how_bank,
  cash: m.invoice_how_cash,
  cheque: m.invoice_how_cheque,
  wallet: m.invoice_how_credit,
  credit: m.invoice_how_credit,
};
/** The payment method as the reader sees it: a translated name, or the given text. */
const howName = (how: string): string => hows[how]?.() ?? how;

export const invoiceTexts = withSmsTexts(
  {
    'invoice.issued': ({ total, credit, ...p }) =>
      dated(m.invoice_mail_issued_heading, (about) =>
        said(total && credit ? m.invoice_mail_issued_credit({ total, credit }) : '', m.invoice_mail_issued_message(about)),
      )(p),
    'invoice.due_soon': dated(m.invoice_mail_due_soon_heading, m.invoice_mail_due_soon_message),
    'invoice.due': dated(m.invoice_mail_due_heading, m.invoice_mail_due_message),
    'invoice.overdue': (p) => {
      const about = { ...aboutIn(p), days: p.days };
      return {
        heading: m.invoice_mail_overdue_heading(about),
        message: said(shareIn(p), m.invoice_mail_overdue_message(about)),
        button: m.invoice_mail_pay(),
      };
    },
    'invoice.late_fee': ({ credit, left, ...p }) => ({
      heading: m.invoice_mail_late_fee_heading(p),
      message: [
        m.invoice_mail_late_fee_message(p),
        credit && (left ? m.invoice_mail_late_fee_left({ credit, left }) : m.invoice_mail_late_fee_covered({ credit })),
      ]
        .filter(Boolean)
        .join(' '),
      ...(credit && !left ? {} : { button: m.invoice_mail_pay() }),
    }),
    'invoice.credit': (p) => ({ heading: m.invoice_mail_credit_heading(p), message: m.invoice_mail_credit_message(p) }),
    'invoice.given_back': (p) => ({ heading: m.invoice_mail_given_back_heading(p), message: m.invoice_mail_given_back_message(p) }),
    'invoice.void': (p) => ({ heading: m.invoice_mail_void_heading(p), message: m.invoice_mail_void_message(p) }),
    'invoice.disputed': (p) => ({ heading: m.invoice_mail_disputed_heading(p), message: m.invoice_mail_disputed_message(p) }),
    'invoice.dispute_over': (p) => ({ heading: m.invoice_mail_dispute_over_heading(p), message: m.invoice_mail_dispute_over_message(p) }),
    'deposit.held': (p) => ({ heading: m.invoice_mail_deposit_heading(p), message: m.invoice_mail_deposit_message(p) }),
    receipt: (p) => {
      if (howName(p.how) === m.invoice_how_credit())
        return { heading: m.invoice_mail_credit_used(p), message: m.invoice_mail_credit_used_message(p), button: m.invoice_mail_receipt_button() };
      const about = { home: p.home, code: p.code, sum: p.sum, how: howName(p.how) };
      return {
        heading: m.invoice_mail_receipt_heading(about),
        message: m.invoice_mail_receipt_message(about),
        button: m.invoice_mail_receipt_button(),
      };
    },
  },
  {
    'invoice.issued': (p) => m.invoice_sms_issued(shortIn(p)),
    'invoice.due_soon': (p) => m.invoice_sms_issued(shortIn(p)),
    'invoice.due': (p) => m.invoice_sms_due(shortIn(p)),
    'invoice.overdue': (p) => m.invoice_sms_overdue(shortIn(p)),
    'invoice.late_fee': ({ sum, home, late }) => m.invoice_sms_late_fee({ sum, home, late }),
    'invoice.credit': ({ sum, home, code }) => m.invoice_sms_credit({ sum, home, code }),
    'invoice.void': ({ home, code }) => m.invoice_sms_void({ home, code }),
    'invoice.dispute_over': ({ home, code }) => m.invoice_sms_dispute_over({ home, code }),
    'deposit.held': ({ sum, home, code }) => m.invoice_sms_deposit({ sum, home, code }),
    receipt: ({ sum, home, code, how }) =>
      howName(how) === m.invoice_how_credit()
        ? m.invoice_sms_credit_used({ sum, home, code })
        : m.invoice_sms_receipt({ sum, home, code, how: howName(how) }),
  },
);
