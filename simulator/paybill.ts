import { refusedUrlWords } from '#contract/daraja/addresses.ts';
import { toMsisdn } from '#contract/daraja/phone.ts';
import { formatPullTime, parseDarajaTime } from '#contract/daraja/times.ts';
import { type Cents, toShillings } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { postCallback } from './deliver.ts';
import { buildC2bMessage, isHttpUrl, readWholeAmount, sendPaymentConfirmation } from './express.ts';
import { buildErrorReply, buildInvalidFieldReply, buildOkReply, readTextField, type SimulatorHandler } from './http.ts';
import {
  findOrCreateShortcode,
  generateReceiptCode,
  generateRequestId,
  getPayerName,
  recordMovement,
  type SimulatedMovement,
  type Simulation,
  trackWork,
} from './simulation.ts';

const isCallback = (url: string): boolean => isHttpUrl(url) && !refusedUrlWords.test(url);

/** Registers the callback addresses of a paybill. */
export const handleRegisterUrls =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const [number, unanswered] = [readTextField(body, 'ShortCode'), readTextField(body, 'ResponseType')];
    const [confirmation, validation] = [readTextField(body, 'ConfirmationURL'), readTextField(body, 'ValidationURL')];
    if (!/^\d{5,8}$/.test(number)) return buildInvalidFieldReply('ShortCode');
    if (unanswered !== 'Completed' && unanswered !== 'Cancelled') return buildInvalidFieldReply('ResponseType');
    if (!isCallback(confirmation)) return buildInvalidFieldReply('ConfirmationURL');
    if (!isCallback(validation)) return buildInvalidFieldReply('ValidationURL');
    Object.assign(findOrCreateShortcode(simulation, number), { confirmation, validation, unanswered });
    return buildOkReply({ OriginatorCoversationID: generateRequestId(simulation), ResponseCode: '0', ResponseDescription: 'success' });
  };

export type SimulatedPayment = { shortcode: string; account: string; cents: Cents; phone: string; name?: string; till?: boolean };
export type PaybillPaymentResult = { readonly paid: true; readonly receipt: string } | { readonly paid: false; readonly code: string };

/** Makes a customer's payment by phone (C2B). The validation is sent first, then the money moves, then the confirmation is sent. */
export async function payPaybill(
  simulation: Simulation,
  { shortcode, account, cents, phone, name, till = false }: SimulatedPayment,
): Promise<PaybillPaymentResult> {
  const registered = findOrCreateShortcode(simulation, shortcode);
  const about = {
    kind: till ? 'buy_goods' : 'pay_bill',
    way: 'in',
    shortcode,
    cents,
    account,
    phone,
    name: (name || getPayerName(phone)).toUpperCase(),
  } as const;
  const receipt = generateReceiptCode(simulation);
  if (registered.validation) {
    const movement = { ...about, receipt, at: clock.now(), originator: null, conversation: null, reverses: null };
    const { status, answer } = await postCallback(
      simulation,
      registered.validation,
      buildC2bMessage(simulation, movement, null),
      simulation.pace.validationMs,
    );
    const code = String((answer as { ResultCode?: unknown } | null)?.ResultCode ?? '');
    const heard = status === 200 && code !== '';
    if (heard ? code !== '0' : registered.unanswered === 'Cancelled') return { paid: false, code: heard ? code : 'C2B00016' };
  }
  const movement = recordMovement(simulation, { ...about, receipt });
  sendPaymentConfirmation(simulation, movement);
  return { paid: true, receipt };
}

/** Handles the simulate call of Safaricom's sandbox, which makes a payment. */
export const handleSimulatedPayment =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const [shortcode, phone, cents] = [readTextField(body, 'ShortCode'), toMsisdn(readTextField(body, 'Msisdn')), readWholeAmount(body)];
    if (!/^\d{5,8}$/.test(shortcode)) return buildInvalidFieldReply('ShortCode');
    if (phone === null) return buildInvalidFieldReply('Msisdn');
    if (cents === null) return buildInvalidFieldReply('Amount');
    const till = readTextField(body, 'CommandID') === 'CustomerBuyGoodsOnline';
    return buildOkReply(
      { OriginatorCoversationID: generateRequestId(simulation), ResponseCode: '0', ResponseDescription: 'Accept the service request successfully.' },
      () => trackWork(simulation, payPaybill(simulation, { shortcode, phone, cents, account: readTextField(body, 'BillRefNumber'), till })),
    );
  };

