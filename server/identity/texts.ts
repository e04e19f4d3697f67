import type { CredentialChange } from '#contract/identity/links.ts';
import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

const credentialChanges: Record<CredentialChange, () => string> = {
  second_step_on: m.mail_credentials_second_step_on,
  second_step_off: m.mail_credentials_second_step_off,
  passkey_added: m.mail_credentials_passkey_added,
  passkey_removed: m.mail_credentials_passkey_removed,
  google_linked: m.mail_credentials_google_linked,
  phone_added: m.mail_credentials_phone_added,
  phone_changed: m.mail_credentials_phone_changed,
  phone_again: m.mail_credentials_phone_again,
  phone_given_up: m.mail_credentials_phone_given_up,
  phone_vouched: m.mail_credentials_phone_vouched,
  email_added: m.mail_credentials_email_added,
  email_changed: m.mail_credentials_email_changed,
};

/** For a payment, the message states the amount and the destination, so that the person sees the effect of the code. */
const codeFor = ({ code, says }: { code: string; says: string }) =>
  says ? m.mail_phone_code_does({ code, says }) : m.mail_phone_code_heading({ code });

export const identityTexts = withSmsTexts(
  {
    'account.verify_email': (p) => ({
      heading: m.mail_verify_heading(),
      message: m.mail_verify_message({ name: p.name }),
      button: m.mail_verify_button(),
    }),
    'account.reset_password': (p) => ({
      heading: m.mail_reset_heading(),
      message: m.mail_reset_message({ name: p.name }),
      button: m.mail_reset_button(),
    }),
    'account.passwordless_link': (p) => ({
      heading: m.mail_passwordless_heading(),
      message: m.mail_passwordless_message({ name: p.name }),
      button: m.mail_passwordless_button(),
    }),
    'account.app_link': () => ({ heading: m.mail_app_link_heading(), message: m.mail_app_link_message(), button: m.mail_app_link_button() }),
    'security.password_changed': () => ({ heading: m.mail_password_changed_heading(), message: m.mail_password_changed_message() }),
    'security.credentials_changed': (p) => ({
      heading: m.mail_credentials_heading(),
      message: m.mail_credentials_message({ what: credentialChanges[p.what]?.() ?? p.what }),
    }),
    'security.payout_changed': (p) => ({ heading: m.mail_payout_heading(), message: m.mail_payout_message({ where: p.where }) }),
    'security.phone_code': (p) => ({ heading: codeFor(p), message: m.mail_phone_code_message() }),
    'security.email_code': (p) => ({ heading: codeFor(p), message: m.mail_email_code_message() }),
    'security.new_device': (p) => ({
      heading: m.mail_new_device_heading(),
      message: m.mail_new_device_message({ agent: p.agent, ip: p.ip }),
    }),
    'security.looked_at': (p) => ({
      heading: m.mail_looked_at_heading(),
      message: m.mail_looked_at_message({ name: p.name, reason: p.reason }),
    }),
    'account.closing': (p) => ({ heading: m.mail_closing_heading(), message: m.mail_closing_message({ date: formatLongDate(p.date) }) }),
  },
  {
    'security.payout_changed': ({ where }) => m.mail_sms_payout({ where }),
  },
);
