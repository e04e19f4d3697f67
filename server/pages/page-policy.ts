import { frameHosts } from '#contract/media/frames.ts';
import type { Env } from '#server/kernel/env.ts';
import { type MapSettings, mapOrigin } from './base-map.ts';

/** Vite's own client writes styles and speaks to another port, so development goes without. */
export const policyOf = (scripts: readonly string[], env: Env): Record<string, string> => ({
  'content-security-policy': env.NODE_ENV === 'development' ? "frame-ancestors 'none'" : policyFor(scripts, env),
});

/** Strict: our own files, and those inline scripts the web side wrote for this screen, by hash; whatever else the page holds does not run. */
export function policyFor(scripts: readonly string[], env: Pick<Env, 'NODE_ENV' | 'appUrl'> & MapSettings): string {
  const tiles = mapOrigin(env);
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...scripts.filter((hash) => /^'sha256-[\w+/=]+'$/.test(hash))].join(' '),
    ['style-src', "'self'", ...worn(scripts)].join(' '),
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${tiles}`,
    "font-src 'self'",
    `connect-src 'self'${tiles}`,
    "worker-src 'self' blob:",
    // Videos and virtual tours, which a page frames only after the visitor opens one.
    `frame-src ${frameHosts.map((host) => `https://${host}`).join(' ')}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(env.appUrl.startsWith('https://') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Styles in the page are listed like scripts, with a different prefix. */
const worn = (own: readonly string[]) => own.filter((hash) => /^style:'sha256-[\w+/=]+'$/.test(hash)).map((hash) => hash.slice('style:'.length));

/** How the web side says which those are; it goes no further than us. */
export const scriptsHeader = 'x-own-scripts';
