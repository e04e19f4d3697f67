import { parseHomeIdOfIntent, savedSearchIntent } from '#contract/finding/wish.ts';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';

const mark = 'makao.wish';

/** On the sign-in page: marks that the action was requested here. */
export function storeRequestedIntent(wish: string): void {
  try {
    localStorage.setItem(mark, wish);
  } catch {
    // The browser blocks storage, so the visitor returns to the page and presses the button again.
  }
}

/** Returns the action only once, and removes it from the address. */
function take(wish: string): boolean {
  const here = new URL(location.href);
  here.searchParams.delete('wish');
  history.replaceState(history.state, '', here);
  try {
    const meant = localStorage.getItem(mark) === wish;
    if (meant) localStorage.removeItem(mark);
    return meant;
  } catch {
    return false;
  }
}

const said = () => showToast({ kind: 'success', title: m.finding_wish_done(), id: mark });

/** Completes a guest's save after sign-in and moves the focus to its button. */
export async function saveIntendedFavourite(wish: string, saved: ReadonlySet<number>, save: (id: number) => Promise<void>): Promise<void> {
  const id = parseHomeIdOfIntent(wish);
  if (!id || !take(wish)) return;
  if (!saved.has(id)) await save(id);
  said();
  const heart = document.querySelector(`[data-home="${id}"]`);
  // The button may be inside the collapsed list of homes of a building card.
  heart?.closest('details')?.setAttribute('open', '');
  heart?.scrollIntoView({ block: 'center' });
}

export async function saveIntendedSearch(wish: string, save: () => Promise<boolean>): Promise<void> {
  if (wish === savedSearchIntent && take(wish) && (await save())) said();
}
