import { resultCodes } from '#contract/daraja/codes.ts';
import { maskPhone } from '#contract/daraja/phone.ts';
import { simulated } from '#contract/daraja/simulated.ts';
import { stampOf } from '#contract/daraja/times.ts';
import { type Cents, cents, fromShillings, toShillings } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { deliver } from './deliver.ts';
import { badField, type Fields, type Handler, ok, problem, textOf } from './http.ts';
import { type Answer, codeOfAnswer, later, type Movement, moveMoney, nameOf, newRequest, type Push, shortcodeOf, type World } from './world.ts';

export const wholeAmount = (fields: Fields): Cents | null => {
  const said = textOf(fields, 'Amount');
  return /^\d{1,9}$/.test(said) && Number(said) > 0 ? fromShillings(Number(said)) : null;
};
const mostCents = 25_000_000;
/** What a callback says was paid: another sum when that fault is on. */
export const said = (world: World, amount: Cents): number => toShillings(world.faults.wrongAmount ? cents(amount + 100) : amount);
export const isAddress = (text: string): boolean => /^https?:\/\/[^\s]+$/.test(text);

function signed(fields: Fields): boolean {
  const [shortcode, stamp] = [textOf(fields, 'BusinessShortCode'), textOf(fields, 'Timestamp')];
  return textOf(fields, 'Password') === Buffer.from(`${shortcode}${simulated.passkey}${stamp}`).toString('base64');
}

/** STK push: the phone rings. */
export const stkPush =
  (world: World): Handler =>
  ({ body }) => {
    const [shortcode, phone, callback] = [textOf(body, 'BusinessShortCode'), textOf(body, 'PhoneNumber'), textOf(body, 'CallBackURL')];
    const amount = wholeAmount(body);
    const kind = textOf(body, 'TransactionType');
    if (!/^\d{5,8}$/.test(shortcode)) return badField('BusinessShortCode');
    if (!/^\d{14}$/.test(textOf(body, 'Timestamp'))) return badField('Timestamp');
    if (!/^254[17]\d{8}$/.test(phone) || textOf(body, 'PartyA') !== phone) return badField('PhoneNumber');
    if (amount === null || amount > mostCents) return badField('Amount');
    if (!['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'].includes(kind)) return badField('TransactionType');
    if (!isAddress(callback)) return badField('CallBackURL');
    if (textOf(body, 'AccountReference') === '') return badField('AccountReference');
    if (textOf(body, 'TransactionDesc') === '') return badField('TransactionDesc');
    if (!signed(body)) return problem(500, '500.001.1001', 'Wrong credentials');
    const till = kind === 'CustomerBuyGoodsOnline';
    const push: Push = {
      checkoutRequestId: `ws_CO_${stampOf(clock.now())}${String(world.next).padStart(6, '0')}${phone.slice(-4)}`,
      merchantRequestId: newRequest(world),
      shortcode: till ? textOf(body, 'PartyB') : shortcode,
      till,
      phone,
      cents: amount,
      reference: textOf(body, 'AccountReference'),
      description: textOf(body, 'TransactionDesc'),
      callback,
      at: clock.now(),
      code: null,
      receipt: null,
      rings: null,
    };
    const busy = [...world.pushes.values()].some((one) => one.phone === phone && one.code === null);
    world.pushes.set(push.checkoutRequestId, push);
    const accepted = 'Success. Request accepted for processing';
    const { merchantRequestId: MerchantRequestID, checkoutRequestId: CheckoutRequestID } = push;
    return ok({ MerchantRequestID, CheckoutRequestID, ResponseCode: '0', ResponseDescription: accepted, CustomerMessage: accepted }, () => {
      if (busy) later(world, world.pace.resultMs, () => end(world, push, '1001'));
      else if (world.auto) later(world, world.pace.resultMs, () => world.auto && answerPush(world, CheckoutRequestID, world.auto));
      else if (push.code === null) push.rings = later(world, world.pace.ringMs, () => end(world, push, '1037'));
    });
  };

/** The person with the phone decides; false when it does not ring any more. */
export function answerPush(world: World, checkoutRequestId: string, answer: Answer): boolean {
  const push = world.pushes.get(checkoutRequestId);
  return push !== undefined && end(world, push, codeOfAnswer[answer]);
}

function end(world: World, push: Push, code: string): boolean {
  if (push.code !== null) return false;
  push.code = code;
  if (push.rings) {
    clearTimeout(push.rings);
    world.timers.delete(push.rings);
  }
  const movement = code === '0' ? paid(world, push) : null;
  push.receipt = movement?.receipt ?? null;
  const { merchantRequestId: MerchantRequestID, checkoutRequestId: CheckoutRequestID } = push;
  const metadata = movement && {
    CallbackMetadata: {
      Item: [
        { Name: 'Amount', Value: said(world, push.cents) },
        { Name: 'MpesaReceiptNumber', Value: movement.receipt },
        { Name: 'Balance' },
        { Name: 'TransactionDate', Value: Number(stampOf(movement.at)) },
        { Name: 'PhoneNumber', Value: Number(push.phone) },
      ],
    },
  };
  const ResultDesc = code === '2001' ? 'The initiator information is invalid.' : (resultCodes[code]?.text ?? '');
  const stkCallback = { MerchantRequestID, CheckoutRequestID, ResultCode: Number(code), ResultDesc, ...metadata };
  deliver(world, 'stk', push.callback, { Body: { stkCallback } });
  // A paybill whose addresses are registered hears of the same movement a second time.
  if (movement) confirm(world, movement);
  return true;
}

const paid = (world: World, push: Push): Movement =>
  moveMoney(world, {
    kind: push.till ? 'buy_goods' : 'pay_bill',
    way: 'in',
    shortcode: push.shortcode,
    cents: push.cents,
    account: push.till ? '' : push.reference,
    phone: push.phone,
    name: nameOf(push.phone),
  });

export const stkQuery =
  (world: World): Handler =>
  ({ body }) => {
    if (!signed(body)) return problem(500, '500.001.1001', 'Wrong credentials');
    const push = world.pushes.get(textOf(body, 'CheckoutRequestID'));
    if (!push) return problem(500, '500.001.1001', 'The transaction does not Exist');
    const code = push.code ?? '4999';
    return ok({
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successsfully',
      MerchantRequestID: push.merchantRequestId,
      CheckoutRequestID: push.checkoutRequestId,
      ResultCode: code,
      ResultDesc: resultCodes[code]?.text ?? '',
    });
  };

/** What validation and confirmation bring. Version 2 masks the number and gives the first name. */
export const announcement = (world: World, movement: Omit<Movement, 'balance' | 'reversedBy'>, balance: Cents | null) => ({
  TransactionType: movement.kind === 'buy_goods' ? 'Buy Goods' : 'Pay Bill',
  TransID: movement.receipt,
  TransTime: stampOf(movement.at),
  TransAmount: said(world, movement.cents).toFixed(2),
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

export function confirm(world: World, movement: Movement): void {
  const { confirmation } = shortcodeOf(world, movement.shortcode);
  if (confirmation) deliver(world, 'c2b', confirmation, announcement(world, movement, movement.balance));
}
