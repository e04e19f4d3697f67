/** The outcome of a payment by result code. Only with `failed` and `canceled` it is certain that no money moved. */
export type ResultCodeOutcome = 'paid' | 'failed' | 'canceled' | 'unknown';
/** The reason, for the message that users read. */
export type ResultCodeReason =
  | 'paid'
  | 'no_balance'
  | 'too_small'
  | 'too_large'
  | 'limit'
  | 'party'
  | 'account'
  | 'duplicate'
  | 'internal'
  | 'initiator'
  | 'busy'
  | 'expired'
  | 'not_sent'
  | 'canceled'
  | 'no_answer'
  | 'wrong_pin'
  | 'no_receipt'
  | 'pending'
  | 'other';
type Code = { readonly outcome: ResultCodeOutcome; readonly reason: ResultCodeReason; readonly text: string };

const failed = (reason: ResultCodeReason, text: string): Code => ({ outcome: 'failed', reason, text });
const unknown = (reason: ResultCodeReason, text: string): Code => ({ outcome: 'unknown', reason, text });

/** Safaricom's result codes. A code that is not listed is unknown: treating it as failed could let a payer pay twice. */
export const darajaResultCodes: Readonly<Record<string, Code>> = {
  '0': { outcome: 'paid', reason: 'paid', text: 'The service request is processed successfully.' },
  '1': failed('no_balance', 'The balance is insufficient for the transaction.'),
  '2': failed('too_small', 'Less than the minimum transaction value.'),
  '3': failed('too_large', 'More than the maximum transaction value.'),
  '4': failed('limit', 'Would exceed the daily transfer limit.'),
  '5': failed('no_balance', 'Would exceed the minimum balance.'),
  '6': failed('party', 'Unresolved primary party.'),
  '7': failed('party', 'Unresolved receiver party.'),
  '8': failed('limit', 'Would exceed the maximum balance.'),
  '11': failed('account', 'Debit account invalid.'),
  '12': failed('account', 'Credit account invalid.'),
  '13': failed('account', 'Unresolved debit account.'),
  '14': failed('account', 'Unresolved credit account.'),
  // The original request may have succeeded.
  '15': unknown('duplicate', 'Duplicate detected.'),
  '17': unknown('internal', 'Internal failure.'),
  '20': failed('initiator', 'Unresolved initiator.'),
  // Safaricom documents this code as a missing role of the initiator, but its own example of a reversal shows the code beside a success text.
  '21': unknown('initiator', 'The initiator is not allowed to initiate this request.'),
  '26': unknown('busy', 'Traffic blocking condition in place.'),
  '1001': unknown('busy', 'Unable to lock subscriber, a transaction is already in process for the current subscriber.'),
  '1019': failed('expired', 'Transaction has expired.'),
  '1025': failed('not_sent', 'An error occurred while sending a push request.'),
  '1032': { outcome: 'canceled', reason: 'canceled', text: 'Request cancelled by user' },
  '1037': unknown('no_answer', 'DS timeout user cannot be reached'),
  '2001': failed('wrong_pin', 'The initiator information is invalid.'),
  '2006': failed('party', 'The account is not active.'),
  '2028': failed('initiator', 'The request is not permitted according to product assignment.'),
  '2032': unknown('no_receipt', 'The receipt number does not exist.'),
  '2040': failed('party', 'The credit customer party is not registered.'),
  '4999': unknown('pending', 'The transaction is still under processing.'),
  '8006': failed('initiator', 'The security credential is locked.'),
  '9999': failed('not_sent', 'An error occurred while sending a push request.'),
};

const known = (code: string | number): Code | undefined => {
  const text = String(code).trim();
  return Object.hasOwn(darajaResultCodes, text) ? darajaResultCodes[text] : undefined;
};
/** The code as a text or a number: Safaricom sends both. */
export const getResultCodeOutcome = (code: string | number): ResultCodeOutcome => known(code)?.outcome ?? 'unknown';
export const getResultCodeReason = (code: string | number): ResultCodeReason => known(code)?.reason ?? 'other';

/** The codes that reject a validation; the payer reads Safaricom's message for it. */
export const validationRejectionCodes = {
  phone: 'C2B00011',
  account: 'C2B00012',
  amount: 'C2B00013',
  person: 'C2B00014',
  shortcode: 'C2B00015',
  other: 'C2B00016',
} as const;
