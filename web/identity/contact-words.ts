import { phoneProofValidityDays } from '#contract/identity/phone-age.ts';
import type { AccountDetails } from '#contract/identity/security-calls.ts';
import { phone as spaced } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

export type PhoneNumberChangeKind = 'add' | 'prove' | 'change' | 'again';
export type EmailChangeKind = 'add' | 'change';
type Said = {
  readonly title: string;
  /** The effect of the change, and the people who are notified. */
  readonly text: string;
  readonly field: string;
  readonly code: string;
};

/** The phone number and its state: usable for sign-in, to be verified again, or unverified. */
export function formatPhoneNumberStatus({
  phone,
  phone_proved,
  phone_lapsed,
}: Pick<AccountDetails, 'phone' | 'phone_proved' | 'phone_lapsed'>): string {
  if (!phone) return m.identity_contacts_number_none();
  const number = spaced(phone);
  if (phone_lapsed) return m.identity_contacts_number_lapsed({ number, days: phoneProofValidityDays });
  return phone_proved ? m.identity_contacts_number({ number }) : m.identity_contacts_number_unproved({ number });
}

/** An unverified number is verified without a notification of a change. */
export const getPhoneNumberChangeKind = ({ phone, phone_proved }: Pick<AccountDetails, 'phone' | 'phone_proved'>): PhoneNumberChangeKind =>
  phone_proved ? 'change' : phone ? 'prove' : 'add';
export const getEmailChangeKind = ({ email }: Pick<AccountDetails, 'email'>): EmailChangeKind => (email === null ? 'add' : 'change');

export function getPhoneNumberFormTexts(way: PhoneNumberChangeKind, number: string): Said {
  const code = m.identity_phone_code();
  if (way === 'change')
    return { title: m.identity_contacts_number_change(), text: m.identity_contacts_number_text(), field: m.identity_contacts_number_new(), code };
  const field = m.identity_onboarding_phone();
  const text = m.identity_contacts_number_add_text();
  if (way === 'prove') return { title: m.identity_contacts_number_prove(), text, field, code };
  return way === 'add'
    ? { title: m.identity_contacts_number_add(), text, field, code }
    : { title: m.identity_contacts_number_again(), text: m.identity_contacts_number_again_text({ number }), field, code };
}

export function getEmailFormTexts(details: Pick<AccountDetails, 'email' | 'phone_proved'>): Said {
  const code = m.identity_contacts_code_mail();
  if (getEmailChangeKind(details) === 'add')
    return { title: m.identity_contacts_email_add(), text: m.identity_contacts_email_add_text(), field: m.identity_email(), code };
  const text = details.phone_proved ? m.identity_contacts_email_text() : m.identity_contacts_email_text_alone();
  return { title: m.identity_contacts_email_change(), text, field: m.identity_contacts_email_new(), code };
}
