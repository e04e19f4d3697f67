import { z } from 'zod';
import { companyRolesOnly } from '#contract/access/role-limits.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { day, id, moment } from '#contract/kernel/list.ts';
import { phone } from '#contract/kernel/phone.ts';
import { amountLimits, recordedPaymentMinCents } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { pastedMessageStates, paymentMethods, recordedPaymentMethods } from './kinds.ts';
import { PayableItem, PaymentProgress } from './shapes.ts';

const base = '/api/v2/payment' as const;
const code = singleLine.min(4).max(30);
const token = z.string().max(200);
const managers = companyRolesOnly('payments', 'create');
/** The maximum of one payment. An M-Pesa prompt moves less, and its limit is stated separately. */
const paid = amountSchema(amountLimits.rent, 1);

/** Calls for paying by M-Pesa prompt (STK push), submitting an M-Pesa message, and recording payments. */
export const collectionCalls = {
  paymentOptions: call({
    method: 'GET',
    path: `${base}/to_pay/`,
    summary: 'Get the balance due of a tenancy or booking, the caller’s share, and the ways to pay',
    needs: 'signed-in',
    /** Requires exactly one of the two fields. */
    query: z.object({ tenancy_id: id.optional(), booking_id: id.optional(), invoice_id: id.optional() }),
    result: PayableItem,
    fails: ['notFound', 'invalid'],
  }),
  publicPaymentOptions: call({
    method: 'GET',
    path: `${base}/to_pay_open/`,
    summary: 'Get the balance due of an invoice and the ways to pay, by its public link',
    needs: 'anyone',
    query: z.object({ invoice_id: id, token }),
    result: PayableItem,
    fails: ['notFound'],
  }),
  pay: call({
    method: 'POST',
    path: `${base}/pay/`,
    summary: 'Send an M-Pesa prompt for one or several invoices, or an advance payment for a home; returns before the phone receives it',
    needs: 'signed-in',
    /** Without invoices the payment is for the home itself and becomes tenant credit. */
    body: z.strictObject({ invoice_ids: z.array(id).max(20), tenancy_id: id.optional(), cents: paid, phone }),
    result: z.object({ id: z.number(), code: z.string() }),
    fails: ['notFound', 'conflict', 'invalid', 'tooMany', 'wrongState'],
    document: 'payments',
  }),
  publicPay: call({
    method: 'POST',
    path: `${base}/pay_open/`,
    summary: 'Send an M-Pesa prompt for an invoice by its public link; limited per invoice, phone number and address',
    needs: 'anyone',
    body: z.strictObject({ invoice_id: id, token, cents: paid, phone }),
    result: z.object({ code: z.string() }),
    fails: ['notFound', 'conflict', 'invalid', 'tooMany', 'wrongState'],
    document: 'payments',
  }),
  progress: call({
    method: 'GET',
    path: `${base}/progress/`,
    summary: 'Get the status of an M-Pesa prompt by its code; clients poll it until the prompt ends',
    needs: 'signed-in',
    query: z.object({ code }),
    result: PaymentProgress,
    fails: ['notFound'],
  }),
  publicProgress: call({
    method: 'GET',
    path: `${base}/progress_open/`,
    summary: 'Get the status of an M-Pesa prompt sent from a public invoice link',
    needs: 'anyone',
    query: z.object({ code, invoice_id: id, token }),
    result: PaymentProgress,
    fails: ['notFound'],
  }),
  submitMessage: call({
    method: 'POST',
    path: `${base}/paste_message/`,
    summary: 'Submit a pasted M-Pesa message as evidence; nothing is credited, but M-Pesa is queried for its code',
    needs: 'signed-in',
    body: z.strictObject({ text: z.string().trim().min(10).max(1000), tenancy_id: id.optional() }),
    result: z.object({ external: z.string(), known: z.boolean() }),
    fails: ['notFound', 'invalid', 'conflict', 'tooMany'],
    document: 'payments',
  }),
  listMessages: call({
    method: 'GET',
    path: `${base}/my_messages/`,
    summary: 'List the M-Pesa messages the caller pasted for a home, with the status of each',
    needs: 'signed-in',
    query: z.object({ tenancy_id: id }),
    result: z.object({ results: z.array(z.object({ external: z.string(), at: moment, state: z.enum(pastedMessageStates) })) }),
    fails: ['notFound'],
  }),
  record: call({
    method: 'POST',
    path: `${base}/record/`,
    summary:
      'Record a payment received in the company’s own account or by hand; cash is pending until the payer’s SMS code or a second person confirms it',
    needs: managers,
    body: z.strictObject({
      how: z.enum(recordedPaymentMethods),
      cents: amountSchema(amountLimits.rent, recordedPaymentMinCents),
      on: day,
      tenancy_id: id.optional(),
      booking_id: id.optional(),
      invoice_ids: z.array(id).max(50).optional(),
      /** The M-Pesa code, cheque number or bank reference. */
      external: singleLine.max(60).default(''),
      note: z.string().trim().max(500).default(''),
      /** The earlier payment of the same amount, which the caller confirms is another one. Without it a probable duplicate is refused. */
      besides: id.optional(),
    }),
    result: z.object({
      id: z.number(),
      code: z.string(),
      awaits_code: z.boolean(),
      /** No code was sent to the payer, so a second person reviews the evidence. */
      awaits_second: z.boolean(),
      phone_tail: z.string().nullable(),
    }),
    fails: ['notFound', 'conflict', 'invalid', 'wrongState', 'tooMany'],
    document: 'payments',
  }),
  recordingOptions: call({
    method: 'GET',
    path: `${base}/record_ways/`,
    summary: 'Get the kinds of payment that can be recorded for a home, and where its invoices are paid if Makao collects',
    needs: managers,
    /** Requires one of the first two fields. */
    query: z.object({ tenancy_id: id.optional(), booking_id: id.optional(), invoice_id: id.optional() }),
    result: z.object({
      hows: z.array(z.enum(recordedPaymentMethods)),
      held: z.boolean(),
      paybill: z.string().nullable(),
      collects: z.boolean(),
      /** Cash needs a second person, because the payer has no phone for a code. */
      second: z.boolean(),
      /** Payments recorded for the home in the last days, with which a new one is compared. */
      recent: z.array(z.object({ id: z.number(), code: z.string(), how: z.enum(paymentMethods), cents: z.number(), on: day })),
    }),
    fails: ['notFound', 'invalid'],
  }),
} as const;
