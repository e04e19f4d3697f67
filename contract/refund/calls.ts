import { z } from 'zod';
import { approvals } from '#contract/approval/purposes.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { days, filters, id, list, page, pageSize, tabs } from '#contract/kernel/list.ts';
import { refundHows, refundStates } from './kinds.ts';
import { RefundShape } from './shape.ts';

const base = '/api/v2/payment' as const;
const byId = z.object({ id });
const reason = z.string().trim().min(3).max(500);
/** What the platform sent, its own people settle. */
const platform = { only: ['admin', 'superadmin'], with: ['payments', 'edit'] } as const;
const acting = { method: 'POST', needs: ['payments', 'edit'], query: byId, document: 'payments' } as const;

/** Money that is given back, after two persons. */
export const refundCalls = {
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
