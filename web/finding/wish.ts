import { identityPublic } from '#contract/identity/public.ts';
import { href } from '#contract/kernel/screen.ts';

/**
 * What a guest wanted when they were asked to sign in: `home-12`, or `search` for the search of that page. It travels in the address
 * they come back to; the server keeps nothing of it. A mark in this browser says that it was they who wanted it: an address somebody
 * else made up does nothing.
 */
const mark = 'makao-wish';
export const homeWish = (id: number): string => `home-${id}`;
export const searchWish = 'search';

export const wishAddress = (here: URL, wish: string): string => {
  const back = new URL(here);
  back.searchParams.set('wish', wish);
  return `${href(identityPublic.signIn)}?${new URLSearchParams({ notice: 'wish', callbackUrl: back.pathname + back.search })}`;
};

/** To the page that says why signing in helps, and back to this one. */
export function goAndWish(event: { preventDefault: () => void }, wish: string): void {
  event.preventDefault();
  try {
    localStorage.setItem(mark, wish);
  } catch {
    // A browser that keeps nothing: they come back to the page and press again.
  }
  location.assign(wishAddress(new URL(location.href), wish));
}

/** The wish of this address if it is of that kind and was made here; once, and the address forgets it. */
export function takeWish(kind: RegExp): string | null {
  const here = new URL(location.href);
  const wish = here.searchParams.get('wish') ?? '';
  if (!kind.test(wish)) return null;
  here.searchParams.delete('wish');
  history.replaceState(history.state, '', here);
  try {
    const meant = localStorage.getItem(mark) === wish;
    localStorage.removeItem(mark);
    return meant ? wish : null;
  } catch {
    return null;
  }
}
