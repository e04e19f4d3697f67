import { z } from 'zod';
import { getResultCodeOutcome } from './codes.ts';
import { parseDarajaTime } from './times.ts';
import { darajaTextField, optionalDarajaText, parseDarajaAmount, toDarajaList, unknownDarajaField } from './values.ts';

/**
 * Safaricom's messages, read leniently: codes are text or numbers, a list of one may be the item itself, values may be missing, and unknown fields
 * are ignored. An unreadable amount or time is null, never a guess.
 */
const Item = z.looseObject({ Name: darajaTextField, Value: z.unknown().optional() });

/** The callback (webhook) of an STK push, sent to its CallBackURL. It contains no account number and is identified by its checkout request. */
export const StkCallback = z
  .looseObject({
    Body: z.looseObject({
      stkCallback: z.looseObject({
        MerchantRequestID: optionalDarajaText,
        CheckoutRequestID: darajaTextField,
        ResultCode: darajaTextField,
        ResultDesc: optionalDarajaText,
        CallbackMetadata: z
          .looseObject({ Item: z.union([z.array(Item), Item]).nullish() })
          .nullish()
          .catch(null),
      }),
    }),
  })
  .transform(({ Body: { stkCallback: said } }) => {
    const items = new Map(toDarajaList(said.CallbackMetadata?.Item).map((item) => [item.Name, item.Value]));
    return {
      merchantRequestId: said.MerchantRequestID,
      checkoutRequestId: said.CheckoutRequestID,
      code: said.ResultCode,
      outcome: getResultCodeOutcome(said.ResultCode),
      text: said.ResultDesc ?? '',
      cents: parseDarajaAmount(items.get('Amount')),
      receipt: optionalDarajaText.parse(items.get('MpesaReceiptNumber')),
      at: parseDarajaTime(items.get('TransactionDate')),
      phone: optionalDarajaText.parse(items.get('PhoneNumber')),
    };
  });
export type StkCallback = z.output<typeof StkCallback>;

/** The answer to an STK push query, which contains neither amount nor receipt. */
export const StkQueryResponse = z
  .looseObject({
    ResponseCode: darajaTextField,
    ResultCode: darajaTextField,
    ResultDesc: optionalDarajaText,
    MerchantRequestID: optionalDarajaText,
    CheckoutRequestID: optionalDarajaText,
  })
  .transform((said) => ({
    code: said.ResultCode,
    outcome: getResultCodeOutcome(said.ResultCode),
    text: said.ResultDesc ?? '',
    merchantRequestId: said.MerchantRequestID,
    checkoutRequestId: said.CheckoutRequestID,
  }));
export type StkQueryResponse = z.output<typeof StkQueryResponse>;

/**
 * The callback of a C2B payment to a paybill or till: validation and confirmation have the same format. The payer's number is masked, or hashed in
 * version 1.
 */
export const C2bCallback = z
  .looseObject({
    TransactionType: optionalDarajaText,
    TransID: darajaTextField,
    TransTime: optionalDarajaText,
    TransAmount: unknownDarajaField,
    BusinessShortCode: darajaTextField,
    BillRefNumber: optionalDarajaText,
    InvoiceNumber: optionalDarajaText,
    OrgAccountBalance: optionalDarajaText,
    ThirdPartyTransID: optionalDarajaText,
    MSISDN: optionalDarajaText,
    FirstName: optionalDarajaText,
    MiddleName: optionalDarajaText,
    LastName: optionalDarajaText,
  })
  .transform((said) => ({
    receipt: said.TransID,
    kind: said.TransactionType,
    at: parseDarajaTime(said.TransTime),
    cents: parseDarajaAmount(said.TransAmount),
    shortcode: said.BusinessShortCode,
    account: said.BillRefNumber,
    thirdParty: said.ThirdPartyTransID,
    balance: parseDarajaAmount(said.OrgAccountBalance),
    phone: said.MSISDN,
    firstName: said.FirstName,
    name: [said.FirstName, said.MiddleName, said.LastName].filter((part) => part !== null).join(' ') || null,
  }));
export type C2bCallback = z.output<typeof C2bCallback>;

/** A row of Pull: its keys are in lower case, and the list is nested in a list. */
const PullTransaction = z
  .looseObject({
    transactionId: darajaTextField,
    trxDate: optionalDarajaText,
    msisdn: optionalDarajaText,
    sender: optionalDarajaText,
    transactiontype: optionalDarajaText,
    billreference: optionalDarajaText,
    amount: unknownDarajaField,
    organizationname: optionalDarajaText,
  })
  .transform((said) => ({
    receipt: said.transactionId,
    at: parseDarajaTime(said.trxDate),
    cents: parseDarajaAmount(said.amount),
    account: said.billreference,
    phone: said.msisdn,
    name: said.sender,
    kind: said.transactiontype,
    /** Returned money: `account` then names the reversed receipt. */
    reversal: /revers/i.test(said.transactiontype ?? ''),
    organization: said.organizationname,
  }));
export type PullTransaction = z.output<typeof PullTransaction>;

/** Unreadable rows are counted and not dropped silently: the caller must check the statement then. */
export const PullResponse = z
  .looseObject({ ResponseCode: darajaTextField, ResponseMessage: optionalDarajaText, Response: unknownDarajaField })
  .transform((said) => {
    const listed = Array.isArray(said.Response) ? said.Response.flat(2) : [];
    const read = listed.map((row) => PullTransaction.safeParse(row));
    return {
      code: said.ResponseCode,
      text: said.ResponseMessage ?? '',
      rows: read.flatMap((row) => (row.success ? [row.data] : [])),
      unread: read.filter((row) => !row.success).length,
    };
  });
export type PullResponse = z.output<typeof PullResponse>;

/** The answers to requests: accepted for an STK push, accepted for others, rejected. */
export const StkPushResponse = z.looseObject({
  MerchantRequestID: optionalDarajaText,
  CheckoutRequestID: optionalDarajaText,
  ResponseCode: darajaTextField,
  ResponseDescription: optionalDarajaText,
  CustomerMessage: optionalDarajaText,
});
/** `OriginatorCoversationID` is Safaricom's spelling in the registration of addresses. */
export const AcceptedResponse = z.looseObject({
  OriginatorConversationID: optionalDarajaText,
  OriginatorCoversationID: optionalDarajaText,
  ConversationID: optionalDarajaText,
  ResponseCode: darajaTextField,
  ResponseDescription: optionalDarajaText,
});
/** The answer to a Pull registration: the name of the code differs between pages of the portal. */
export const PullRegistrationResponse = z
  .looseObject({
    ResponseStatus: optionalDarajaText,
    'Response Status': optionalDarajaText,
    ResponseCode: optionalDarajaText,
    ResponseDescription: optionalDarajaText,
  })
  .transform((said) => ({ code: said.ResponseStatus ?? said['Response Status'] ?? said.ResponseCode, text: said.ResponseDescription ?? '' }));
export const DarajaErrorResponse = z.looseObject({ requestId: optionalDarajaText, errorCode: darajaTextField, errorMessage: optionalDarajaText });
export const TokenResponse = z.looseObject({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
