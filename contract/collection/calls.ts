import { z } from 'zod';
import { holders } from '#contract/access/whose.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { day, id, moment } from '#contract/kernel/list.ts';
import { phone } from '#contract/kernel/phone.ts';
import { most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { pasteStates, recordedHows } from './kinds.ts';
import { Progress, ToPay } from './shapes.ts';

const base = '/api/v2/payment' as const;
const code = line.min(4).max(30);
const token = z.string().max(200);
const managers = holders('payments', 'create');
/** The most anybody pays at once; what a prompt can move is less, and is told apart. */
const paid = amount(most.rent, 1);

/** Paying by a prompt, giving M-Pesa's message, and what managers write down themselves. */
export const collectionCalls = {
  toPay: call({
    method: 'GET',
    path: `${base}/to_pay/`,
    summary: 'What is open of a tenancy or a booking, one’s share of it, and the ways to pay',
    needs: 'signed-in',
    /** One of them. */
    query: z.object({ tenancy_id: id.optional(), booking_id: id.optional(), invoice_id: id.optional() }),
    result: ToPay,
    fails: ['notFound', 'invalid'],
  }),
  toPayOpen: call({
    method: 'GET',
    path: `${base}/to_pay_open/`,
    summary: 'The same of one invoice, for whoever holds its link',
    needs: 'anyone',
    query: z.object({ invoice_id: id, token }),
    result: ToPay,
    fails: ['notFound'],
  }),
  pay: call({
    method: 'POST',
    path: `${base}/pay/`,
    summary: 'Have a prompt sent to a phone for one or several invoices, or ahead for a home; answers at once, the phone rings afterwards',
    needs: 'signed-in',
    /** Without an invoice for the home itself: what nothing asks for yet is kept as credit. */
    body: z.strictObject({ invoice_ids: z.array(id).max(20), tenancy_id: id.optional(), cents: paid, phone }),
    result: z.object({ id: z.number(), code: z.string() }),
    fails: ['notFound', 'conflict', 'invalid', 'tooMany', 'wrongState'],
    document: 'payments',
  }),
  payOpen: call({
    method: 'POST',
    path: `${base}/pay_open/`,
    summary: 'The same for one invoice by whoever holds its link; so many prompts an invoice, a number and an address',
    needs: 'anyone',
    body: z.strictObject({ invoice_id: id, token, cents: paid, phone }),
    result: z.object({ code: z.string() }),
    fails: ['notFound', 'conflict', 'invalid', 'tooMany', 'wrongState'],
    document: 'payments',
  }),
  progress: call({
    method: 'GET',
    path: `${base}/progress/`,
    summary: 'What became of a prompt, by its code; asked again until it is over',
    needs: 'signed-in',
    query: z.object({ code }),
    result: Progress,
    fails: ['notFound'],
  }),
  progressOpen: call({
    method: 'GET',
    path: `${base}/progress_open/`,
    summary: 'The same of one begun by the link of an invoice, for whoever holds it',
    needs: 'anyone',
    query: z.object({ code, invoice_id: id, token }),
    result: Progress,
    fails: ['notFound'],
  }),
  paste: call({
    method: 'POST',
    path: `${base}/paste_message/`,
    summary: 'Give the message M-Pesa sent: it is no money, but M-Pesa is asked about the number in it',
    needs: 'signed-in',
    body: z.strictObject({ text: z.string().trim().min(10).max(1000), tenancy_id: id.optional() }),
    result: z.object({ external: z.string(), known: z.boolean() }),
    fails: ['notFound', 'invalid', 'conflict', 'tooMany'],
    document: 'payments',
  }),
  pasted: call({
    method: 'GET',
    path: `${base}/my_messages/`,
    summary: 'The messages one pasted for a home, and how it stands with each',
    needs: 'signed-in',
    query: z.object({ tenancy_id: id }),
    result: z.object({ results: z.array(z.object({ external: z.string(), at: moment, state: z.enum(pasteStates) })) }),
    fails: ['notFound'],
  }),
  record: call({
    method: 'POST',
    path: `${base}/record/`,
    summary: 'Write down what was paid to one’s own account or by hand. Cash waits for the code its payer gets by SMS, or for a second person',
    needs: managers,
    body: z.strictObject({
      how: z.enum(recordedHows),
      cents: amount(most.rent, 1),
      on: day,
      tenancy_id: id.optional(),
      booking_id: id.optional(),
      invoice_ids: z.array(id).max(50).optional(),
      /** M-Pesa's number, the cheque's, the bank's reference. */
      external: line.max(60).default(''),
      note: z.string().trim().max(500).default(''),
    }),
    result: z.object({
      id: z.number(),
      code: z.string(),
      awaits_code: z.boolean(),
      /** Nobody gets a code: another person looks at the evidence. */
      awaits_second: z.boolean(),
      phone_tail: z.string().nullable(),
    }),
    fails: ['notFound', 'conflict', 'invalid', 'wrongState', 'tooMany'],
    document: 'payments',
  }),
  recordWays: call({
    method: 'GET',
    path: `${base}/record_ways/`,
    summary: 'What can be written down for a home, and where its invoices are paid to when the platform holds the money',
    needs: managers,
    /** One of the first two. */
    query: z.object({ tenancy_id: id.optional(), booking_id: id.optional(), invoice_id: id.optional() }),
    result: z.object({
      hows: z.array(z.enum(recordedHows)),
      held: z.boolean(),
      paybill: z.string().nullable(),
      collects: z.boolean(),
      /** Cash waits for a second person: its payer has no phone for a code. */
      second: z.boolean(),
    }),
    fails: ['notFound', 'invalid'],
  }),
} as const;
