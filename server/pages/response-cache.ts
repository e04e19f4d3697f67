import { LRUCache } from 'lru-cache';
import type { CallShape } from '#contract/kernel/call.ts';
import { policyCalls } from '#contract/policy/calls.ts';
import { searchCalls } from '#contract/search/calls.ts';
import { livePageMaxAgeSeconds, type PageCache } from './page-cache.ts';

/**
 * Caches API responses that pages of many visitors share: the policies of the footer and the counts of a search. Like cached pages, they are removed
 * after a change and have a maximum age.
 */
const worth = new Set<string>([policyCalls.listForMenu.path, searchCalls.facets.path]);

type ResponseCache = { at: number; readonly answers: LRUCache<string, object> };
const caches = new WeakMap<PageCache, ResponseCache>();

export async function readThroughCache(
  pages: PageCache,
  call: CallShape,
  given: Record<string, unknown>,
  ask: () => Promise<unknown>,
): Promise<unknown> {
  if (!worth.has(call.path)) return ask();
  const cache = caches.get(pages) ?? { at: 0, answers: new LRUCache<string, object>({ max: 500, ttl: livePageMaxAgeSeconds * 1000 }) };
  caches.set(pages, cache);
  const since = pages.changes();
  if (cache.at !== since) cache.answers.clear();
  cache.at = since;
  const key = `${call.path} ${JSON.stringify(given)}`;
  const known = cache.answers.get(key);
  if (known) return known;
  const answer = await ask();
  if (typeof answer === 'object' && answer !== null && pages.changes() === since) cache.answers.set(key, answer);
  return answer;
}
