import { compareLimit } from '#contract/search/limits.ts';
import { write } from '#web/portal/search/query.ts';

/** Up to four ids of an address, each once, in the order given; nonsense is left out. */
export const readIds = (text: string | null): number[] =>
  [
    ...new Set(
      (text ?? '')
        .split(',')
        .filter((part) => /^\d{1,15}$/.test(part.trim()))
        .map(Number)
        .filter((id) => id > 0),
    ),
  ].slice(0, compareLimit);

export function compareHref(ids: readonly number[], onlyDifferences = false): string {
  const query = new URLSearchParams();
  if (ids.length > 0) query.set('ids', ids.join(','));
  if (onlyDifferences) query.set('diff', '1');
  return write('/property/compare', query);
}
