import { z } from 'zod';
import { getResultCodeOutcome, type ResultCodeOutcome } from './codes.ts';
import { parseDarajaTime } from './times.ts';
import { darajaTextField, optionalDarajaText, parseDarajaAmount, parseDarajaBalance, toDarajaList } from './values.ts';

/** The message that Safaricom sends to a ResultURL or QueueTimeOutURL. Payout, status, balance and reversal have the same envelope. */
const Parameter = z.looseObject({ Key: darajaTextField, Value: z.unknown().optional() });
const List = (inside: string) =>
  z
    .looseObject({ [inside]: z.union([z.array(Parameter), Parameter]).nullish() })
    .nullish()
    .catch(null);

const recordOf = (list: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    toDarajaList(list as z.output<typeof Parameter> | z.output<typeof Parameter>[] | null | undefined).map(({ Key, Value }) => [
      Key,
      optionalDarajaText.parse(Value) ?? '',
    ]),
  );

export const ResultCallback = z
  .looseObject({
    Result: z.looseObject({
      ResultType: optionalDarajaText,
      ResultCode: darajaTextField,
      ResultDesc: optionalDarajaText,
      OriginatorConversationID: optionalDarajaText,
      ConversationID: optionalDarajaText,
      TransactionID: optionalDarajaText,
      ResultParameters: List('ResultParameter'),
      ReferenceData: List('ReferenceItem'),
    }),
  })
  .transform(({ Result: said }) => {
    // Type 1 means that a result will follow: the queue timed out, and the code 1 next to it does not mean insufficient funds.
    const timedOut = said.ResultType !== null && said.ResultType !== '0';
    const outcome: ResultCodeOutcome = timedOut ? 'unknown' : getResultCodeOutcome(said.ResultCode);
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

/** A successful payout; on a failure every field is null. */
export const parseB2cResult = ({ parameters: p, transaction }: ResultCallback) => ({
  receipt: filled(p.TransactionReceipt) ?? transaction,
  cents: parseDarajaAmount(p.TransactionAmount),
  at: parseDarajaTime(p.TransactionCompletedDateTime),
  payee: partyOf(p.ReceiverPartyPublicName),
  registered: p.B2CRecipientIsRegisteredCustomer === undefined ? null : p.B2CRecipientIsRegisteredCustomer === 'Y',
  utility: parseDarajaBalance(p.B2CUtilityAccountAvailableFunds),
  working: parseDarajaBalance(p.B2CWorkingAccountAvailableFunds),
});

/** The status of one transaction: a receipt is proved by `completed`, the amount, and the own shortcode as credit party. */
export const parseStatusResult = ({ parameters: p }: ResultCallback) => ({
  receipt: filled(p.ReceiptNo),
  status: filled(p.TransactionStatus),
  completed: p.TransactionStatus === 'Completed',
  cents: parseDarajaAmount(p.Amount),
  debit: partyOf(p.DebitPartyName),
  credit: partyOf(p.CreditPartyName),
  at: parseDarajaTime(p.FinalisedTime) ?? parseDarajaTime(p.InitiatedTime),
  kind: filled(p.ReasonType),
  conversation: filled(p.ConversationID),
});

const asking = 'ask-';
/** A status query contains the payout's id, so that its answer names the payout and is not taken for the payout's own result. */
export const buildStatusRequestOccasion = (originator: string): string => `${asking}${originator}`;
export const readRequestedReceipt = ({ reference }: ResultCallback): string | null =>
  reference.Occasion?.startsWith(asking) ? reference.Occasion.slice(asking.length) : null;

/** "Working Account|KES|700000.00|700000.00|0.00|0.00&Utility Account|…": name, currency, current, available, reserved, uncleared. */
export const parseBalanceResult = ({ parameters: p }: ResultCallback) => ({
  at: parseDarajaTime(p.BOCompletedTime),
  accounts: (p.AccountBalance ?? '')
    .split('&')
    .map((line) => line.split('|'))
    .flatMap(([name = '', currency = '', current, available]) =>
      name === '' ? [] : [{ name, currency, cents: parseDarajaBalance(current), available: parseDarajaBalance(available) }],
    ),
});
