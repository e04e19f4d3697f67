import { normaliseAccountNumber } from './normalise.ts';

/**
 * The facts in the text of a bank line or in what a payer typed: words, phone numbers and unit names. Banks shorten the text and mix it with their
 * own codes, so a single fact is a hint only. `evidence.ts` decides when several facts identify a tenancy.
 */
export type NarrationFacts = {
  /** Words of at least three letters, in capitals. */
  readonly words: ReadonlySet<string>;
  /** The text in parts of one to four neighbouring words without spaces, to find unit and property names. */
  readonly parts: ReadonlySet<string>;
  /** Phone numbers in the form +254712345678. */
  readonly phones: readonly string[];
  /** The last three digits of masked phone numbers. */
  readonly tails: readonly string[];
  /** Words that look like the name of a unit. */
  readonly units: readonly string[];
};

const phoneNumber = /(?<![\dA-Z])(?:\+?254|0)([17]\d{8})(?!\d)/g;
const maskedNumber = /(?<![\dA-Z])(?:\+?254|0)[17]?[\dX]{0,3}[*X]{2,}[\dX*]*?(\d{3})(?!\d)/g;
/** A1, B12, 3C, A101; or a number after a word for a home. Months and amounts have another form. */
const unitWord = /^(?:[A-Z]{1,2}\d{1,4}[A-Z]?|\d{1,3}[A-Z])$/;
const homeWord = /^(?:HSE|HOUSE|UNIT|RM|ROOM|APT|APARTMENT|FLAT|SHOP|DOOR|NYUMBA|CHUMBA)$/;
const mostTokens = 60;
const longestName = 4;

export function parseNarration(text: string): NarrationFacts {
  const said = text.toUpperCase();
  const tokens = said
    .split(/[^A-Z0-9]+/)
    .filter((token) => token !== '')
    .slice(0, mostTokens);
  const parts = new Set<string>();
  for (let at = 0; at < tokens.length; at++)
    for (let length = 1; length <= longestName && at + length <= tokens.length; length++) parts.add(tokens.slice(at, at + length).join(''));
  return {
    words: new Set(said.match(/[A-Z]{3,}/g) ?? []),
    parts,
    phones: [...said.matchAll(phoneNumber)].map(([, digits]) => `+254${digits}`),
    tails: [...said.matchAll(maskedNumber)].map(([, digits = '']) => digits),
    units: tokens.filter((token, at) => unitWord.test(token) || (homeWord.test(tokens[at - 1] ?? '') && /^[A-Z]?\d{1,4}[A-Z]?$/.test(token))),
  };
}

/** The different words of a name that a text contains. Short words such as initials do not count. */
export const countNameWords = (name: string, words: ReadonlySet<string>): number =>
  new Set((name.toUpperCase().match(/[A-Z]{3,}/g) ?? []).filter((word) => words.has(word))).size;
/** Whether a text contains the name of a unit or a property as whole words. */
export const isNameInParts = (name: string, parts: ReadonlySet<string>): boolean => {
  const bare = normaliseAccountNumber(name);
  return bare !== '' && parts.has(bare);
};
