import { z } from 'zod';
import { type CodeOutcome, outcomeOf } from './codes.ts';
import { timeOf } from './times.ts';
import { amountOf, balanceOf, maybe, oneOrMany, text } from './values.ts';

/** What comes to a ResultURL or QueueTimeOutURL: payouts, status, balance and reversal have one envelope. */
const Parameter = z.looseObject({ Key: text, Value: z.unknown().optional() });
const List = (inside: string) =>
  z
    .looseObject({ [inside]: z.union([z.array(Parameter), Parameter]).nullish() })
    .nullish()
    .catch(null);

const recordOf = (list: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    oneOrMany(list as z.output<typeof Parameter> | z.output<typeof Parameter>[] | null | undefined).map(({ Key, Value }) => [
      Key,
      maybe.parse(Value) ?? '',
    ]),
  );

export const ResultCallback = z
  .looseObject({
    Result: z.looseObject({
      ResultType: maybe,
      ResultCode: text,
      ResultDesc: maybe,
      OriginatorConversationID: maybe,
      ConversationID: maybe,
      TransactionID: maybe,
      ResultParameters: List('ResultParameter'),
      ReferenceData: List('ReferenceItem'),
    }),
  })
  .transform(({ Result: said }) => {
    // Type 1 means that more is to come: the queue timed out, and the code 1 beside it is no lack of funds.
    const timedOut = said.ResultType !== null && said.ResultType !== '0';
    const outcome: CodeOutcome = timedOut ? 'unknown' : outcomeOf(said.ResultCode);
    return {
      code: said.ResultCode,
      outcome,
      timedOut,
      text: said.ResultDesc ?? '',
      originator: said.OriginatorConversationID,
      conversation: said.ConversationID,
      transaction: said.TransactionID,
      parameters: recordOf(said.ResultParameters?.ResultParameter),
      reference: recordOf(said.ReferenceData?.ReferenceItem),
    };
  });
export type ResultCallback = z.output<typeof ResultCallback>;

/** "600999 - NAME" or "254705912645 - NAME". */
const partyOf = (said: string | undefined): { readonly number: string | null; readonly name: string | null } => {
  const [, number = null, name = null] = /^\s*([\d* ]+?)\s*(?:-\s*(.*?)\s*)?$/.exec(said ?? '') ?? [];
  return { number, name: name || null };
};
const filled = (said: string | undefined): string | null => (said ? said : null);

/** Of a payout that went through; on a failure every field is null. */
export const b2cOf = ({ parameters: p, transaction }: ResultCallback) => ({
  receipt: filled(p.TransactionReceipt) ?? transaction,
  cents: amountOf(p.TransactionAmount),
  at: timeOf(p.TransactionCompletedDateTime),
  payee: partyOf(p.ReceiverPartyPublicName),
  registered: p.B2CRecipientIsRegisteredCustomer === undefined ? null : p.B2CRecipientIsRegisteredCustomer === 'Y',
  utility: balanceOf(p.B2CUtilityAccountAvailableFunds),
  working: balanceOf(p.B2CWorkingAccountAvailableFunds),
});

/** Of one movement: credit is proven by `completed`, the amount and a credit party that is our shortcode. */
export const statusOf = ({ parameters: p }: ResultCallback) => ({
  receipt: filled(p.ReceiptNo),
  status: filled(p.TransactionStatus),
  completed: p.TransactionStatus === 'Completed',
  cents: amountOf(p.Amount),
  debit: partyOf(p.DebitPartyName),
  credit: partyOf(p.CreditPartyName),
  at: timeOf(p.FinalisedTime) ?? timeOf(p.InitiatedTime),
  kind: filled(p.ReasonType),
  conversation: filled(p.ConversationID),
});

const asking = 'ask-';
/** What a question about a payout carries along, so that its answer names the payout and is not taken for the payout's own result. */
export const askingFor = (originator: string): string => `${asking}${originator}`;
export const askedFor = ({ reference }: ResultCallback): string | null =>
  reference.Occasion?.startsWith(asking) ? reference.Occasion.slice(asking.length) : null;

/** "Working Account|KES|700000.00|700000.00|0.00|0.00&Utility Account|…": name, currency, current, available, reserved, uncleared. */
export const balancesOf = ({ parameters: p }: ResultCallback) => ({
  at: timeOf(p.BOCompletedTime),
  accounts: (p.AccountBalance ?? '')
    .split('&')
    .map((line) => line.split('|'))
    .flatMap(([name = '', currency = '', current, available]) =>
      name === '' ? [] : [{ name, currency, cents: balanceOf(current), available: balanceOf(available) }],
    ),
});
