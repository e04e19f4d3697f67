import { toUnitNameKey } from '#contract/property/unit-pattern.ts';

/** Words written before the name of a unit in a sheet. */
const prefix = /^(?:(?:house|hse|unit|apartment|apt|flat|door|room|shop|number|no)\b[\s.:#-]*)+(?=.*\d)/;
const digits = (text: string): string => text.replace(/\D+/g, ' ').trim();

/** A name without variations in spelling: accents, punctuation, "House" before it, leading zeros, O for 0 and l for 1. */
export const normaliseName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(prefix, '')
    .replace(/(?<=\d)[o]|[o](?=\d)/g, '0')
    .replace(/(?<=\d)[li]|[li](?=\d)/g, '1')
    .replace(/[^\p{L}\d]/gu, '')
    .replace(/(?<!\d)0+(?=\d)/g, '');

/** The number of typing errors within which two names count as the same; none in a short name. */
const slips = (letters: number): number => (letters < 5 ? 0 : letters < 9 ? 1 : 2);

/** The edit distance of two words: insertions, deletions, substitutions and swaps of neighbouring letters. */
export function calculateEditDistance(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array.from({ length: b.length }, () => 0)]);
  rows[0] = Array.from({ length: b.length + 1 }, (_, j) => j);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const other = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      (rows[i] as number[])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + other, swapped);
    }
  return at(a.length, b.length);
}

/** The one known name the text almost matches. A different number is a different home; if two names are equally close, none is chosen. */
export function findClosestName(text: string, names: Iterable<string>): string | null {
  const meant = normaliseName(text);
  if (meant === '') return null;
  const near = [...names].flatMap((name) => {
    const known = normaliseName(name);
    if (toUnitNameKey(name) === toUnitNameKey(text) || digits(known) !== digits(meant)) return [];
    const far = Math.abs(known.length - meant.length) > 2 ? 3 : calculateEditDistance(meant, known);
    return far <= slips(Math.min(known.length, meant.length) - digits(known).replaceAll(' ', '').length) ? [{ name, far }] : [];
  });
  const nearest = Math.min(...near.map(({ far }) => far));
  const [first, ...others] = near.filter(({ far }) => far === nearest);
  return first && others.length === 0 ? first.name : null;
}
