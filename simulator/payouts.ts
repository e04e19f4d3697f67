import { constants, privateDecrypt } from 'node:crypto';
import { darajaResultCodes } from '#contract/daraja/codes.ts';
import { simulatorCredentials } from '#contract/daraja/simulator-credentials.ts';
import { formatDarajaTimestamp, formatDayFirstTime } from '#contract/daraja/times.ts';
import { type Cents, toCents, toShillings } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { getPayoutFee, type PayoutFeeBand } from '#contract/wallet/fees.ts';
import { deliverCallback } from './deliver.ts';
import { computeCallbackAmount, isHttpUrl, readWholeAmount } from './express.ts';
import {
  buildErrorReply,
  buildInvalidFieldReply,
  buildOkReply,
  type RequestFields,
  readTextField,
  type SimulatorHandler,
  type SimulatorReply,
} from './http.ts';
import { reverseMovement } from './paybill.ts';
import {
  findOrCreateShortcode,
  generateConversationId,
  generateRequestId,
  getPayerName,
  recordMovement,
  type SimulatedConversation,
  type SimulatedMovement,
  type Simulation,
  scheduleWork,
} from './simulation.ts';

type Parameters = Readonly<Record<string, string | number | undefined>>;
/** The result of a request: a code, and its parameters. */
type Result = { readonly code: string; readonly parameters?: Parameters; readonly transaction?: string };

function knowsInitiator(simulation: Simulation, fields: RequestFields): boolean {
  try {
    const sent = Buffer.from(readTextField(fields, 'SecurityCredential'), 'base64');
    const password = privateDecrypt({ key: simulation.keys.privateKey, padding: constants.RSA_PKCS1_PADDING }, sent).toString('utf8');
    const name = readTextField(fields, 'InitiatorName') || readTextField(fields, 'Initiator');
    return password === simulatorCredentials.initiatorPassword && name === simulatorCredentials.initiator;
  } catch {
    return false;
  }
}

/** Accepts a request (B2C payout, query or reversal) and sends the result shortly afterwards. */
function begin(
  simulation: Simulation,
  channel: string,
  body: RequestFields,
  work: (about: SimulatedConversation) => Result,
  own?: string,
): SimulatorReply {
  const [results, timeouts] = [readTextField(body, 'ResultURL'), readTextField(body, 'QueueTimeOutURL')];
  if (!isHttpUrl(results)) return buildInvalidFieldReply('ResultURL');
  if (!isHttpUrl(timeouts)) return buildInvalidFieldReply('QueueTimeOutURL');
  const about: SimulatedConversation = {
    originator: own ?? generateRequestId(simulation),
    conversation: generateConversationId(formatDarajaTimestamp(clock.now())),
    what: channel,
    cents: readWholeAmount(body) ?? toCents(0),
    state: 'open',
  };
  simulation.conversations.set(about.originator, about);
  const go = () => {
    const result = knowsInitiator(simulation, body) ? work(about) : { code: '2001' };
    about.state = result.code === '0' ? 'done' : 'failed';
    // The fault reports a queue timeout although the payout was made. The receiver of a timeout must therefore not assume a failure.
    if (simulation.faults.queueTimeout && channel === 'b2c') deliverCallback(simulation, `${channel} timeout`, timeouts, timedOut(about));
    else deliverCallback(simulation, channel, results, envelope(about, result, readTextField(body, 'Occasion') || readTextField(body, 'Occassion')));
  };
  // With this fault the result is sent before the answer to its request.
  if (simulation.faults.outOfOrder) scheduleWork(simulation, 0, go);
  const { originator: OriginatorConversationID, conversation: ConversationID } = about;
  const ResponseDescription = 'Accept the service request successfully.';
  return buildOkReply({ OriginatorConversationID, ConversationID, ResponseCode: '0', ResponseDescription }, () => {
    if (!simulation.faults.outOfOrder) scheduleWork(simulation, simulation.pace.resultMs, go);
  });
}

