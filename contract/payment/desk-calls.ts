import { z } from 'zod';
import { keepers } from '#contract/access/whose.ts';
import { approvals } from '#contract/approval/purposes.ts';
import { doubtDecisions, doubtStates, refundHows, refundStates } from '#contract/collection/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { days, filters, id, list, page, pageSize, searchText, tabs } from '#contract/kernel/list.ts';
import { most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { RefundShape } from '#contract/refund/shape.ts';
import { Candidate, Doubt, PaymentFull } from './shapes.ts';

const base = '/api/v2/payment' as const;
const byId = z.object({ id });
const reason = z.string().trim().min(3).max(500);
const cents = amount(most.rent, 1);
/** What the platform sent, its own people settle. */
const platform = { only: ['admin', 'superadmin'], with: ['payments', 'edit'] } as const;
const acting = { method: 'POST', needs: ['payments', 'edit'], query: byId, document: 'payments' } as const;

/** The desk where money without an owner is looked at, and what was done wrong is put right. */
export const paymentDeskCalls = {
  candidates: call({
    method: 'GET',
    path: `${base}/candidates/`,
    summary: 'Whom a payment could be from, best first, with why; or by a name, a unit or a code',
    needs: ['payments', 'read'],
    query: byId.extend({ q: searchText.optional() }),
    result: z.object({ results: z.array(Candidate) }),
    fails: ['notFound'],
  }),
  assign: call({
    ...acting,
    path: `${base}/assign/`,
    summary: 'Say whose a payment is, in one or several parts; what no open invoice takes is kept as their credit',
    body: z.strictObject({
      parts: z
        .array(z.strictObject({ tenancy_id: id.optional(), booking_id: id.optional(), invoice_ids: z.array(id).max(50).optional(), cents }))
        .min(1)
        .max(20),
    }),
    result: PaymentFull,
    fails: ['notFound', 'conflict', 'wrongState', 'invalid'],
    toast: 'statusUpdated',
  }),
  ask: call({
    ...acting,
    path: `${base}/ask_payer/`,
    summary: 'Ask the payer by SMS what it was for, where their number is known; once a day',
    result: PaymentFull,
    fails: ['notFound', 'conflict', 'wrongState', 'tooMany'],
  }),
  unmatch: call({
    ...acting,
    path: `${base}/unmatch/`,
    summary: 'Take a payment back from what it was put to; it waits at the desk again',
    body: z.strictObject({ reason }),
    result: PaymentFull,
    fails: ['notFound', 'conflict', 'wrongState'],
    toast: 'statusUpdated',
  }),
  reverse: call({
    ...acting,
    path: `${base}/reverse/`,
    summary: 'Write down that the money is gone again: a cheque that bounced, cash given back, an M-Pesa reversal',
    body: z.strictObject({ reason }),
    result: PaymentFull,
    fails: ['notFound', 'wrongState', 'conflict', 'forbidden'],
    toast: 'statusUpdated',
  }),
  refunds: call({
    method: 'GET',
    path: `${base}/refunds/`,
    summary: 'What is to be given back, what waits for a second person first',
    needs: ['payments', 'read'],
    /** `waiting`: for the caller to decide, since another asked. */
    query: z.object({ page, page_size: pageSize, tabs, z_filter: filters({ status: z.enum(refundStates), waiting: z.enum(['true']), ...days }) }),
    result: list(RefundShape),
    fails: [],
  }),
  doubts: call({
    method: 'GET',
    path: `${base}/doubts/`,
    summary:
      'What only a person can decide: whether money is a prompt’s that was counted already, who bears what was taken back after part of it was returned, and which of several payments alike a bank took back',
    needs: ['payments', 'read'],
    query: z.object({ page, page_size: pageSize, z_filter: filters({ status: z.enum(doubtStates) }) }),
    result: list(Doubt),
    fails: [],
  }),
  decideDoubt: call({
    ...acting,
    path: `${base}/decide_doubt/`,
    summary:
      'Decide it: the same as the prompt, or money of its own; borne by the platform, taken from the payment that is named, or nothing was taken',
    needs: keepers('payments', 'edit'),
    /** `payment_id`: the one that was taken back, where there are several alike. */
    body: z.strictObject({ decision: z.enum(doubtDecisions), payment_id: id.optional(), reason }),
    result: Doubt,
    fails: ['notFound', 'conflict', 'wrongState', 'invalid', 'forbidden'],
    toast: 'statusUpdated',
  }),
  askRefund: call({
    ...acting,
    path: `${base}/ask_refund/`,
    summary: 'Ask that money be given back: what has no owner yet, or a tenant’s credit. Somebody else approves',
    body: z.strictObject({
      cents,
      reason,
      /** Left out, it goes to the number it was paid from, where the platform has that and sends it. */
      to: line.min(3).max(120).optional(),
    }),
    result: PaymentFull,
    fails: ['notFound', 'conflict', 'wrongState', 'invalid'],
    toast: 'statusUpdated',
  }),
  decideRefund: call({
    ...acting,
    needs: approvals.companyRefund.needs,
    path: `${base}/decide_refund/`,
    summary: 'Approve or refuse what another asked for; approved it is sent from the platform’s paybill, where that is how it goes',
    body: z.strictObject({
      approve: z.boolean(),
      reason: z.string().trim().max(500).default(''),
      /** The number it goes to, typed by the second person as well, where it is not the one it was paid from. */
      to: line.max(120).optional(),
      /** It is not sent: whoever decides gives it by hand, since the paybill has not enough. */
      by_hand: z.boolean().optional(),
    }),
    result: RefundShape,
    fails: ['notFound', 'forbidden', 'wrongState', 'conflict', 'invalid'],
    toast: 'statusUpdated',
    fresh: true,
  }),
  refundTo: call({
    ...acting,
    path: `${base}/refund_to/`,
    summary: 'The whole number or account a refund goes to, for who decides; the log keeps who looked',
    result: z.object({ to: z.string(), elsewhere: z.boolean() }),
    fails: ['notFound', 'forbidden'],
  }),
  sendRefund: call({
    ...acting,
    path: `${base}/send_refund/`,
    summary: 'Ask M-Pesa again what became of it while nobody knows; send it again once it certainly failed',
    needs: approvals.refundResend.needs,
    result: RefundShape,
    fails: ['notFound', 'forbidden', 'wrongState', 'conflict'],
    toast: 'statusUpdated',
    fresh: true,
  }),
  settleRefund: call({
    ...acting,
    path: `${base}/settle_refund/`,
    summary: 'Write down what M-Pesa’s statement says of one nobody knows about: it arrived, with its number, or it did not',
    needs: platform,
    body: z.strictObject({ arrived: z.boolean(), proof: line.max(120).default(''), reason }),
    result: RefundShape,
    fails: ['notFound', 'forbidden', 'wrongState', 'conflict', 'invalid'],
    toast: 'statusUpdated',
    fresh: true,
  }),
  refundEvidence: call({
    ...acting,
    path: `${base}/refund_evidence/`,
    summary: 'A picture of the slip or of the receipt the payer signed, for a refund that was approved',
    upload: { field: 'evidence', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: RefundShape,
    fails: ['notFound', 'wrongState'],
  }),
  paidRefund: call({
    ...acting,
    path: `${base}/paid_refund/`,
    summary:
      'Write down that it was given back by hand: by M-Pesa with its number, which a statement or Pull has to show; by bank or in cash with evidence',
    body: z.strictObject({
      how: z.enum(refundHows),
      /** The account it left, where the platform gives it by bank. */
      account_id: id.optional(),
      proof: line.min(3).max(120),
    }),
    result: RefundShape,
    fails: ['notFound', 'wrongState', 'conflict', 'invalid'],
    toast: 'statusUpdated',
  }),
} as const;
