import { constants, privateDecrypt } from 'node:crypto';
import { resultCodes } from '#contract/daraja/codes.ts';
import { simulatorCredentials } from '#contract/daraja/simulator-credentials.ts';
import { dayFirst, stampOf } from '#contract/daraja/times.ts';
import { asCents, type Cents, toShillings } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { type FeeBand, feeOf } from '#contract/wallet/fees.ts';
import { deliverCallback } from './deliver.ts';
import { callbackAmount, isAddress, wholeAmount } from './express.ts';
import { badField, errorReply, okReply, type RequestFields, type SimulatorHandler, type SimulatorReply, textOf } from './http.ts';
import { reverseMovement } from './paybill.ts';
import {
  moveMoney,
  nameOf,
  newConversation,
  newRequest,
  type SimulatedConversation,
  type SimulatedMovement,
  type Simulation,
  scheduleWork,
  shortcodeOf,
} from './simulation.ts';

type Parameters = Readonly<Record<string, string | number | undefined>>;
/** The result of a request: a code, and its parameters. */
type Result = { readonly code: string; readonly parameters?: Parameters; readonly transaction?: string };

function knowsInitiator(simulation: Simulation, fields: RequestFields): boolean {
  try {
    const sent = Buffer.from(textOf(fields, 'SecurityCredential'), 'base64');
    const password = privateDecrypt({ key: simulation.keys.privateKey, padding: constants.RSA_PKCS1_PADDING }, sent).toString('utf8');
    const name = textOf(fields, 'InitiatorName') || textOf(fields, 'Initiator');
    return password === simulatorCredentials.initiatorPassword && name === simulatorCredentials.initiator;
  } catch {
    return false;
  }
}

/** Accepts a request (B2C payout, query or reversal) and sends its result a moment later. */
function begin(
  simulation: Simulation,
  channel: string,
  body: RequestFields,
  work: (about: SimulatedConversation) => Result,
  own?: string,
): SimulatorReply {
  const [results, timeouts] = [textOf(body, 'ResultURL'), textOf(body, 'QueueTimeOutURL')];
  if (!isAddress(results)) return badField('ResultURL');
  if (!isAddress(timeouts)) return badField('QueueTimeOutURL');
  const about: SimulatedConversation = {
    originator: own ?? newRequest(simulation),
    conversation: newConversation(stampOf(clock.now())),
    what: channel,
    cents: wholeAmount(body) ?? asCents(0),
    state: 'open',
  };
  simulation.conversations.set(about.originator, about);
  const go = () => {
    const result = knowsInitiator(simulation, body) ? work(about) : { code: '2001' };
    about.state = result.code === '0' ? 'done' : 'failed';
    // A queue timeout is reported although the payout was made. Its receiver cannot know that.
    if (simulation.faults.queueTimeout && channel === 'b2c') deliverCallback(simulation, `${channel} time-out`, timeouts, timedOut(about));
    else deliverCallback(simulation, channel, results, envelope(about, result, textOf(body, 'Occasion') || textOf(body, 'Occassion')));
  };
  // The result is sent before the answer to its request.
  if (simulation.faults.outOfOrder) scheduleWork(simulation, 0, go);
  const { originator: OriginatorConversationID, conversation: ConversationID } = about;
  const ResponseDescription = 'Accept the service request successfully.';
  return okReply({ OriginatorConversationID, ConversationID, ResponseCode: '0', ResponseDescription }, () => {
    if (!simulation.faults.outOfOrder) scheduleWork(simulation, simulation.pace.resultMs, go);
  });
}

