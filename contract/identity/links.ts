/** The purposes and states of a mailed link. */
export const identityLinkKinds = ['verify_email', 'reset_password', 'passwordless'] as const;
export type IdentityLinkKind = (typeof identityLinkKinds)[number];
export const identityLinkStates = ['open', 'used', 'expired', 'wrong'] as const;
export type IdentityLinkState = (typeof identityLinkStates)[number];

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

/** Changes of sign-in methods; the person is notified of each. A new password has a message of its own. */
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
