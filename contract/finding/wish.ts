import { safePath } from '#contract/access/guard.ts';

/**
 * What a guest wanted when they were asked to sign in: `home-12`, or `search` for the search of that page. It rides in the address they
 * come back to; the server keeps nothing of it. The sign-in page marks in that browser that it was asked for there, and only with the
 * mark is it done: an address somebody else made up does nothing by being opened.
 */
const known = /^(home-[1-9]\d{0,14}|search)$/;
const name = 'wish';

export const homeWish = (id: number): string => `home-${id}`;
export const searchWish = 'search';
export const homeOfWish = (wish: string): number => Number(/^home-(\d+)$/.exec(wish)?.[1] ?? 0);

const read = (path: string): URL => new URL(safePath(path), 'http://our.own');
const written = ({ pathname, search }: URL): string => safePath(pathname + search);

/** The wish in an address of ours, if it is one. */
export const wishIn = (path: string): string | null => {
  const wish = read(path).searchParams.get(name);
  return wish && known.test(wish) ? wish : null;
};
export const withWish = (path: string, wish: string): string => {
  const made = read(path);
  made.searchParams.set(name, wish);
  return written(made);
};

/** Where a guest stood when they followed a heart: the page that led here, if it was one of ours and not signing in itself. */
export function cameFrom(referer: string | null, origins: readonly string[]): string {
  const from = URL.parse(referer ?? '');
  if (!from || !origins.includes(from.origin) || from.pathname.startsWith('/auth/')) return '/';
  return written(from);
}

/** Where signing in leads back to for whoever followed a heart: null when no wish was asked for, or the way back stands there already. */
export function wishAddress(asked: URLSearchParams, referer: string | null, origins: readonly string[]): string | null {
  const wish = asked.get(name);
  if (!wish || !known.test(wish) || asked.has('callbackUrl')) return null;
  return withWish(cameFrom(referer, origins), wish);
}