function envelope(about: SimulatedConversation, { code, parameters, transaction }: Result, occasion: string) {
  const list = Object.entries(parameters ?? {}).map(([Key, Value]) => (Value === undefined ? { Key } : { Key, Value }));
  return {
    Result: {
      ResultType: 0,
      ResultCode: Number(code),
      ResultDesc: resultCodes[code]?.text ?? 'The service request failed.',
      OriginatorConversationID: about.originator,
      ConversationID: about.conversation,
      TransactionID: transaction ?? newConversation('').slice(4, 14).toUpperCase(),
      ...(list.length > 0 ? { ResultParameters: { ResultParameter: list } } : {}),
      ReferenceData: { ReferenceItem: { Key: 'Occasion', ...(occasion ? { Value: occasion } : {}) } },
    },
  };
}
const timedOut = ({ originator: OriginatorConversationID, conversation: ConversationID }: SimulatedConversation) => ({
  Result: { ResultType: 1, ResultCode: 1, ResultDesc: 'The service request timed out.', OriginatorConversationID, ConversationID },
});

const leastOut = 1000;
const mostOut = 25_000_000;
/** Safaricom's fees for a payment to a customer, paid by the organisation. */
const tariff: readonly FeeBand[] = [
  { upto: 150_000, cents: 500 },
  { upto: 2_000_000, cents: 900 },
  { upto: mostOut, cents: 1300 },
];
/** Numbers with this ending have no M-Pesa. */
const unregistered = /000000$/;

export const sendB2c =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const [key, shortcode, phone] = [textOf(body, 'OriginatorConversationID'), textOf(body, 'PartyA'), textOf(body, 'PartyB')];
    const amount = wholeAmount(body);
    if (key === '') return badField('OriginatorConversationID');
    if (!/^\d{5,8}$/.test(shortcode)) return badField('PartyA');
    if (!/^254[17]\d{8}$/.test(phone)) return badField('PartyB');
    if (amount === null) return badField('Amount');
    if (!['BusinessPayment', 'SalaryPayment', 'PromotionPayment'].includes(textOf(body, 'CommandID'))) return badField('CommandID');
    if (textOf(body, 'Remarks') === '') return badField('Remarks');
    if (simulation.conversations.has(key)) return errorReply(500, '500.002.1001', 'Duplicate OriginatorConversationID.');
    return begin(simulation, 'b2c', body, (about) => payOut(simulation, about, shortcode, phone, amount), key);
  };

function payOut(simulation: Simulation, about: SimulatedConversation, number: string, phone: string, amount: Cents): Result {
  const shortcode = shortcodeOf(simulation, number);
  if (amount < leastOut) return { code: '2' };
  if (amount > mostOut) return { code: '3' };
  if (unregistered.test(phone)) return { code: '2040' };
  if (shortcode.utility < amount) return { code: '1' };
  const { originator, conversation } = about;
  const name = nameOf(phone);
  const movement = moveMoney(simulation, {
    kind: 'b2c',
    way: 'out',
    shortcode: number,
    cents: amount,
    account: '',
    phone,
    name,
    originator,
    conversation,
  });
  shortcode.charges = asCents(shortcode.charges - feeOf(tariff, amount));
  return {
    code: '0',
    transaction: movement.receipt,
    parameters: {
      TransactionAmount: callbackAmount(simulation, amount),
      TransactionReceipt: movement.receipt,
      ReceiverPartyPublicName: `${phone} - ${name}`,
      TransactionCompletedDateTime: dayFirst(movement.at, '.'),
      B2CUtilityAccountAvailableFunds: toShillings(shortcode.utility),
      B2CWorkingAccountAvailableFunds: toShillings(shortcode.working),
      B2CRecipientIsRegisteredCustomer: 'Y',
      B2CChargesPaidAccountAvailableFunds: toShillings(shortcode.charges),
    },
  };
}

