import { clock } from '#contract/time/clock.ts';

/** The result of a signing link, as this browser remembers it. */
export type SigningOutcome = 'signed' | 'all' | 'rejected' | 'confirmed' | 'refused';
export type SavedSigningOutcome = { readonly how: SigningOutcome; readonly at: string };
export const isSignedOutcome = (how: SigningOutcome): boolean => how === 'signed' || how === 'all' || how === 'confirmed';

/** A few letters of a used link: enough to recognise it here, too few to open anything. */
const keyOf = (token: string): string => `signed:${token.slice(-8)}`;

/** Without storage the result is forgotten, and the page shows its general text. */
export function saveSigningOutcome(token: string, how: SigningOutcome): void {
  try {
    localStorage.setItem(keyOf(token), JSON.stringify({ how, at: clock.now().toISOString() }));
  } catch {}
}
export function readSigningOutcome(token: string): SavedSigningOutcome | null {
  try {
    const kept = localStorage.getItem(keyOf(token));
    return kept ? (JSON.parse(kept) as SavedSigningOutcome) : null;
  } catch {
    return null;
  }
}
