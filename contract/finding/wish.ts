import { safePath } from '#contract/access/guard.ts';

/**
 * What a guest wanted when they were asked to sign in: `home-12`, or `search` for the search of that page. It rides in the address they
 * come back to; the server keeps nothing of it. The sign-in page marks in that browser that it was asked for there, if a page of ours led
 * to it (`askedHere`), and only with the mark is it done: an address somebody else made up does nothing by being opened, nor by signing in.
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

/** The page that led here, if it was one of ours and not signing in itself. */
const ledHere = (referer: string | null, origins: readonly string[]): URL | null => {
  const from = URL.parse(referer ?? '');
  return from && origins.includes(from.origin) && !from.pathname.startsWith('/auth/') ? from : null;
};

/** Where a guest stood when they followed a heart. */
export function cameFrom(referer: string | null, origins: readonly string[]): string {
  const from = ledHere(referer, origins);
  return from ? written(from) : '/';
}

/**
 * Whether somebody pressed for a wish here: a page of ours led to signing in, and it was not itself opened with that wish in its address.
 * A link from elsewhere that carries one, straight to signing in or by a page of ours, asks for nothing.
 */
export function askedHere(wish: string | null, referer: string | null, origins: readonly string[]): boolean {
  const from = ledHere(referer, origins);
  return wish !== null && from !== null && from.searchParams.get(name) !== wish;
}

/** Where signing in leads back to for whoever followed a heart: null when no wish was asked for, or the way back stands there already. */
export function wishAddress(asked: URLSearchParams, referer: string | null, origins: readonly string[]): string | null {
  const wish = asked.get(name);
  if (!wish || !known.test(wish) || asked.has('callbackUrl')) return null;
  return withWish(cameFrom(referer, origins), wish);
}
