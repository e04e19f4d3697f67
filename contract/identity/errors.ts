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
  'PhoneAbroad',
  'PhoneElsewhere',
  'Passkey',
  'OAuth',
  'OAuthLink',
] as const;
export type SignInError = (typeof signInErrors)[number];

/** What is not mended where the code is typed, but where one signs in by other means. Who may become somebody by an old number, invited or new, says there whose it is now. */
const elsewhere: readonly SignInError[] = ['SecondFactor', 'Disabled'];
export const leavesCodePage = (error: string, opens: boolean): boolean =>
  (elsewhere as readonly string[]).includes(error) || (error === 'PhoneOld' && !opens);
