/** The reasons for opening the sign-in page, as given in its address. `TooMany` is the sign-in lockout after too many attempts (rate limit). */
export const signInErrors = [
  'CredentialsSignin',
  'SessionRequired',
  'TooMany',
  'Disabled',
  'Csrf',
  'SecondFactor',
  'WrongCode',
  'PhoneCode',
  'PhoneOld',
  'PhoneTaken',
  'PhoneAbroad',
  'PhoneElsewhere',
  'Passkey',
  'OAuth',
  'OAuthLink',
] as const;
export type SignInError = (typeof signInErrors)[number];

/**
 * Errors that cannot be fixed where the code is typed, but only by another sign-in method. Users who may create an account with an old number answer
 * there whether the older account is theirs.
 */
const elsewhere: readonly SignInError[] = ['SecondFactor', 'Disabled'];
export const shouldLeaveCodePage = (error: string, opens: boolean): boolean =>
  (elsewhere as readonly string[]).includes(error) || (error === 'PhoneOld' && !opens);
