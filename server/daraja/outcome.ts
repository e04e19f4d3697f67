/**
 * What became of a request. `refused` is certain: nothing was begun, and asking again is a new request. `unknown` is not: what was asked may
 * have been done, and only a query, a callback or a statement tells.
 */
export type Outcome<T> = ({ readonly kind: 'accepted' } & T) | RefusedOutcome | UnknownOutcome;
export type RefusedOutcome = { readonly kind: 'refused'; readonly code: string; readonly text: string };
export type UnknownOutcome = {
  readonly kind: 'unknown';
  readonly why: Why;
  /** Safaricom's, where there was one; `duplicate` means that a request under this key is known: ask for its status. */
  readonly code: string | null;
  readonly text: string;
};
export type Why = 'timeout' | 'broken' | 'html' | 'server' | 'busy' | 'duplicate' | 'shape' | 'unreachable';

/** Our own codes, beside Safaricom's: no request left us. */
export const ownCodes = {
  off: 'makao.off',
  amount: 'makao.amount',
  phone: 'makao.phone',
  address: 'makao.address',
  key: 'makao.key',
  initiator: 'makao.initiator',
  token: 'makao.token',
  unreachable: 'makao.unreachable',
} as const;

export const refused = (code: string, text: string): RefusedOutcome => ({ kind: 'refused', code, text });
export const unknown = (why: Why, text: string, code: string | null = null): UnknownOutcome => ({ kind: 'unknown', why, code, text });
