import type { TargetNames } from './target-names.ts';

/**
 * The facts in the text of a bank line or in what a payer typed: words, phone numbers, and names of units and properties. Banks shorten the text and
 * mix it with their own codes, so a single fact is a hint only. `evidence.ts` decides when several facts identify a tenancy.
 */
export type NarrationFacts = {
  /** Words of at least three letters, in capitals. */
  readonly words: ReadonlySet<string>;
  /** The text in parts of one to six neighbouring words without spaces, to find unit and property names, with the places where they are. */
  readonly parts: ReadonlyMap<string, readonly TokenSpan[]>;
  /** The words in their order. An empty one separates parts of the text between which a date, time or amount was. */
  readonly tokens: readonly string[];
  /** Phone numbers in the form +254712345678. */
  readonly phones: readonly string[];
  /** The last three digits of masked phone numbers. */
  readonly tails: readonly string[];
  /** Words that look like the name of a unit. */
  readonly units: readonly TokenSpan[];
};
/** Neighbouring words: from the first to the one after the last. */
export type TokenSpan = { readonly from: number; readonly to: number };

const phoneNumber = /(?<![\dA-Z])(?:\+?254|0)([17]\d{8})(?!\d)/g;
const maskedNumber = /(?<![\dA-Z])(?:\+?254|0)[17]?[\dX]{0,3}[*X]{2,}[\dX*]*?(\d{3})(?!\d)/g;
/** A1, B12, 3C, A101. Months and amounts have another form. */
const unitWord = /^(?:[A-Z]{1,2}\d{1,4}[A-Z]?|\d{1,3}[A-Z])$/;
/** A number or a letter is the name of a unit only after one of these words or beside the name of its property. */
const homeWords = 'HSE|HOUSE|UNIT|RM|ROOM|APT|APARTMENT|FLAT|SHOP|DOOR|NYUMBA|CHUMBA';
const homeWord = new RegExp(`^(?:${homeWords})$`);
const numberWord = /^(?:NO|NR|NUM|NUMBER|NAMBA|NAMBARI)$/;
const months =
  'JAN(?:UARY)?|FEB(?:RUARY)?|MAR(?:CH)?|APR(?:IL)?|MAY|JUNE?|JULY?|AUG(?:UST)?|SEPT?(?:EMBER)?|OCT(?:OBER)?|NOV(?:EMBER)?|DEC(?:EMBER)?';
/** Texts whose letters and digits never name a unit: dates, times, amounts, and abbreviations such as A/C and B/O. */
const noise: readonly RegExp[] = [
  /\b\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?\b/g,
  /\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b/g,
  /\b\d{1,2}[-/]\d{2,4}\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
  new RegExp(`(?<!\\b(?:${homeWords})(?:[ .]+(?:NO|NUMBER))?[ .#]{1,3})\\b\\d{1,2}(?:ST|ND|RD|TH)?[ /-]+(?:${months})\\b(?:[ /-]*\\d{2,4}\\b)?`, 'g'),
  new RegExp(`\\b(?:${months})[ /.-]*(?:\\d{1,2}(?:ST|ND|RD|TH)?|(?:19|20)\\d{2})\\b`, 'g'),
  /\b(?:KES|KSHS?|SHS?)[ .:]*\d[\d,]*(?:\.\d+)?(?:\/[-=]?)?/g,
  /\b\d{1,3}(?:,\d{3})+(?:\.\d+)?\b/g,
  /\b\d+\.\d{2}\b/g,
  /\b\d+\/[-=]/g,
  /\b[ABCFIOP]\/[COB]\b/g,
];
const mostTokens = 60;
const longestName = 6;

export function parseNarration(text: string): NarrationFacts {
  const said = text.toUpperCase();
  const clean = noise.reduce((left, what) => left.replace(what, ' \n '), said);
  const tokens = clean
    .split('\n')
    .flatMap((part, at) => [...(at === 0 ? [] : ['']), ...part.split(/[^A-Z0-9]+/).filter((token) => token !== '')])
    .slice(0, mostTokens);
  const parts = new Map<string, TokenSpan[]>();
  for (let from = 0; from < tokens.length; from++) {
    let part = '';
    for (let to = from + 1; to <= Math.min(tokens.length, from + longestName) && tokens[to - 1] !== ''; to++) {
      part += tokens[to - 1];
      const spans = parts.get(part);
      if (spans) spans.push({ from, to });
      else parts.set(part, [{ from, to }]);
    }
  }
  return {
    words: new Set(said.match(/[A-Z]{3,}/g) ?? []),
    parts,
    tokens,
    phones: [...said.matchAll(phoneNumber)].map(([, digits]) => `+254${digits}`),
    tails: [...said.matchAll(maskedNumber)].map(([, digits = '']) => digits),
    units: tokens.flatMap((token, at): TokenSpan[] => (unitWord.test(token) ? [{ from: at, to: at + 1 }] : readUnitAfterHomeWord(tokens, at))),
  };
}
/** The unit after HSE, HOUSE NO and so on: 5, B, B4, or B 4 as two words. */
function readUnitAfterHomeWord(tokens: readonly string[], at: number): TokenSpan[] {
  const [token = '', next = ''] = [tokens[at], tokens[at + 1]];
  if (!isAfterHomeWord(tokens, at) || !/^(?:[A-Z]|[A-Z]?\d{1,4}[A-Z]?)$/.test(token)) return [];
  return [{ from: at, to: at + (isOneUnit(token, next) ? 2 : 1) }];
}
/** B 4 and 4 B are one unit in two words. */
const isOneUnit = (one: string, other: string): boolean =>
  (/^[A-Z]$/.test(one) && /^\d{1,4}[A-Z]?$/.test(other)) || (/^\d{1,4}$/.test(one) && /^[A-Z]$/.test(other));
function isAfterHomeWord(tokens: readonly string[], at: number): boolean {
  const before = tokens[at - 1] ?? '';
  return homeWord.test(numberWord.test(before) ? (tokens[at - 2] ?? '') : before);
}

/** How many words of a name a text contains. */
export function countNameWords(name: readonly string[], words: ReadonlySet<string>): number {
  let count = 0;
  for (const word of name) if (words.has(word)) count++;
  return count;
}
const nowhere: readonly TokenSpan[] = [];
/** Where a text contains a name as whole words. The name is one word without signs. */
export const findName = (name: string, { parts }: NarrationFacts): readonly TokenSpan[] => parts.get(name) ?? nowhere;
export const isWithin = (one: TokenSpan, all: readonly TokenSpan[]): boolean => all.some(({ from, to }) => from <= one.from && one.to <= to);

/**
 * Whether a text names a unit. A letter with a number, such as A101, is a name wherever it is. A number, a letter or a plain word is one only after a
 * word for a home or beside the name of the property, because dates, initials and first names look alike; so is a letter apart from its number.
 */
export function isUnitNamed({ unit: name, property }: TargetNames, said: NarrationFacts): boolean {
  const found = findName(name, said);
  if (found.length === 0) return false;
  const isClear = /[A-Z]/.test(name) && /\d/.test(name);
  const at = findName(property, said);
  const { tokens } = said;
  return found.some(({ from, to }) => {
    if (isClear && (to - from === 1 || (tokens[from] ?? '').length > 1)) return true;
    if (isOneUnit(tokens[to - 1] ?? '', tokens[to] ?? '')) return false;
    const first = homeWord.test(tokens[from - 1] ?? '') ? from - 1 : from;
    return isAfterHomeWord(tokens, from) || at.some((home) => home.to === from || home.to === first || home.from === to);
  });
}
