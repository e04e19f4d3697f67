/** What can go wrong with money that is sent, whoever sends it: payouts and refunds. */
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
