import type { Logger } from 'pino';
import { mpesaLimits, refusedUrlWords } from '#contract/daraja/addresses.ts';
import { toMsisdn } from '#contract/daraja/phone.ts';
import {
  AcceptedResponse,
  PullRegistrationResponse,
  PullResponse,
  type PullTransaction,
  StkPushResponse,
  StkQueryResponse,
} from '#contract/daraja/shapes.ts';
import { formatDarajaTimestamp, formatPullTime } from '#contract/daraja/times.ts';
import { type Cents, toShillings } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { makeSecurityCredential } from './credential.ts';
import { makeDarajaSender, type SendDarajaRequest } from './http-send.ts';
import type { MpesaConfig } from './mpesa-config.ts';
import { type DarajaOutcome, makaoOutcomeCodes, type RefusedOutcome, toRefusedOutcome, toUnknownOutcome } from './outcome.ts';
import type { DarajaTokenStore } from './tokens.ts';

/** A callback path of this server, such as `/hooks/pay/stk/<secret>`; a full address is used unchanged. */
export type DarajaStkPushRequest = {
  readonly phone: string;
  readonly cents: Cents;
  /** At most 12 letters and digits: the account number the payer sees, repeated in the C2B confirmation. */
  readonly reference: string;
  readonly description: string;
  readonly callback: string;
};
/** The addresses for results and for queue timeouts. */
type Results = { readonly results: string; readonly timeouts: string };
export type B2cRequest = Results & {
  /** OriginatorConversationID, at most 19 characters: a repeated key is the same payout. */
  readonly key: string;
  readonly phone: string;
  readonly cents: Cents;
  readonly remarks: string;
  readonly occasion?: string;
};
export type TransactionStatusRequest = Results &
  ({ readonly receipt: string } | { readonly originator: string }) & { readonly remarks?: string; readonly occasion?: string };
export type ReversalRequest = Results & { readonly receipt: string; readonly cents: Cents; readonly remarks: string; readonly occasion?: string };
export type TransactionPullRequest = { readonly from: Date; readonly to: Date; readonly offset?: number };

type Begun = { readonly originator: string | null; readonly conversation: string | null; readonly text: string };
type Pushed = { readonly checkoutRequestId: string; readonly merchantRequestId: string | null; readonly text: string };

export type DarajaClient = {
  /** STK push: shows a prompt on the payer's phone. It is never sent twice. */
  push(request: DarajaStkPushRequest): Promise<DarajaOutcome<Pushed>>;
  /** Queries the result of an STK push. Only `accepted` says anything about the payment. */
  pushQuery(checkoutRequestId: string): Promise<DarajaOutcome<StkQueryResponse>>;
  /** Sends a payout (B2C). It is never sent twice; `unknown` with `duplicate` means that this key is known. */
  b2c(request: B2cRequest): Promise<DarajaOutcome<Begun>>;
  status(request: TransactionStatusRequest): Promise<DarajaOutcome<Begun>>;
  balance(request: Results): Promise<DarajaOutcome<Begun>>;
  reversal(request: ReversalRequest): Promise<DarajaOutcome<Begun>>;
  /** The receipts between two times; `offset` counts rows. */
  pull(request: TransactionPullRequest): Promise<DarajaOutcome<{ readonly rows: readonly PullTransaction[]; readonly unread: number }>>;
  pullRegister(request: { readonly phone: string; readonly callback: string }): Promise<DarajaOutcome<{ readonly text: string }>>;
  /** Registers the callback addresses for payments to the paybill, and the default if they do not answer. */
  register(request: {
    readonly confirmation: string;
    readonly validation: string;
    readonly unanswered?: 'Completed' | 'Cancelled';
  }): Promise<DarajaOutcome<{ readonly text: string }>>;
};

export type DarajaClientOptions = {
  readonly line: MpesaConfig | null;
  readonly log: Logger;
  readonly callbacks: string;
  readonly tokens: DarajaTokenStore;
  readonly timeoutMs?: number;
};

