import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { cacheSeconds } from '#contract/constants.ts';

export type CachedPage = {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly packed: Map<PageEncoding, { readonly bytes: Buffer; readonly well: boolean }>;
};
export type PageEncoding = 'br' | 'gzip' | 'identity';

/** What a cached page depends on: no listing, one property, or the results of a search. */
export type PageTopic = 'static' | 'search' | `property:${string}`;

export type PageCache = {
  get(key: string): CachedPage | undefined;
  /** `since` is the number of changes when rendering began, so that a page with outdated data is not cached. */
  put(key: string, page: CachedPage, topic?: PageTopic, since?: number): void;
  /** The number of change notifications received so far. */
  changes(): number;
  /**
   * Handles a change notification of the database. `property:7` removes that property's pages immediately and search pages within a second. An empty
   * note means that anything may have changed, so it removes all pages, at most once a second; otherwise frequent changes would keep the cache empty.
   */
  heard(note: string): void;
  clear(): void;
};

/** The maximum age in seconds of a page with listings, in case its change notification was lost. */
export const livePageMaxAgeSeconds = 60;
const sweepMs = 900;

export const getPageCacheTopic = (path: string, live: boolean): PageTopic => {
  const property = /^\/property\/(\d+)(?:\/|$)/.exec(path)?.[1];
  return property ? `property:${property}` : live ? 'search' : 'static';
};

/** The cache of rendered public pages for visitors, limited in bytes so that a crawler cannot fill the memory. */
export function makePageCache(
  maxBytes = 32 * 1024 * 1024,
  wait: (act: () => void, ms: number) => unknown = unheld,
  elapsed: () => number = () => performance.now(),
): PageCache {
  const byTopic = new Map<PageTopic, Set<string>>();
  const topicBy = new Map<string, PageTopic>();
  const forget = (key: string) => {
    const topic = topicBy.get(key);
    topicBy.delete(key);
    const others = topic && byTopic.get(topic);
    others?.delete(key);
    if (topic && others?.size === 0) byTopic.delete(topic);
  };
  const kept = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: (page) => page.body.length * 2 + 1024,
    dispose: (_page, key, why) => void (why !== 'set' && forget(key)),
  });
  const drop = (topic: PageTopic) => {
    for (const key of [...(byTopic.get(topic) ?? [])]) kept.delete(key);
  };
  let changes = 0;
  /** Runs `act` immediately if the last run was long enough ago, otherwise later; calls in the meantime share that run. */
  const seldom = (act: () => void) => {
    let last = Number.NEGATIVE_INFINITY;
    let waiting = false;
    const run = () => {
      waiting = false;
      last = elapsed();
      changes++;
      act();
    };
    return () => {
      if (waiting) return;
      const left = last + sweepMs - elapsed();
      if (left <= 0) return run();
      waiting = true;
      wait(run, left);
    };
  };
  const dropSearches = seldom(() => drop('search'));
  const dropAll = seldom(() => kept.clear());
  return {
    get: (key) => kept.get(key),
    put(key, page, topic = 'static', since = changes) {
      if (since !== changes) return;
      forget(key);
      topicBy.set(key, topic);
      byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(key));
      kept.set(key, page, { ttl: (topic === 'static' ? cacheSeconds : livePageMaxAgeSeconds) * 1000 });
    },
    changes: () => changes,
    heard(note) {
      changes++;
      const properties = note.split(/[\s,]+/).filter((part) => /^property:\d+$/.test(part)) as PageTopic[];
      if (properties.length === 0) return dropAll();
      for (const topic of properties) drop(topic);
      dropSearches();
    },
    clear() {
      changes++;
      kept.clear();
    },
  };
}

/** A timer of the cache does not keep the process alive. */
function unheld(act: () => void, ms: number): void {
  setTimeout(act, ms).unref();
}

export const makeCachedPage = (body: Buffer, headers: Readonly<Record<string, string>>): CachedPage => ({
  body,
  headers,
  etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
  packed: new Map(),
});

export const chooseEncoding = (accepted: string | undefined): PageEncoding =>
  /\bbr\b/.test(accepted ?? '') ? 'br' : /\bgzip\b/.test(accepted ?? '') ? 'gzip' : 'identity';

/** The compression window need not be larger than the page; a smaller one is allocated faster. */
const brotli = (body: Buffer, quality: number): Buffer =>
  brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: body.length > 1 << 18 ? 22 : 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });

/** A page is compressed quickly for its first request, which may be the only one, and strongly for later requests from the page cache. */
export function compressPage(page: CachedPage, encoding: PageEncoding, again: boolean): Buffer {
  if (encoding === 'identity') return page.body;
  const known = page.packed.get(encoding);
  if (known && (known.well || !again)) return known.bytes;
  const bytes = encoding === 'br' ? brotli(page.body, again ? 5 : 1) : gzipSync(page.body, { level: again ? 6 : 1 });
  page.packed.set(encoding, { bytes, well: again });
  return bytes;
}
