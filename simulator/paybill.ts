import { refusedUrlWords } from '#contract/daraja/addresses.ts';
import { msisdnOf } from '#contract/daraja/phone.ts';
import { pullTime, timeOf } from '#contract/daraja/times.ts';
import { type Cents, toShillings } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { postTo } from './deliver.ts';
import { c2bMessage, confirmPayment, isAddress, wholeAmount } from './express.ts';
import { badField, errorReply, okReply, type SimulatorHandler, textOf } from './http.ts';
import { moveMoney, nameOf, newReceipt, newRequest, type SimulatedMovement, type Simulation, shortcodeOf, trackWork } from './simulation.ts';

const isCallback = (url: string): boolean => isAddress(url) && !refusedUrlWords.test(url);

/** Registers the callback addresses of a paybill. */
export const registerUrls =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const [number, unanswered] = [textOf(body, 'ShortCode'), textOf(body, 'ResponseType')];
    const [confirmation, validation] = [textOf(body, 'ConfirmationURL'), textOf(body, 'ValidationURL')];
    if (!/^\d{5,8}$/.test(number)) return badField('ShortCode');
    if (unanswered !== 'Completed' && unanswered !== 'Cancelled') return badField('ResponseType');
    if (!isCallback(confirmation)) return badField('ConfirmationURL');
    if (!isCallback(validation)) return badField('ValidationURL');
    Object.assign(shortcodeOf(simulation, number), { confirmation, validation, unanswered });
    return okReply({ OriginatorCoversationID: newRequest(simulation), ResponseCode: '0', ResponseDescription: 'success' });
  };

export type SimulatedPayment = { shortcode: string; account: string; cents: Cents; phone: string; name?: string; till?: boolean };
export type PaybillPayment = { readonly paid: true; readonly receipt: string } | { readonly paid: false; readonly code: string };

/** A customer pays by phone (C2B): validation first, then the movement, then confirmation. */
export async function payPaybill(
  simulation: Simulation,
  { shortcode, account, cents, phone, name, till = false }: SimulatedPayment,
): Promise<PaybillPayment> {
  const registered = shortcodeOf(simulation, shortcode);
  const about = {
    kind: till ? 'buy_goods' : 'pay_bill',
    way: 'in',
    shortcode,
    cents,
    account,
    phone,
    name: (name || nameOf(phone)).toUpperCase(),
  } as const;
  const receipt = newReceipt(simulation);
  if (registered.validation) {
    const movement = { ...about, receipt, at: clock.now(), originator: null, conversation: null, reverses: null };
    const { status, answer } = await postTo(simulation, registered.validation, c2bMessage(simulation, movement, null), simulation.pace.validationMs);
    const code = String((answer as { ResultCode?: unknown } | null)?.ResultCode ?? '');
    const heard = status === 200 && code !== '';
    if (heard ? code !== '0' : registered.unanswered === 'Cancelled') return { paid: false, code: heard ? code : 'C2B00016' };
  }
  const movement = moveMoney(simulation, { ...about, receipt });
  confirmPayment(simulation, movement);
  return { paid: true, receipt };
}

/** The simulate call of Safaricom's sandbox, which makes a payment. */
export const simulatePayment =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const [shortcode, phone, cents] = [textOf(body, 'ShortCode'), msisdnOf(textOf(body, 'Msisdn')), wholeAmount(body)];
    if (!/^\d{5,8}$/.test(shortcode)) return badField('ShortCode');
    if (phone === null) return badField('Msisdn');
    if (cents === null) return badField('Amount');
    const till = textOf(body, 'CommandID') === 'CustomerBuyGoodsOnline';
    return okReply(
      { OriginatorCoversationID: newRequest(simulation), ResponseCode: '0', ResponseDescription: 'Accept the service request successfully.' },
      () => trackWork(simulation, payPaybill(simulation, { shortcode, phone, cents, account: textOf(body, 'BillRefNumber'), till })),
    );
  };

/** Returns a customer's wrong payment without a callback. Null if there is no such payment, or if it was returned before. */
export function reverseMovement(
  simulation: Simulation,
  receipt: string,
  { originator = null, conversation = null, part }: { originator?: string | null; conversation?: string | null; part?: Cents | undefined } = {},
): SimulatedMovement | null {
  const original = simulation.receipts.get(receipt);
  if (original?.way !== 'in' || original.reversedBy !== null) return null;
  const { shortcode, cents, phone, name } = original;
  const back = moveMoney(simulation, {
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

export const pullRegister =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const number = textOf(body, 'ShortCode');
    if (!/^\d{5,8}$/.test(number)) return badField('ShortCode');
    if (textOf(body, 'RequestType') !== 'Pull') return badField('RequestType');
    if (msisdnOf(textOf(body, 'NominatedNumber')) === null) return badField('NominatedNumber');
    if (!isCallback(textOf(body, 'CallBackURL'))) return badField('CallBackURL');
    const shortcode = shortcodeOf(simulation, number);
    const [status, text] = shortcode.pulled ? ['1001', 'ShortCode already Registered'] : ['1000', 'Short code Registered Successfully'];
    shortcode.pulled = true;
    return okReply({ ResponseRefID: newRequest(simulation), ResponseStatus: status, ShortCode: number, ResponseDescription: text });
  };

const pageSize = 100;
/** The rows of receipts, and of money returned to customers. */
export const pullQuery =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const number = textOf(body, 'ShortCode');
    const [from, to] = [timeOf(textOf(body, 'StartDate')), timeOf(textOf(body, 'EndDate'))];
    const offset = Number(textOf(body, 'OffSetValue') || '0');
    if (!shortcodeOf(simulation, number).pulled) return errorReply(400, '400.002.02', 'Bad Request - ShortCode is not registered');
    if (!from || !to || from > to) return badField('StartDate');
    if (!Number.isInteger(offset) || offset < 0) return badField('OffSetValue');
    const rows = simulation.movements
      .filter((one) => one.shortcode === number && one.kind !== 'b2c' && one.at >= from && one.at <= to)
      .slice(offset, offset + pageSize);
    const ResponseRefID = newRequest(simulation);
    if (rows.length === 0) return okReply({ ResponseRefID, ResponseCode: '1001', ResponseMessage: 'No transactions found', Response: '[[]]' });
    return okReply({ ResponseRefID, ResponseCode: '1000', ResponseMessage: 'Success', Response: [rows.map((one) => pulled(simulation, one))] });
  };

const pulledKinds = { pay_bill: 'c2b-pay-bill-debit', buy_goods: 'c2b-buy-goods-debit', reversal: 'c2b-reversal', b2c: '' } as const;
const pulled = (simulation: Simulation, one: SimulatedMovement) => ({
  transactionId: one.receipt,
  trxDate: pullTime(one.at),
  msisdn: Number(one.phone),
  sender: one.name,
  transactiontype: pulledKinds[one.kind],
  billreference: one.account,
  amount: toShillings(one.cents).toFixed(2),
  organizationname: shortcodeOf(simulation, one.shortcode).name,
});