export function makeDarajaClient(parts: DarajaClientOptions): DarajaClient {
  const off = async () => toRefusedOutcome(makaoOutcomeCodes.off, 'M-Pesa is not set up');
  const { line } = parts;
  if (line === null)
    return { push: off, pushQuery: off, b2c: off, status: off, balance: off, reversal: off, pull: off, pullRegister: off, register: off };
  const desk: Desk = { ...parts, line, send: makeDarajaSender({ ...parts, line }) };
  return {
    push: (request) => push(desk, request),
    pushQuery: (id) => pushQuery(desk, id),
    b2c: (request) => b2c(desk, request),
    status: (request) => status(desk, request),
    balance: (request) => initiated(desk, 'balance', request, { CommandID: 'AccountBalance', ...shortcode(line), Remarks: 'Balance' }),
    reversal: (request) => reversal(desk, request),
    pull: (request) => pull(desk, request),
    pullRegister: (request) => pullRegister(desk, request),
    register: (request) => register(desk, request),
  };
}

type Desk = Omit<DarajaClientOptions, 'line'> & { readonly line: MpesaConfig; readonly send: SendDarajaRequest };

/** Timestamp and password must use one clock reading: two readings would sometimes cause "wrong credentials". */
function signed({ line }: Desk) {
  const Timestamp = formatDarajaTimestamp(clock.now());
  const Password = Buffer.from(`${line.shortcode}${line.passkey.reveal()}${Timestamp}`).toString('base64');
  return { BusinessShortCode: line.shortcode, Password, Timestamp };
}
const shortcode = (line: MpesaConfig) => ({ PartyA: line.shortcode, IdentifierType: '4' });
const isRefused = (value: string | number | RefusedOutcome): value is RefusedOutcome => typeof value === 'object';

/** M-Pesa accepts only whole shillings. */
function shillings(cents: Cents, least: number): number | RefusedOutcome {
  const amount = toShillings(cents);
  if (!Number.isInteger(amount)) return toRefusedOutcome(makaoOutcomeCodes.amount, 'M-Pesa accepts only whole shillings');
  return cents < least || cents > mpesaLimits.most
    ? toRefusedOutcome(makaoOutcomeCodes.amount, 'The amount is outside the limits of one M-Pesa transaction')
    : amount;
}
const mobile = (phone: string): string | RefusedOutcome =>
  toMsisdn(phone) ?? toRefusedOutcome(makaoOutcomeCodes.phone, 'This is not a Kenyan mobile number');