/** Reverses a customer's payment without a callback. Returns null if the payment does not exist or is already reversed. */
export function reverseMovement(
  simulation: Simulation,
  receipt: string,
  { originator = null, conversation = null, part }: { originator?: string | null; conversation?: string | null; part?: Cents | undefined } = {},
): SimulatedMovement | null {
  const original = simulation.receipts.get(receipt);
  if (original?.way !== 'in' || original.reversedBy !== null) return null;
  const { shortcode, cents, phone, name } = original;
  const back = recordMovement(simulation, {
    kind: 'reversal',
    way: 'out',
    shortcode,
    cents: part ?? cents,
    account: receipt,
    phone,
    name,
    reverses: receipt,
    originator,
    conversation,
  });
  original.reversedBy = back.receipt;
  return back;
}

export const handlePullRegister =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const number = readTextField(body, 'ShortCode');
    if (!/^\d{5,8}$/.test(number)) return buildInvalidFieldReply('ShortCode');
    if (readTextField(body, 'RequestType') !== 'Pull') return buildInvalidFieldReply('RequestType');
    if (toMsisdn(readTextField(body, 'NominatedNumber')) === null) return buildInvalidFieldReply('NominatedNumber');
    if (!isCallback(readTextField(body, 'CallBackURL'))) return buildInvalidFieldReply('CallBackURL');
    const shortcode = findOrCreateShortcode(simulation, number);
    const [status, text] = shortcode.pulled ? ['1001', 'ShortCode already Registered'] : ['1000', 'Short code Registered Successfully'];
    shortcode.pulled = true;
    return buildOkReply({ ResponseRefID: generateRequestId(simulation), ResponseStatus: status, ShortCode: number, ResponseDescription: text });
  };

const pageSize = 100;
/** Lists customers' payments and their reversals. */
export const handlePullQuery =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const number = readTextField(body, 'ShortCode');
    const [from, to] = [parseDarajaTime(readTextField(body, 'StartDate')), parseDarajaTime(readTextField(body, 'EndDate'))];
    const offset = Number(readTextField(body, 'OffSetValue') || '0');
    if (!findOrCreateShortcode(simulation, number).pulled) return buildErrorReply(400, '400.002.02', 'Bad Request - ShortCode is not registered');
    if (!from || !to || from > to) return buildInvalidFieldReply('StartDate');
    if (!Number.isInteger(offset) || offset < 0) return buildInvalidFieldReply('OffSetValue');
    const rows = simulation.movements
      .filter((one) => one.shortcode === number && one.kind !== 'b2c' && one.at >= from && one.at <= to)
      .slice(offset, offset + pageSize);
    const ResponseRefID = generateRequestId(simulation);
    if (rows.length === 0) return buildOkReply({ ResponseRefID, ResponseCode: '1001', ResponseMessage: 'No transactions found', Response: '[[]]' });
    return buildOkReply({ ResponseRefID, ResponseCode: '1000', ResponseMessage: 'Success', Response: [rows.map((one) => pulled(simulation, one))] });
  };

const pulledKinds = { pay_bill: 'c2b-pay-bill-debit', buy_goods: 'c2b-buy-goods-debit', reversal: 'c2b-reversal', b2c: '' } as const;
const pulled = (simulation: Simulation, one: SimulatedMovement) => ({
  transactionId: one.receipt,
  trxDate: formatPullTime(one.at),
  msisdn: Number(one.phone),
  sender: one.name,
  transactiontype: pulledKinds[one.kind],
  billreference: one.account,
  amount: toShillings(one.cents).toFixed(2),
  organizationname: findOrCreateShortcode(simulation, one.shortcode).name,
});