function envelope(about: SimulatedConversation, { code, parameters, transaction }: Result, occasion: string) {
  const list = Object.entries(parameters ?? {}).map(([Key, Value]) => (Value === undefined ? { Key } : { Key, Value }));
  return {
    Result: {
      ResultType: 0,
      ResultCode: Number(code),
      ResultDesc: darajaResultCodes[code]?.text ?? 'The service request failed.',
      OriginatorConversationID: about.originator,
      ConversationID: about.conversation,
      TransactionID: transaction ?? generateConversationId('').slice(4, 14).toUpperCase(),
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
const tariff: readonly PayoutFeeBand[] = [
  { upto: 150_000, cents: 500 },
  { upto: 2_000_000, cents: 900 },
  { upto: mostOut, cents: 1300 },
];
/** Phone numbers with this ending are not registered with M-Pesa. */
const unregistered = /000000$/;

export const handleB2cPayout =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const [key, shortcode, phone] = [readTextField(body, 'OriginatorConversationID'), readTextField(body, 'PartyA'), readTextField(body, 'PartyB')];
    const amount = readWholeAmount(body);
    if (key === '') return buildInvalidFieldReply('OriginatorConversationID');
    if (!/^\d{5,8}$/.test(shortcode)) return buildInvalidFieldReply('PartyA');
    if (!/^254[17]\d{8}$/.test(phone)) return buildInvalidFieldReply('PartyB');
    if (amount === null) return buildInvalidFieldReply('Amount');
    if (!['BusinessPayment', 'SalaryPayment', 'PromotionPayment'].includes(readTextField(body, 'CommandID')))
      return buildInvalidFieldReply('CommandID');
    if (readTextField(body, 'Remarks') === '') return buildInvalidFieldReply('Remarks');
    if (simulation.conversations.has(key)) return buildErrorReply(500, '500.002.1001', 'Duplicate OriginatorConversationID.');
    return begin(simulation, 'b2c', body, (about) => payOut(simulation, about, shortcode, phone, amount), key);
  };

function payOut(simulation: Simulation, about: SimulatedConversation, number: string, phone: string, amount: Cents): Result {
  const shortcode = findOrCreateShortcode(simulation, number);
  if (amount < leastOut) return { code: '2' };
  if (amount > mostOut) return { code: '3' };
  if (unregistered.test(phone)) return { code: '2040' };
  if (shortcode.utility < amount) return { code: '1' };
  const { originator, conversation } = about;
  const name = getPayerName(phone);
  const movement = recordMovement(simulation, {
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
  shortcode.charges = toCents(shortcode.charges - getPayoutFee(tariff, amount));
  return {
    code: '0',
    transaction: movement.receipt,
    parameters: {
      TransactionAmount: computeCallbackAmount(simulation, amount),
      TransactionReceipt: movement.receipt,
      ReceiverPartyPublicName: `${phone} - ${name}`,
      TransactionCompletedDateTime: formatDayFirstTime(movement.at, '.'),
      B2CUtilityAccountAvailableFunds: toShillings(shortcode.utility),
      B2CWorkingAccountAvailableFunds: toShillings(shortcode.working),
      B2CRecipientIsRegisteredCustomer: 'Y',
      B2CChargesPaidAccountAvailableFunds: toShillings(shortcode.charges),
    },
  };
}

/** Answers a status query by receipt, or by the conversation of a payout. */
export const handleTransactionStatus =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const [receipt, original, number] = [
      readTextField(body, 'TransactionID'),
      readTextField(body, 'OriginalConversationID'),
      readTextField(body, 'PartyA'),
    ];
    if (receipt === '' && original === '') return buildInvalidFieldReply('TransactionID');
    if (!/^\d{5,8}$/.test(number)) return buildInvalidFieldReply('PartyA');
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
  const [customer, ours] = [`${one.phone} - ${one.name}`, `${one.shortcode} - ${findOrCreateShortcode(simulation, one.shortcode).name}`];
  return {
    DebitPartyName: one.way === 'in' ? customer : ours,
    CreditPartyName: one.way === 'in' ? ours : customer,
    OriginatorConversationID: one.originator ?? '',
    InitiatedTime: Number(formatDarajaTimestamp(one.at)),
    FinalisedTime: Number(formatDarajaTimestamp(one.at)),
    DebitAccountType: one.way === 'in' ? 'MMF Account For Customer' : 'Utility Account',
    DebitPartyCharges: undefined,
    TransactionReason: undefined,
    ReasonType: reasons[one.kind],
    TransactionStatus: 'Completed',
    Amount: toShillings(one.cents),
    ConversationID: one.conversation ?? generateConversationId(formatDarajaTimestamp(one.at)),
    ReceiptNo: one.receipt,
  };
}

export const handleBalanceQuery =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const number = readTextField(body, 'PartyA');
    if (!/^\d{5,8}$/.test(number)) return buildInvalidFieldReply('PartyA');
    if (readTextField(body, 'IdentifierType') !== '4') return buildInvalidFieldReply('IdentifierType');
    return begin(simulation, 'balance', body, () => {
      const { utility, working, charges } = findOrCreateShortcode(simulation, number);
      const account = (name: string, amount: Cents) => [name, 'KES', ...[amount, amount, 0, 0].map((n) => toShillings(n).toFixed(2))].join('|');
      const AccountBalance = [
        account('Working Account', working),
        account('Utility Account', utility),
        account('Charges Paid Account', charges),
      ].join('&');
      return { code: '0', parameters: { AccountBalance, BOCompletedTime: Number(formatDarajaTimestamp(clock.now())) } };
    });
  };

export const handleReversal =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const [receipt, amount] = [readTextField(body, 'TransactionID'), readWholeAmount(body)];
    if (receipt === '') return buildInvalidFieldReply('TransactionID');
    if (amount === null) return buildInvalidFieldReply('Amount');
    if (readTextField(body, 'RecieverIdentifierType') !== '11') return buildInvalidFieldReply('RecieverIdentifierType');
    return begin(simulation, 'reversal', body, (about) => {
      const original = simulation.receipts.get(receipt);
      if (original?.shortcode !== readTextField(body, 'ReceiverParty')) return { code: '2032' };
      if (original.cents !== amount) return { code: '12' };
      if (findOrCreateShortcode(simulation, original.shortcode).utility < amount) return { code: '1' };
      const back = reverseMovement(simulation, receipt, about);
      if (!back) return { code: '15' };
      const { balance: left, phone, name, shortcode } = back;
      return {
        code: '0',
        transaction: back.receipt,
        parameters: {
          DebitAccountBalance: `Utility Account|KES|${toShillings(left).toFixed(2)}|${toShillings(left).toFixed(2)}|0.00|0.00`,
          Amount: toShillings(amount),
          TransCompletedTime: Number(formatDarajaTimestamp(back.at)),
          OriginalTransactionID: receipt,
          Charge: 0,
          CreditPartyPublicName: `${phone} - ${name}`,
          DebitPartyPublicName: `${shortcode} - ${findOrCreateShortcode(simulation, shortcode).name}`,
        },
      };
    });
  };
