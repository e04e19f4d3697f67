type Wording = { readonly en: string; readonly sw?: string };
const say = (en: string, sw?: string): Wording => (sw ? { en, sw } : { en });

/** Our own sentences beside the specified ones. They follow the style guide. */
export const ownMessages = {
  listingUnavailable: say('This listing is no longer available', 'Tangazo hili halipo tena'),
  serverError: say('Something went wrong on our side', 'Hitilafu imetokea upande wetu'),
  storageFull: say('The storage is full. Try again later.', 'Hifadhi imejaa. Jaribu tena baadaye.'),
  serviceUnavailable: say('Makao is busy. Try again in a few seconds.', 'Makao ina shughuli nyingi. Jaribu tena baada ya sekunde chache.'),
  keyReused: say('This key was used for another request. Use a new key.', 'Ufunguo huu ulitumika kwa ombi jingine. Tumia ufunguo mpya.'),
  alreadyCompleted: say(
    'This request was completed. Check the result before you repeat it.',
    'Ombi hili limeshakamilika. Angalia matokeo kabla ya kurudia.',
  ),
  signedOut: say('Sign in to continue', 'Ingia ili uendelee'),
  wrongCredentials: say('The email or password is incorrect', 'Barua pepe au nenosiri si sahihi'),
  accountDisabled: say('This account is disabled. Contact support to enable it.', 'Akaunti hii imefungwa. Wasiliana na usaidizi ili ifunguliwe.'),
  secondStepNeeded: say(
    'Turn on two-step sign-in on your account page first.',
    'Washa kwanza kuingia kwa hatua mbili kwenye ukurasa wa akaunti yako.',
  ),
  notWhileImpersonating: say(
    'You are viewing as another person. Stop viewing as that person, then try again.',
    'Unatazama kama mtu mwingine. Acha kutazama, kisha ujaribu tena.',
  ),
  editConflict: say(
    'Another person changed this record. Reload the page and try again.',
    'Mtu mwingine amebadilisha hii. Pakia ukurasa upya kisha ujaribu tena.',
  ),
} as const satisfies Record<string, Wording>;

/**
 * Every sentence the specification fixes (its section 8), once, letter by letter, spelling included, and our own. Screens and answers name a key. An
 * operator may replace a wording in `messages.json` of the data directory, without a change of code (server/settings/messages.ts reads it). The
 * specification does not fix the Kiswahili texts, which are next to the English ones.
 */
export const messages = {
  ...ownMessages,
  // toast defaults
  successTitle: say('Success!', 'Imefaulu!'),
  successText: say('Successful Completed Action', 'Kitendo kimekamilika'),
  infoTitle: say('Info!', 'Taarifa!'),
  infoText: say('No Message', 'Hakuna ujumbe'),
  warningTitle: say('Warning!', 'Onyo!'),
  warningText: say('Warning on Action', 'Angalizo kuhusu kitendo'),
  errorTitle: say('Error', 'Hitilafu'),
  networkTitle: say('Network Error', 'Hitilafu ya mtandao'),
  networkText: say('Cant Connect To The Internet', 'Imeshindwa kuunganisha mtandao'),
  networkFlow: say(
    'Network Error! Please check your internet connection and try again.',
    'Hitilafu ya mtandao! Angalia mtandao wako kisha ujaribu tena.',
  ),
  referenceTitle: say('Reference Error', 'Hitilafu ya rejea'),
  tooManyRequests: say('Too Many Requests. Try Later.', 'Maombi ni mengi mno. Jaribu baadaye.'),

  // pages
  pageNotFound: say('Page not found', 'Ukurasa haupatikani'),
  itemNotFound: say('Item Not Found', 'Hakipatikani'),
  accessForbidden: say('Access To The Requested Resource Is Forbidden', 'Huruhusiwi kufungua ukurasa huu'),
  errorPageText: say('But dont worry, you can find plenty of other things if you go back.', 'Lakini usijali, kuna mengi mengine ukirudi nyuma.'),
  goHome: say('Go Home', 'Rudi nyumbani'),

  // answers
  requiredParameter: say('Required parameter was null or undefined', 'Kigezo kinachohitajika hakikutolewa'),
  csrfMissing: say('Could not fetch CSRF Token for signing out', 'Imeshindwa kupata tokeni ya CSRF ya kutoka'),
  sessionRequired: say('SessionRequired'),

  // success messages
  passwordChanged: say('Password Changed. Login To Continue.', 'Nenosiri limebadilishwa. Ingia ili uendelee.'),
  userDeleted: say('User Deleted', 'Mtumiaji amefutwa'),
  locationUpdated: say('Location Updated', 'Eneo limesasishwa'),
  statusUpdated: say('Status Updated', 'Hali imesasishwa'),
  userStatusUpdated: say('User Status Updated', 'Hali ya mtumiaji imesasishwa'),
  successfullyRegistered: say('Successfully Registered', 'Umesajiliwa'),
  passwordlessLink: say('Click Link to Set Up PasswordLess Login', 'Bofya kiungo ili uweke kuingia bila nenosiri'),
  passwordlessDeleted: say('Successfully Deleted password', 'Umeondoa njia ya kuingia'),
  emailSent: say('Successfully Sent Email', 'Barua pepe imetumwa'),
  markedAsRead: say('20 messages marked as read', 'Ujumbe 20 umewekwa kuwa umesomwa'),
  testMessageSent: say('Test Message Sent', 'Ujumbe wa majaribio umetumwa'),
  policyUpdated: say('Policy Updated', 'Sera imesasishwa'),
  // Observed mismatches, kept as specified: creating shows the first, deleting the second.
  policyCreated: say('Policy Deleted', 'Sera imeundwa'),
  policyDeleted: say('Unit Deleted', 'Sera imefutwa'),
} as const satisfies Record<string, Wording>;

export type MessageKey = keyof typeof messages;
export type MessageLocale = 'en' | 'sw';
export type MessageOverrides = Partial<Record<MessageLocale, Partial<Record<MessageKey, string>>>>;

/** The wording in force: the operator's, else the specified one in this language, else the English one. */
export function messageWording(key: MessageKey, locale: MessageLocale = 'en', overrides: MessageOverrides = {}): string {
  const ours: Wording = messages[key];
  return overrides[locale]?.[key] ?? ours[locale] ?? overrides.en?.[key] ?? ours.en;
}

/** "A list message is joined with a separator." */
export const joinMessages = (message: unknown): string => (Array.isArray(message) ? message.map(String).join(', ') : String(message ?? ''));
