/** Titles are not part of a name. */
const titles = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'dr',
  'eng',
  'prof',
  'rev',
  'hon',
  'sir',
  'mama',
  'baba',
  'bi',
  'bwana',
  'mzee',
  'ndugu',
  'tenant',
  'mpangaji',
]);

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/[\p{M}'’ʼ`]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !titles.has(word));

/**
 * Whether two names may belong to one person: they share a name whatever the case, order and accents, or one has only initials (at least two) and
 * they match the other name. Numbers are shared and mistyped, so a number alone does not identify a person.
 */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.some((word) => word.length > 1 && b.includes(word))) return true;
  const initials = (short: readonly string[], long: readonly string[]) =>
    short.length > 1 && short.every((word) => word.length === 1 && long.some((name) => name.startsWith(word)));
  return initials(a, b) || initials(b, a);
}
