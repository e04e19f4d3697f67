/** What a mailed link is for, and how one can stand. */
export const linkKinds = ['verify_email', 'reset_password', 'passwordless'] as const;
export type LinkKind = (typeof linkKinds)[number];
export const linkStates = ['open', 'used', 'expired', 'wrong'] as const;
export type LinkState = (typeof linkStates)[number];

export const minPassword = 10;
export const maxPassword = 128;
