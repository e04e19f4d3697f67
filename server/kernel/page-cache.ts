import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { cacheSeconds } from '#contract/constants.ts';

export type Page = {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly packed: Map<Encoding, Buffer>;
};
export type Encoding = 'br' | 'gzip' | 'identity';

export type PageCache = {
  get(key: string): Page | undefined;
  put(key: string, page: Page): void;
  /** Pages are cheap to make and changes rare, so a change empties the whole shelf rather than tracking what it touched. */
  clear(): void;
};

/** Rendered public pages of strangers, for an hour at most, bounded by bytes so that a crawler cannot fill the memory. */
export function makePageCache(maxBytes = 64 * 1024 * 1024): PageCache {
  const kept = new LRUCache<string, Page>({ maxSize: maxBytes, sizeCalculation: (page) => page.body.length * 2 + 1024, ttl: cacheSeconds * 1000 });
  return { get: (key) => kept.get(key), put: (key, page) => void kept.set(key, page), clear: () => kept.clear() };
}

export const makePage = (body: Buffer, headers: Readonly<Record<string, string>>): Page => ({
  body,
  headers,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  packed: new Map(),
});

export const encodingFor = (accepted: string | undefined): Encoding =>
  /\bbr\b/.test(accepted ?? '') ? 'br' : /\bgzip\b/.test(accepted ?? '') ? 'gzip' : 'identity';

/** A cached page is packed once; quality 5 costs about what gzip does and is a tenth smaller. */
export function packed(page: Page, encoding: Encoding): Buffer {
  if (encoding === 'identity') return page.body;
  const known = page.packed.get(encoding);
  if (known) return known;
  const bytes =
    encoding === 'br' ? brotliCompressSync(page.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : gzipSync(page.body, { level: 6 });
  page.packed.set(encoding, bytes);
  return bytes;
}
