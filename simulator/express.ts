import { darajaResultCodes } from '#contract/daraja/codes.ts';
import { maskPhone } from '#contract/daraja/phone.ts';
import { simulatorCredentials } from '#contract/daraja/simulator-credentials.ts';
import { formatDarajaTimestamp } from '#contract/daraja/times.ts';
import { type Cents, convertShillingsToCents, toCents, toShillings } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { deliverCallback } from './deliver.ts';
import { buildErrorReply, buildInvalidFieldReply, buildOkReply, type RequestFields, readTextField, type SimulatorHandler } from './http.ts';
import {
  findOrCreateShortcode,
  generateRequestId,
  getPayerName,
  type PhoneAnswer,
  recordMovement,
  resultCodeByPhoneAnswer,
  type SimulatedMovement,
  type SimulatedStkPush,
  type Simulation,
  scheduleWork,
} from './simulation.ts';

export const readWholeAmount = (fields: RequestFields): Cents | null => {
  const said = readTextField(fields, 'Amount');
  return /^\d{1,9}$/.test(said) && Number(said) > 0 ? convertShillingsToCents(Number(said)) : null;
};
const mostCents = 25_000_000;
/** Returns the amount for a callback, which is KES 1 too high if the fault `wrongAmount` is active. */
export const computeCallbackAmount = (simulation: Simulation, amount: Cents): number =>
  toShillings(simulation.faults.wrongAmount ? toCents(amount + 100) : amount);
export const isHttpUrl = (text: string): boolean => /^https?:\/\/[^\s]+$/.test(text);

function signed(fields: RequestFields): boolean {
  const [shortcode, stamp] = [readTextField(fields, 'BusinessShortCode'), readTextField(fields, 'Timestamp')];
  return readTextField(fields, 'Password') === Buffer.from(`${shortcode}${simulatorCredentials.passkey}${stamp}`).toString('base64');
}

/** Handles an STK push: the phone shows an M-Pesa prompt. */
export const handleStkPush =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    const [shortcode, phone, callback] = [
      readTextField(body, 'BusinessShortCode'),
      readTextField(body, 'PhoneNumber'),
      readTextField(body, 'CallBackURL'),
    ];
    const amount = readWholeAmount(body);
    const kind = readTextField(body, 'TransactionType');
    if (!/^\d{5,8}$/.test(shortcode)) return buildInvalidFieldReply('BusinessShortCode');
    if (!/^\d{14}$/.test(readTextField(body, 'Timestamp'))) return buildInvalidFieldReply('Timestamp');
    if (!/^254[17]\d{8}$/.test(phone) || readTextField(body, 'PartyA') !== phone) return buildInvalidFieldReply('PhoneNumber');
    if (amount === null || amount > mostCents) return buildInvalidFieldReply('Amount');
    if (!['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'].includes(kind)) return buildInvalidFieldReply('TransactionType');
    if (!isHttpUrl(callback)) return buildInvalidFieldReply('CallBackURL');
    if (readTextField(body, 'AccountReference') === '') return buildInvalidFieldReply('AccountReference');
    if (readTextField(body, 'TransactionDesc') === '') return buildInvalidFieldReply('TransactionDesc');
    if (!signed(body)) return buildErrorReply(500, '500.001.1001', 'Wrong credentials');
    const till = kind === 'CustomerBuyGoodsOnline';
    const push: SimulatedStkPush = {
      checkoutRequestId: `ws_CO_${formatDarajaTimestamp(clock.now())}${String(simulation.next).padStart(6, '0')}${phone.slice(-4)}`,
      merchantRequestId: generateRequestId(simulation),
      shortcode: till ? readTextField(body, 'PartyB') : shortcode,
      till,
      phone,
      cents: amount,
      reference: readTextField(body, 'AccountReference'),
      description: readTextField(body, 'TransactionDesc'),
      callback,
      at: clock.now(),
      code: null,
      receipt: null,
      rings: null,
    };
    const busy = simulation.ringing.has(phone);
    simulation.pushes.set(push.checkoutRequestId, push);
    if (!busy) simulation.ringing.set(phone, push);
    const accepted = 'Success. Request accepted for processing';
    const { merchantRequestId: MerchantRequestID, checkoutRequestId: CheckoutRequestID } = push;
    return buildOkReply({ MerchantRequestID, CheckoutRequestID, ResponseCode: '0', ResponseDescription: accepted, CustomerMessage: accepted }, () => {
      if (busy) scheduleWork(simulation, simulation.pace.resultMs, () => end(simulation, push, '1001'));
      else if (simulation.auto)
        scheduleWork(simulation, simulation.pace.resultMs, () => simulation.auto && answerStkPush(simulation, CheckoutRequestID, simulation.auto));
      else if (push.code === null) push.rings = scheduleWork(simulation, simulation.pace.ringMs, () => end(simulation, push, '1037'));
    });
  };

