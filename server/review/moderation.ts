import type { ReviewDoubt } from '#contract/review/kinds.ts';

/** What a machine may doubt in a text. Whatever it doubts waits for a person; it never refuses by itself. */
const link = /\b(?:https?:\/\/|www\.)\S|\b[a-z0-9-]{2,}\.(?:com|net|org|info|biz|shop|app|link|io|me|africa|(?:co|or|go|ac|ne)\.ke|ke)\b/i;
const email = /[^\s@]+\s?(?:@|\(at\)|\[at\])\s?[^\s@]+\.[a-z]{2,}/i;
/** Nine digits or more with nothing but spaces, dots, dashes and brackets between; prices have commas and fewer. */
const phone = /(?:\d[\s().-]{0,2}){9,}/;
const words = ['fuck', 'fucking', 'shit', 'bitch', 'bastard', 'whore', 'malaya', 'mjinga', 'pumbavu', 'mavi', 'matako', 'kuma', 'umbwa', 'mbwa hii'];
const bad = new RegExp(`(?<![\\p{L}])(?:${words.join('|')})(?![\\p{L}])`, 'iu');

export function doubtsIn(texts: readonly string[], copied: boolean): ReviewDoubt[] {
  const said = texts.join('\n');
  // An address of a mailbox ends like one of a page; it is doubted once, as what it is.
  const withoutMail = said.replace(new RegExp(email, 'gi'), ' ');
  return [
    ...(link.test(withoutMail) ? (['link'] as const) : []),
    ...(phone.test(said) ? (['phone'] as const) : []),
    ...(email.test(said) ? (['email'] as const) : []),
    ...(bad.test(said) ? (['word'] as const) : []),
    ...(copied ? (['copy'] as const) : []),
  ];
}
