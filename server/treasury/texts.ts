import type { CollectionAccountDecision } from '#contract/treasury/kinds.ts';
import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

const accountHeadings: Readonly<Record<CollectionAccountDecision, (of: { name: string }) => string>> = {
  asked: m.payment_mail_account_asked_heading,
  confirmed: m.payment_mail_account_confirmed_heading,
  refused: m.payment_mail_account_refused_heading,
};
const newAccountMessages: Readonly<Record<CollectionAccountDecision, (of: { who: string; account: string }) => string>> = {
  asked: m.payment_mail_account_asked_message,
  confirmed: m.payment_mail_account_confirmed_message,
  refused: m.payment_mail_account_refused_message,
};
const changeMessages: Readonly<Record<CollectionAccountDecision, (of: { who: string; old: string; account: string }) => string>> = {
  asked: m.payment_mail_account_change_asked,
  confirmed: m.payment_mail_account_change_confirmed,
  refused: m.payment_mail_account_change_refused,
};
const nameWithState = (account: string, state: 'on' | 'off'): string => (state === 'on' ? account : m.payment_mail_account_inactive({ account }));

/** A long SMS is cut at the end, so the amount is first. */
export const treasuryTexts: Partial<EventTexts> = {
  'payment.refused': ({ account }) => ({
    heading: m.payment_mail_refused_heading({ account }),
    message: m.payment_mail_refused_message({ account }),
  }),
  'payment.account': ({ who, old, was, account, becomes, became }) => ({
    heading: accountHeadings[became]({ name: old }),
    message:
      was === 'new'
        ? newAccountMessages[became]({ who, account })
        : changeMessages[became]({ who, old: nameWithState(old, was), account: nameWithState(account, becomes) }),
  }),
};
