import { frameHosts } from '#contract/media/frames.ts';
import type { Env } from '#server/kernel/env.ts';
import { findMapOrigin, type MapSettings } from './base-map.ts';

/** In development Vite's client writes styles and uses another port, so the full content security policy is not sent. */
export const getContentSecurityHeaders = (scripts: readonly string[], env: Env): Record<string, string> => ({
  'content-security-policy': env.NODE_ENV === 'development' ? "frame-ancestors 'none'" : buildContentSecurityPolicyHeader(scripts, env),
});

/**
 * The content security policy of a page. It allows the files of this site, and inline scripts only by the hashes that the web side listed for this
 * screen, so that scripts in stored data do not run.
 */
export function buildContentSecurityPolicyHeader(scripts: readonly string[], env: Pick<Env, 'NODE_ENV' | 'appUrl'> & MapSettings): string {
  const tiles = findMapOrigin(env);
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...scripts.filter((hash) => /^'sha256-[\w+/=]+'$/.test(hash))].join(' '),
    ['style-src', "'self'", ...worn(scripts)].join(' '),
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${tiles}`,
    "font-src 'self'",
    `connect-src 'self'${tiles}`,
    "worker-src 'self' blob:",
    // Hosts of videos and virtual tours, which a page frames only after the visitor opens one.
    `frame-src ${frameHosts.map((host) => `https://${host}`).join(' ')}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(env.appUrl.startsWith('https://') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Hashes of styles in the page. They are listed together with the scripts, under a different prefix. */
const worn = (own: readonly string[]) => own.filter((hash) => /^style:'sha256-[\w+/=]+'$/.test(hash)).map((hash) => hash.slice('style:'.length));

/** The internal header in which the web side lists the hashes of its scripts. It is removed before the response is sent. */
export const inlineScriptHashesHeader = 'x-own-scripts';
