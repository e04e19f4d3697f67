/** Errors of outgoing transfers, for payouts and refunds. */
export const errorCodes = [
  'bad_account',
  'name_mismatch',
  'limit',
  'insufficient_float',
  'timeout',
  'duplicate',
  'amount_mismatch',
  'callback_lost',
  'unknown',
] as const;
export type ErrorCode = (typeof errorCodes)[number];
