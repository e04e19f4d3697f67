import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { frameHosts } from '#contract/media/frames.ts';
import type { Env } from '#server/kernel/env.ts';

/** Vite's own client writes styles and speaks to another port, so development goes without. */
export const policyOf = (html: string, env: Env): Record<string, string> => ({
  'content-security-policy': env.NODE_ENV === 'development' ? "frame-ancestors 'none'" : policyFor(html, env),
});

/** Strict: our own files, and exactly those inline scripts this page was rendered with, by hash. */
export function policyFor(html: string, env: Pick<Env, 'NODE_ENV' | 'appUrl' | 'MAP_STYLE_URL'>): string {
  const tiles = env.MAP_STYLE_URL ? ` ${new URL(env.MAP_STYLE_URL).origin}` : '';
  const hashes = new Set(scriptsIn(html).map((body) => `'sha256-${hashOf(body)}'`));
  return [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${tiles}`,
    "font-src 'self'",
    `connect-src 'self'${tiles}`,
    "worker-src 'self' blob:",
    // Films and tours, which a page frames only after somebody asked for one.
    `frame-src ${frameHosts.map((host) => `https://${host}`).join(' ')}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(env.appUrl.startsWith('https://') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** The bodies of inline scripts that run. Looked for by the letter: a page is long and has six of them. */
function scriptsIn(html: string): string[] {
  const found: string[] = [];
  for (let at = html.indexOf('<script'); at !== -1; at = html.indexOf('<script', at)) {
    const open = html.indexOf('>', at);
    const close = html.indexOf('</script>', open);
    if (open === -1 || close === -1) break;
    const attributes = html.slice(at, open);
    if (!/\bsrc=/.test(attributes) && !/type="application\//.test(attributes)) found.push(html.slice(open + 1, close));
    at = close;
  }
  return found;
}

/** Pages of one screen share their scripts. */
const hashes = new LRUCache<string, string>({ max: 500 });
function hashOf(body: string): string {
  const known = hashes.get(body);
  if (known) return known;
  const hash = createHash('sha256').update(body).digest('base64');
  // A page made by the router carries its data in a script of its own, which nobody will see again.
  if (body.length < 20_000) hashes.set(body, hash);
  return hash;
}