/** A query by receipt, or by the conversation of a payout. */
export const transactionStatus =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const [receipt, original, number] = [textOf(body, 'TransactionID'), textOf(body, 'OriginalConversationID'), textOf(body, 'PartyA')];
    if (receipt === '' && original === '') return badField('TransactionID');
    if (!/^\d{5,8}$/.test(number)) return badField('PartyA');
    return begin(simulation, 'status', body, () => {
      const movement = receipt
        ? simulation.receipts.get(receipt)
        : simulation.movements.findLast((one) => one.originator === original || one.conversation === original);
      if (movement?.shortcode === number) return { code: '0', parameters: told(simulation, movement) };
      const known = receipt
        ? undefined
        : (simulation.conversations.get(original) ?? [...simulation.conversations.values()].find((one) => one.conversation === original));
      if (known?.state !== 'failed') return { code: known ? '26' : '2032' };
      return { code: '0', parameters: { TransactionStatus: 'Failed', Amount: toShillings(known.cents), ConversationID: known.conversation } };
    });
  };

const reasons = {
  pay_bill: 'Pay Bill Online',
  buy_goods: 'Buy Goods Online',
  b2c: 'Business Payment to Customer via API',
  reversal: 'Pay Bill Reversal',
};
function told(simulation: Simulation, one: SimulatedMovement): Parameters {
  const [customer, ours] = [`${one.phone} - ${one.name}`, `${one.shortcode} - ${shortcodeOf(simulation, one.shortcode).name}`];
  return {
    DebitPartyName: one.way === 'in' ? customer : ours,
    CreditPartyName: one.way === 'in' ? ours : customer,
    OriginatorConversationID: one.originator ?? '',
    InitiatedTime: Number(stampOf(one.at)),
    FinalisedTime: Number(stampOf(one.at)),
    DebitAccountType: one.way === 'in' ? 'MMF Account For Customer' : 'Utility Account',
    DebitPartyCharges: undefined,
    TransactionReason: undefined,
    ReasonType: reasons[one.kind],
    TransactionStatus: 'Completed',
    Amount: toShillings(one.cents),
    ConversationID: one.conversation ?? newConversation(stampOf(one.at)),
    ReceiptNo: one.receipt,
  };
}

export const balanceQuery =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const number = textOf(body, 'PartyA');
    if (!/^\d{5,8}$/.test(number)) return badField('PartyA');
    if (textOf(body, 'IdentifierType') !== '4') return badField('IdentifierType');
    return begin(simulation, 'balance', body, () => {
      const { utility, working, charges } = shortcodeOf(simulation, number);
      const account = (name: string, amount: Cents) => [name, 'KES', ...[amount, amount, 0, 0].map((n) => toShillings(n).toFixed(2))].join('|');
      const AccountBalance = [
        account('Working Account', working),
        account('Utility Account', utility),
        account('Charges Paid Account', charges),
      ].join('&');
      return { code: '0', parameters: { AccountBalance, BOCompletedTime: Number(stampOf(clock.now())) } };
    });
  };

export const reverseTransaction =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const [receipt, amount] = [textOf(body, 'TransactionID'), wholeAmount(body)];
    if (receipt === '') return badField('TransactionID');
    if (amount === null) return badField('Amount');
    if (textOf(body, 'RecieverIdentifierType') !== '11') return badField('RecieverIdentifierType');
    return begin(simulation, 'reversal', body, (about) => {
      const original = simulation.receipts.get(receipt);
      if (original?.shortcode !== textOf(body, 'ReceiverParty')) return { code: '2032' };
      if (original.cents !== amount) return { code: '12' };
      if (shortcodeOf(simulation, original.shortcode).utility < amount) return { code: '1' };
      const back = reverseMovement(simulation, receipt, about);
      if (!back) return { code: '15' };
      const { balance: left, phone, name, shortcode } = back;
      return {
        code: '0',
        transaction: back.receipt,
        parameters: {
          DebitAccountBalance: `Utility Account|KES|${toShillings(left).toFixed(2)}|${toShillings(left).toFixed(2)}|0.00|0.00`,
          Amount: toShillings(amount),
          TransCompletedTime: Number(stampOf(back.at)),
          OriginalTransactionID: receipt,
          Charge: 0,
          CreditPartyPublicName: `${phone} - ${name}`,
          DebitPartyPublicName: `${shortcode} - ${shortcodeOf(simulation, shortcode).name}`,
        },
      };
    });
  };