/** Answers the prompt as the payer. Returns false if the prompt is unknown or closed. */
export function answerStkPush(simulation: Simulation, checkoutRequestId: string, answer: PhoneAnswer): boolean {
  const push = simulation.pushes.get(checkoutRequestId);
  return push !== undefined && end(simulation, push, resultCodeByPhoneAnswer[answer]);
}

function end(simulation: Simulation, push: SimulatedStkPush, code: string): boolean {
  if (push.code !== null) return false;
  push.code = code;
  if (simulation.ringing.get(push.phone) === push) simulation.ringing.delete(push.phone);
  if (push.rings) {
    clearTimeout(push.rings);
    simulation.timers.delete(push.rings);
  }
  const movement = code === '0' ? paid(simulation, push) : null;
  push.receipt = movement?.receipt ?? null;
  const { merchantRequestId: MerchantRequestID, checkoutRequestId: CheckoutRequestID } = push;
  const metadata = movement && {
    CallbackMetadata: {
      Item: [
        { Name: 'Amount', Value: computeCallbackAmount(simulation, push.cents) },
        { Name: 'MpesaReceiptNumber', Value: movement.receipt },
        { Name: 'Balance' },
        { Name: 'TransactionDate', Value: Number(formatDarajaTimestamp(movement.at)) },
        { Name: 'PhoneNumber', Value: Number(push.phone) },
      ],
    },
  };
  const ResultDesc = code === '2001' ? 'The initiator information is invalid.' : (darajaResultCodes[code]?.text ?? '');
  const stkCallback = { MerchantRequestID, CheckoutRequestID, ResultCode: Number(code), ResultDesc, ...metadata };
  deliverCallback(simulation, 'stk', push.callback, { Body: { stkCallback } });
  // A registered paybill receives a second callback (C2B confirmation) for the same movement.
  if (movement) sendPaymentConfirmation(simulation, movement);
  return true;
}

const paid = (simulation: Simulation, push: SimulatedStkPush): SimulatedMovement =>
  recordMovement(simulation, {
    kind: push.till ? 'buy_goods' : 'pay_bill',
    way: 'in',
    shortcode: push.shortcode,
    cents: push.cents,
    account: push.till ? '' : push.reference,
    phone: push.phone,
    name: getPayerName(push.phone),
  });

export const handleStkQuery =
  (simulation: Simulation): SimulatorHandler =>
  ({ body }) => {
    if (!signed(body)) return buildErrorReply(500, '500.001.1001', 'Wrong credentials');
    const push = simulation.pushes.get(readTextField(body, 'CheckoutRequestID'));
    if (!push) return buildErrorReply(500, '500.001.1001', 'The transaction does not Exist');
    const code = push.code ?? '4999';
    return buildOkReply({
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successsfully',
      MerchantRequestID: push.merchantRequestId,
      CheckoutRequestID: push.checkoutRequestId,
      ResultCode: code,
      ResultDesc: darajaResultCodes[code]?.text ?? '',
    });
  };

/** The body of a validation or confirmation callback. Version 2 masks the phone number and contains only the first name. */
export const buildC2bMessage = (simulation: Simulation, movement: Omit<SimulatedMovement, 'balance' | 'reversedBy'>, balance: Cents | null) => ({
  TransactionType: movement.kind === 'buy_goods' ? 'Buy Goods' : 'Pay Bill',
  TransID: movement.receipt,
  TransTime: formatDarajaTimestamp(movement.at),
  TransAmount: computeCallbackAmount(simulation, movement.cents).toFixed(2),
  BusinessShortCode: movement.shortcode,
  BillRefNumber: movement.account,
  InvoiceNumber: '',
  OrgAccountBalance: balance === null ? '' : toShillings(balance).toFixed(2),
  ThirdPartyTransID: '',
  MSISDN: maskPhone(movement.phone),
  FirstName: movement.name.split(' ')[0] ?? '',
  MiddleName: '',
  LastName: '',
});

export function sendPaymentConfirmation(simulation: Simulation, movement: SimulatedMovement): void {
  const { confirmation } = findOrCreateShortcode(simulation, movement.shortcode);
  if (confirmation) deliverCallback(simulation, 'c2b', confirmation, buildC2bMessage(simulation, movement, movement.balance));
}
