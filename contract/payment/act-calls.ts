import { z } from 'zod';
import { holders, keepers } from '#contract/access/whose.ts';
import { approvals } from '#contract/approval/purposes.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { id } from '#contract/kernel/list.ts';
import { most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { PaymentFull } from './shapes.ts';

const base = '/api/v2/payment' as const;
const byId = z.object({ id });
const reason = z.string().trim().min(3).max(500);
const managers = holders('payments', 'create');
const counting = keepers('payments', 'create');
const cents = amount(most.rent, 1);
const acting = { method: 'POST', needs: ['payments', 'edit'], query: byId, document: 'payments' } as const;

/** What is done to a payment: each answers with all of it. */
export const paymentActCalls = {
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
  evidence: call({
    method: 'POST',
    path: `${base}/add_evidence/`,
    summary: 'A picture of the receipt book, the cheque or the slip',
    needs: managers,
    query: byId,
    upload: { field: 'evidence', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: PaymentFull,
    fails: ['notFound', 'wrongState'],
    document: 'payments',
  }),
  confirmCash: call({
    method: 'POST',
    path: `${base}/confirm_cash/`,
    summary: 'Confirm cash with the code its payer got; without one another person does, by evidence and with a reason',
    needs: approvals.cashWithoutCode.needs,
    query: byId,
    body: z.strictObject({ code: line.max(12).optional(), reason: z.string().trim().max(500).optional() }),
    result: PaymentFull,
    fails: ['notFound', 'invalid', 'wrongState', 'tooMany', 'conflict', 'forbidden'],
    toast: 'statusUpdated',
    document: 'payments',
  }),
  cancelCash: call({
    method: 'POST',
    path: `${base}/cancel_cash/`,
    summary: 'Take cash back that nobody confirmed',
    needs: counting,
    query: byId,
    body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
    result: PaymentFull,
    fails: ['notFound', 'wrongState'],
    document: 'payments',
  }),
} as const;
