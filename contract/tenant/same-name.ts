/** What people are called by that is no name of theirs. */
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
 * Whether two names may be of one person: they have a name in common, whatever case, order and accents; or one has nothing but initials, two at
 * least, and they are the other's. Numbers are shared and mistyped: a number alone says nothing of who somebody is.
 */
export function sameName(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.some((word) => word.length > 1 && b.includes(word))) return true;
  const initials = (short: readonly string[], long: readonly string[]) =>
    short.length > 1 && short.every((word) => word.length === 1 && long.some((name) => name.startsWith(word)));
  return initials(a, b) || initials(b, a);
}
