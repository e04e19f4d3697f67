import { z } from 'zod';
import { outcomeOf } from './codes.ts';
import { timeOf } from './times.ts';
import { amountOf, anything, maybe, oneOrMany, text } from './values.ts';

/**
 * What Safaricom sends, read leniently: codes come as texts and numbers, lists of one as the thing itself, values are missing, and more is
 * there than was written down. What cannot be read as an amount or a time is null, never a guess.
 */
const Item = z.looseObject({ Name: text, Value: z.unknown().optional() });

/** The answer to a push, at its CallBackURL. The account number is not in it: it is known by its checkout request. */
export const StkCallback = z
  .looseObject({
    Body: z.looseObject({
      stkCallback: z.looseObject({
        MerchantRequestID: maybe,
        CheckoutRequestID: text,
        ResultCode: text,
        ResultDesc: maybe,
        CallbackMetadata: z
          .looseObject({ Item: z.union([z.array(Item), Item]).nullish() })
          .nullish()
          .catch(null),
      }),
    }),
  })
  .transform(({ Body: { stkCallback: said } }) => {
    const items = new Map(oneOrMany(said.CallbackMetadata?.Item).map((item) => [item.Name, item.Value]));
    return {
      merchantRequestId: said.MerchantRequestID,
      checkoutRequestId: said.CheckoutRequestID,
      code: said.ResultCode,
      outcome: outcomeOf(said.ResultCode),
      text: said.ResultDesc ?? '',
      cents: amountOf(items.get('Amount')),
      receipt: maybe.parse(items.get('MpesaReceiptNumber')),
      at: timeOf(items.get('TransactionDate')),
      phone: maybe.parse(items.get('PhoneNumber')),
    };
  });
export type StkCallback = z.output<typeof StkCallback>;

/** What a query of a push answers: neither amount nor receipt. */
export const StkQueryAnswer = z
  .looseObject({ ResponseCode: text, ResultCode: text, ResultDesc: maybe, MerchantRequestID: maybe, CheckoutRequestID: maybe })
  .transform((said) => ({
    code: said.ResultCode,
    outcome: outcomeOf(said.ResultCode),
    text: said.ResultDesc ?? '',
    merchantRequestId: said.MerchantRequestID,
    checkoutRequestId: said.CheckoutRequestID,
  }));
export type StkQueryAnswer = z.output<typeof StkQueryAnswer>;

/** A payment to a paybill or till: validation and confirmation have one shape. The payer's number is masked, or hashed by version 1. */
export const C2bCallback = z
  .looseObject({
    TransactionType: maybe,
    TransID: text,
    TransTime: maybe,
    TransAmount: anything,
    BusinessShortCode: text,
    BillRefNumber: maybe,
    InvoiceNumber: maybe,
    OrgAccountBalance: maybe,
    ThirdPartyTransID: maybe,
    MSISDN: maybe,
    FirstName: maybe,
    MiddleName: maybe,
    LastName: maybe,
  })
  .transform((said) => ({
    receipt: said.TransID,
    kind: said.TransactionType,
    at: timeOf(said.TransTime),
    cents: amountOf(said.TransAmount),
    shortcode: said.BusinessShortCode,
    account: said.BillRefNumber,
    thirdParty: said.ThirdPartyTransID,
    balance: amountOf(said.OrgAccountBalance),
    phone: said.MSISDN,
    firstName: said.FirstName,
    name: [said.FirstName, said.MiddleName, said.LastName].filter((part) => part !== null).join(' ') || null,
  }));
export type C2bCallback = z.output<typeof C2bCallback>;

/** A row of Pull: its keys are written small, and the list stands in a list. */
const PullEntry = z
  .looseObject({
    transactionId: text,
    trxDate: maybe,
    msisdn: maybe,
    sender: maybe,
    transactiontype: maybe,
    billreference: maybe,
    amount: anything,
    organizationname: maybe,
  })
  .transform((said) => ({
    receipt: said.transactionId,
    at: timeOf(said.trxDate),
    cents: amountOf(said.amount),
    account: said.billreference,
    phone: said.msisdn,
    name: said.sender,
    kind: said.transactiontype,
    /** Money that went back: `account` then names the receipt it undoes. */
    reversal: /revers/i.test(said.transactiontype ?? ''),
    organization: said.organizationname,
  }));
export type PullRow = z.output<typeof PullEntry>;

/** Rows that cannot be read are counted, not dropped in silence: whoever asks must look at the statement then. */
export const PullAnswer = z.looseObject({ ResponseCode: text, ResponseMessage: maybe, Response: anything }).transform((said) => {
  const listed = Array.isArray(said.Response) ? said.Response.flat(2) : [];
  const read = listed.map((row) => PullEntry.safeParse(row));
  return {
    code: said.ResponseCode,
    text: said.ResponseMessage ?? '',
    rows: read.flatMap((row) => (row.success ? [row.data] : [])),
    unread: read.filter((row) => !row.success).length,
  };
});
export type PullAnswer = z.output<typeof PullAnswer>;

/** The answers to requests: taken for a push, taken for all else, refused. */
export const StkAnswer = z.looseObject({
  MerchantRequestID: maybe,
  CheckoutRequestID: maybe,
  ResponseCode: text,
  ResponseDescription: maybe,
  CustomerMessage: maybe,
});
/** `OriginatorCoversationID` is how Safaricom spells it where addresses are registered. */
export const TakenAnswer = z.looseObject({
  OriginatorConversationID: maybe,
  OriginatorCoversationID: maybe,
  ConversationID: maybe,
  ResponseCode: text,
  ResponseDescription: maybe,
});
/** Registering for Pull: the name of the code changed between the portal's pages. */
export const PullRegistered = z
  .looseObject({ ResponseStatus: maybe, 'Response Status': maybe, ResponseCode: maybe, ResponseDescription: maybe })
  .transform((said) => ({ code: said.ResponseStatus ?? said['Response Status'] ?? said.ResponseCode, text: said.ResponseDescription ?? '' }));
export const Refused = z.looseObject({ requestId: maybe, errorCode: text, errorMessage: maybe });
export const TokenAnswer = z.looseObject({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
