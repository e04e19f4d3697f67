import { toSafePath } from '#contract/access/guard.ts';

/**
 * The action a guest wanted before signing in: `home-12`, or `search` to save the page's search. It is carried in the return address; the server
 * stores nothing. The sign-in page sets a mark in the browser if a page of this site led there (`isOwnIntent`), and only with the mark is it done: a
 * forged address does nothing when it is opened or by signing in.
 */
const known = /^(home-[1-9]\d{0,14}|search)$/;
const name = 'wish';

export const buildFavouriteHomeIntent = (id: number): string => `home-${id}`;
export const savedSearchIntent = 'search';
export const parseHomeIdOfIntent = (wish: string): number => Number(/^home-(\d+)$/.exec(wish)?.[1] ?? 0);

const read = (path: string): URL => new URL(toSafePath(path), 'http://our.own');
const written = ({ pathname, search }: URL): string => toSafePath(pathname + search);

/** The action in an address of this site, if it is valid. */
export const readIntent = (path: string): string | null => {
  const wish = read(path).searchParams.get(name);
  return wish && known.test(wish) ? wish : null;
};
export const addIntentToPath = (path: string, wish: string): string => {
  const made = read(path);
  made.searchParams.set(name, wish);
  return written(made);
};

/** The referring page, if it is a page of this site other than the sign-in. */
const ledHere = (referer: string | null, origins: readonly string[]): URL | null => {
  const from = URL.parse(referer ?? '');
  return from && origins.includes(from.origin) && !from.pathname.startsWith('/auth/') ? from : null;
};

/** The page on which a guest pressed the favourite button. */
export function getRefererPath(referer: string | null, origins: readonly string[]): string {
  const from = ledHere(referer, origins);
  return from ? written(from) : '/';
}

/**
 * Whether the guest requested the action here: a page of this site led to the sign-in and was not itself opened with the action in its address. A
 * link from elsewhere, straight to the sign-in or through a page of this site, does not count.
 */
export function isOwnIntent(wish: string | null, referer: string | null, origins: readonly string[]): boolean {
  const from = ledHere(referer, origins);
  return wish !== null && from !== null && from.searchParams.get(name) !== wish;
}

/** The return address after sign-in for a guest's action: null without an action, or if it is in the return address already. */
export function buildIntentReturnPath(asked: URLSearchParams, referer: string | null, origins: readonly string[]): string | null {
  const wish = asked.get(name);
  if (!wish || !known.test(wish) || asked.has('callbackUrl')) return null;
  return addIntentToPath(getRefererPath(referer, origins), wish);
}
