import { maxComparedListings } from '#contract/search/limits.ts';
import { buildSearchHref } from '#web/portal/search/query.ts';

/** Up to four unique ids from the address in their order; invalid ones are dropped. */
export const readComparedIds = (text: string | null): number[] =>
  [
    ...new Set(
      (text ?? '')
        .split(',')
        .filter((part) => /^\d{1,15}$/.test(part.trim()))
        .map(Number)
        .filter((id) => id > 0),
    ),
  ].slice(0, maxComparedListings);

export function buildCompareHref(ids: readonly number[], onlyDifferences = false): string {
  const query = new URLSearchParams();
  if (ids.length > 0) query.set('ids', ids.join(','));
  if (onlyDifferences) query.set('diff', '1');
  return buildSearchHref('/property/compare', query);
}
