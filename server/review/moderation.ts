import type { ModerationReason } from '#contract/review/kinds.ts';

/** Automatic reasons for moderation. A match holds the text for a person; it never rejects a review. */
const link = /\b(?:https?:\/\/|www\.)\S|\b[a-z0-9-]{2,}\.(?:com|net|org|info|biz|shop|app|link|io|me|africa|(?:co|or|go|ac|ne)\.ke|ke)\b/i;
const email = /[^\s@]+\s?(?:@|\(at\)|\[at\])\s?[^\s@]+\.[a-z]{2,}/i;
/** Nine digits or more, separated only by spaces, dots, dashes and brackets; prices have commas and fewer digits. */
const phone = /(?:\d[\s().-]{0,2}){9,}/;
const words = ['fuck', 'fucking', 'shit', 'bitch', 'bastard', 'whore', 'malaya', 'mjinga', 'pumbavu', 'mavi', 'matako', 'kuma', 'umbwa', 'mbwa hii'];
const bad = new RegExp(`(?<![\\p{L}])(?:${words.join('|')})(?![\\p{L}])`, 'iu');

export function findModerationReasons(texts: readonly string[], copied: boolean): ModerationReason[] {
  const said = texts.join('\n');
  // An email address ends like a web address, so it is removed before the search for links.
  const withoutMail = said.replace(new RegExp(email, 'gi'), ' ');
  return [
    ...(link.test(withoutMail) ? (['link'] as const) : []),
    ...(phone.test(said) ? (['phone'] as const) : []),
    ...(email.test(said) ? (['email'] as const) : []),
    ...(bad.test(said) ? (['word'] as const) : []),
    ...(copied ? (['copy'] as const) : []),
  ];
}
