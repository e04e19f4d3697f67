/**
 * The outcome of a request. `refused` is certain: Safaricom started nothing, and another attempt is a new request. `unknown` is not certain: the
 * request may have been carried out, and only a query, a callback or a statement shows it.
 */
export type DarajaOutcome<T> = ({ readonly kind: 'accepted' } & T) | RefusedOutcome | UnknownOutcome;
export type RefusedOutcome = { readonly kind: 'refused'; readonly code: string; readonly text: string };
export type UnknownOutcome = {
  readonly kind: 'unknown';
  readonly why: UnknownOutcomeReason;
  /** Safaricom's code, if there was one; `duplicate` means that a request under this key is known: query its status. */
  readonly code: string | null;
  readonly text: string;
};
export type UnknownOutcomeReason = 'timeout' | 'broken' | 'html' | 'server' | 'busy' | 'duplicate' | 'shape' | 'unreachable';

/** Codes of Makao beside those of Safaricom: no request was sent. */
export const makaoOutcomeCodes = {
  off: 'makao.off',
  amount: 'makao.amount',
  phone: 'makao.phone',
  address: 'makao.address',
  key: 'makao.key',
  initiator: 'makao.initiator',
  token: 'makao.token',
  unreachable: 'makao.unreachable',
} as const;

export const toRefusedOutcome = (code: string, text: string): RefusedOutcome => ({ kind: 'refused', code, text });
export const toUnknownOutcome = (why: UnknownOutcomeReason, text: string, code: string | null = null): UnknownOutcome => ({
  kind: 'unknown',
  why,
  code,
  text,
});
