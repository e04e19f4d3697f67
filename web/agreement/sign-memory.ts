import { clock } from '#contract/time/clock.ts';

/** The result of a signing link, as this browser remembers it. */
export type SignOutcome = 'signed' | 'all' | 'rejected' | 'confirmed' | 'refused';
export type SavedSignOutcome = { readonly how: SignOutcome; readonly at: string };
export const isSignedOutcome = (how: SignOutcome): boolean => how === 'signed' || how === 'all' || how === 'confirmed';

/** A few letters of a used link: enough to recognise it here, too few to open anything. */
const keyOf = (token: string): string => `signed:${token.slice(-8)}`;

/** Without storage the result is forgotten, and the page shows its general text. */
export function saveSignOutcome(token: string, how: SignOutcome): void {
  try {
    localStorage.setItem(keyOf(token), JSON.stringify({ how, at: clock.now().toISOString() }));
  } catch {}
}
export function readSignOutcome(token: string): SavedSignOutcome | null {
  try {
    const kept = localStorage.getItem(keyOf(token));
    return kept ? (JSON.parse(kept) as SavedSignOutcome) : null;
  } catch {
    return null;
  }
}
