import { clock } from '#contract/time/clock.ts';

/** How somebody left a link they were sent. */
export type Done = 'signed' | 'all' | 'rejected' | 'confirmed' | 'refused';
export type Remembered = { readonly how: Done; readonly at: string };
export const isYes = (how: Done): boolean => how === 'signed' || how === 'all' || how === 'confirmed';

/** A few letters of a link that is used up: enough to know it again here, too little to open anything. */
const keyOf = (token: string): string => `signed:${token.slice(-8)}`;

/** A browser that keeps nothing forgets it, and the page says what it says to everybody. */
export function remember(token: string, how: Done): void {
  try {
    localStorage.setItem(keyOf(token), JSON.stringify({ how, at: clock.now().toISOString() }));
  } catch {}
}
export function remembered(token: string): Remembered | null {
  try {
    const kept = localStorage.getItem(keyOf(token));
    return kept ? (JSON.parse(kept) as Remembered) : null;
  } catch {
    return null;
  }
}