/** Safaricom would reject such an address with an unclear message. */
function address({ callbacks }: Desk, path: string): string | RefusedOutcome {
  const whole = /^https?:\/\//.test(path) ? path : `${callbacks}${path}`;
  return refusedUrlWords.test(whole)
    ? toRefusedOutcome(makaoOutcomeCodes.address, 'The callback address contains a word that Safaricom does not accept')
    : whole;
}
const short = (text: string, most: number): string =>
  text
    .replace(/[^\w .,:/#-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most) || '-';

async function push(desk: Desk, request: DarajaStkPushRequest): Promise<DarajaOutcome<Pushed>> {
  const { line } = desk;
  const [amount, phone, callback] = [shillings(request.cents, mpesaLimits.least), mobile(request.phone), address(desk, request.callback)];
  for (const part of [amount, phone, callback]) if (isRefused(part)) return part;
  const answer = await desk.send('push', '/mpesa/stkpush/v1/processrequest', {
    ...signed(desk),
    TransactionType: line.till === null ? 'CustomerPayBillOnline' : 'CustomerBuyGoodsOnline',
    Amount: amount,
    PartyA: phone,
    PartyB: line.till ?? line.shortcode,
    PhoneNumber: phone,
    CallBackURL: callback,
    AccountReference: short(request.reference, 12),
    TransactionDesc: short(request.description, 13),
  });
  if (answer.kind !== 'accepted') return answer;
  const read = StkPushResponse.safeParse(answer.body);
  if (!read.success) return toUnknownOutcome('shape', 'Safaricom sent an answer in an unexpected format');
  const { ResponseCode: code, ResponseDescription: said, CheckoutRequestID: checkoutRequestId, MerchantRequestID: merchantRequestId } = read.data;
  if (code !== '0') return toRefusedOutcome(code, said ?? '');
  return checkoutRequestId === null
    ? toUnknownOutcome('shape', 'The answer of Safaricom contains no checkout request')
    : { kind: 'accepted', checkoutRequestId, merchantRequestId, text: said ?? '' };
}

async function pushQuery(desk: Desk, checkoutRequestId: string): Promise<DarajaOutcome<StkQueryResponse>> {
  const answer = await desk.send('pushQuery', '/mpesa/stkpushquery/v1/query', { ...signed(desk), CheckoutRequestID: checkoutRequestId });
  if (answer.kind !== 'accepted') return answer;
  const read = StkQueryResponse.safeParse(answer.body);
  if (!read.success) return toUnknownOutcome('shape', 'Safaricom sent an answer in an unexpected format');
  // The answer to another request proves nothing about this one.
  return read.data.checkoutRequestId !== null && read.data.checkoutRequestId !== checkoutRequestId
    ? toUnknownOutcome('shape', 'The answer of Safaricom is about another M-Pesa prompt')
    : { kind: 'accepted', ...read.data };
}

async function b2c(desk: Desk, request: B2cRequest): Promise<DarajaOutcome<Begun>> {
  const [amount, phone] = [shillings(request.cents, mpesaLimits.leastOut), mobile(request.phone)];
  for (const part of [amount, phone]) if (isRefused(part)) return part;
  if (!/^[\w-]{1,19}$/.test(request.key)) return toRefusedOutcome(makaoOutcomeCodes.key, 'A payout key must have 1 to 19 letters, digits or dashes');
  return initiated(desk, 'b2c', request, {
    OriginatorConversationID: request.key,
    CommandID: 'BusinessPayment',
    Amount: String(amount),
    PartyA: desk.line.shortcode,
    PartyB: phone,
    Remarks: short(request.remarks, 100),
    Occassion: short(request.occasion ?? '', 100),
  });
}

const status = (desk: Desk, request: TransactionStatusRequest): Promise<DarajaOutcome<Begun>> =>
  initiated(desk, 'status', request, {
    CommandID: 'TransactionStatusQuery',
    ...('receipt' in request ? { TransactionID: request.receipt } : { OriginalConversationID: request.originator }),
    ...shortcode(desk.line),
    Remarks: short(request.remarks ?? 'Status', 100),
    Occasion: short(request.occasion ?? '', 100),
  });

async function reversal(desk: Desk, request: ReversalRequest): Promise<DarajaOutcome<Begun>> {
  const amount = shillings(request.cents, mpesaLimits.least);
  if (isRefused(amount)) return amount;
  return initiated(desk, 'reversal', request, {
    CommandID: 'TransactionReversal',
    TransactionID: request.receipt,
    Amount: String(amount),
    ReceiverParty: desk.line.shortcode,
    RecieverIdentifierType: '11',
    Remarks: short(request.remarks, 100),
    Occasion: short(request.occasion ?? '', 100),
  });
}

const initiatedPaths = {
  b2c: '/mpesa/b2c/v3/paymentrequest',
  status: '/mpesa/transactionstatus/v1/query',
  balance: '/mpesa/accountbalance/v1/query',
  reversal: '/mpesa/reversal/v1/request',
} as const;

/** Initiator requests are accepted at once; the result is sent later to the callback address. */
async function initiated(desk: Desk, what: keyof typeof initiatedPaths, { results, timeouts }: Results, body: object): Promise<DarajaOutcome<Begun>> {
  const [ResultURL, QueueTimeOutURL] = [address(desk, results), address(desk, timeouts)];
  for (const part of [ResultURL, QueueTimeOutURL]) if (isRefused(part)) return part;
  const { initiator } = desk.line;
  if (!initiator) return toRefusedOutcome(makaoOutcomeCodes.initiator, 'No initiator is set up for this shortcode');
  const SecurityCredential = await makeSecurityCredential(initiator);
  if (SecurityCredential === null)
    return toRefusedOutcome(makaoOutcomeCodes.initiator, 'The certificate for the initiator is not usable. Check MPESA_CERT.');
  const who = what === 'b2c' ? { InitiatorName: initiator.name } : { Initiator: initiator.name };
  const answer = await desk.send(what, initiatedPaths[what], { ...who, SecurityCredential, ResultURL, QueueTimeOutURL, ...body });
  if (answer.kind !== 'accepted') return answer;
  const read = AcceptedResponse.safeParse(answer.body);
  if (!read.success) return toUnknownOutcome('shape', 'Safaricom sent an answer in an unexpected format');
  const { ResponseCode: code, ResponseDescription: said, OriginatorConversationID: originator, ConversationID: conversation } = read.data;
  return code === '0' ? { kind: 'accepted', originator, conversation, text: said ?? '' } : toRefusedOutcome(code, said ?? '');
}

async function pull(
  desk: Desk,
  { from, to, offset = 0 }: TransactionPullRequest,
): Promise<DarajaOutcome<{ rows: readonly PullTransaction[]; unread: number }>> {
  const answer = await desk.send('pull', '/pulltransactions/v1/query', {
    ShortCode: desk.line.shortcode,
    StartDate: formatPullTime(from),
    EndDate: formatPullTime(to),
    OffSetValue: String(offset),
  });
  if (answer.kind !== 'accepted') return answer;
  const read = PullResponse.safeParse(answer.body);
  if (!read.success) return toUnknownOutcome('shape', 'Safaricom sent an answer in an unexpected format');
  const { code, text, rows, unread } = read.data;
  // Pull answers with code 1001 if there are no rows.
  return ['0', '1000', '1001'].includes(code) ? { kind: 'accepted', rows, unread } : toRefusedOutcome(code, text);
}

async function pullRegister(desk: Desk, request: { readonly phone: string; readonly callback: string }): Promise<DarajaOutcome<{ text: string }>> {
  const [phone, callback] = [mobile(request.phone), address(desk, request.callback)];
  for (const part of [phone, callback]) if (isRefused(part)) return part;
  const body = { ShortCode: desk.line.shortcode, RequestType: 'Pull', NominatedNumber: phone, CallBackURL: callback };
  const answer = await desk.send('pullRegister', '/pulltransactions/v1/register', body);
  if (answer.kind !== 'accepted') return answer;
  const { code, text } = PullRegistrationResponse.catch({ code: null, text: '' }).parse(answer.body);
  if (code === null) return toUnknownOutcome('shape', 'Safaricom sent an answer in an unexpected format');
  // Code 1001 means that the address is already registered.
  return ['0', '1000', '1001'].includes(code) ? { kind: 'accepted', text } : toRefusedOutcome(code, text);
}

async function register(desk: Desk, request: Parameters<DarajaClient['register']>[0]): Promise<DarajaOutcome<{ text: string }>> {
  const [ConfirmationURL, ValidationURL] = [address(desk, request.confirmation), address(desk, request.validation)];
  for (const part of [ConfirmationURL, ValidationURL]) if (isRefused(part)) return part;
  const body = { ShortCode: desk.line.shortcode, ResponseType: request.unanswered ?? 'Completed', ConfirmationURL, ValidationURL };
  const answer = await desk.send('register', '/mpesa/c2b/v2/registerurl', body);
  if (answer.kind !== 'accepted') return answer;
  const read = AcceptedResponse.safeParse(answer.body);
  if (!read.success) return toUnknownOutcome('shape', 'Safaricom sent an answer in an unexpected format');
  const { ResponseCode: code, ResponseDescription: text } = read.data;
  return /^0+$/.test(code) ? { kind: 'accepted', text: text ?? '' } : toRefusedOutcome(code, text ?? '');
}
