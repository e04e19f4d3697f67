/** Errors of outgoing transfers, for payouts and refunds. */
export const transferErrorCodes = [
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
export type TransferErrorCode = (typeof transferErrorCodes)[number];
