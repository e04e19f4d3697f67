/** Why the sign-in page was opened, in its address. */
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
  'Passkey',
  'OAuth',
  'OAuthLink',
] as const;
export type SignInError = (typeof signInErrors)[number];
