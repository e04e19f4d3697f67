/** What a mailed link is for, and how one can stand. */
export const linkKinds = ['verify_email', 'reset_password', 'passwordless'] as const;
export type LinkKind = (typeof linkKinds)[number];
export const linkStates = ['open', 'used', 'expired', 'wrong'] as const;
export type LinkState = (typeof linkStates)[number];

export const minPassword = 10;
export const maxPassword = 128;

/** What about somebody's ways of signing in changed; they are told each time. A new password has a letter of its own. */
export type CredentialChange =
  | 'second_step_on'
  | 'second_step_off'
  | 'passkey_added'
  | 'passkey_removed'
  | 'google_linked'
  | 'phone_added'
  | 'phone_changed'
  | 'phone_again'
  | 'phone_given_up'
  | 'phone_vouched'
  | 'email_added'
  | 'email_changed';
