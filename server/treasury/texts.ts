import type { CollectionAccountDecision } from '#contract/treasury/kinds.ts';
import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

const accountHeadings: Readonly<Record<CollectionAccountDecision, (of: { name: string }) => string>> = {
  asked: m.payment_mail_account_asked_heading,
  confirmed: m.payment_mail_account_confirmed_heading,
  refused: m.payment_mail_account_refused_heading,
  on: m.payment_mail_account_heading,
  off: m.payment_mail_account_off_heading,
};
const accountMessages: Readonly<Partial<Record<CollectionAccountDecision, (of: { who: string; name: string; number: string }) => string>>> = {
  asked: m.payment_mail_account_asked_message,
  confirmed: m.payment_mail_account_confirmed_message,
  refused: m.payment_mail_account_refused_message,
};

/** A long SMS is cut at the end, so the amount is first. */
export const treasuryTexts: Partial<EventTexts> = {
  'payment.refused': ({ account }) => ({
    heading: m.payment_mail_refused_heading({ account }),
    message: m.payment_mail_refused_message({ account }),
  }),
  'payment.account': ({ who, name, number, became }) => ({
    heading: accountHeadings[became]({ name }),
    message: (accountMessages[became] ?? m.payment_mail_account_message)({ who, name, number }),
  }),
};
