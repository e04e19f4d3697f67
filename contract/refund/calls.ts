import { z } from 'zod';
import { approvalRules } from '#contract/approval/purposes.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildFilterSchema, buildListSchema, dayRange, id, pageNumberSchema, pageSize, tabCountsFlag } from '#contract/kernel/list.ts';
import { manualRefundMethods, refundStates } from './kinds.ts';
import { RefundDetails } from './shape.ts';

const base = '/api/v2/payment' as const;
const byId = z.object({ id });
const reason = z.string().trim().min(3).max(500);
/** Platform staff settle the refunds that the platform sent. */
const platform = { only: ['admin', 'superadmin'], with: ['payments', 'edit'] } as const;
const acting = { method: 'POST', needs: ['payments', 'edit'], query: byId, document: 'payments' } as const;

/** Refunds, which need two people. */
export const refundCalls = {
  listRefunds: call({
    method: 'GET',
    path: `${base}/refunds/`,
    summary: 'List refunds; those that need approval come first',
    needs: ['payments', 'read'],
    /** `waiting`: pending the caller's decision, because another person requested it. */
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      z_filter: buildFilterSchema({ status: z.enum(refundStates), waiting: z.enum(['true']), ...dayRange }),
    }),
    result: buildListSchema(RefundDetails),
    fails: [],
  }),
  decideRefund: call({
    ...acting,
    needs: approvalRules.companyRefund.needs,
    path: `${base}/decide_refund/`,
    summary: 'Approve or reject a refund that another person requested; an approved M-Pesa refund is sent from the platform’s paybill',
    body: z.strictObject({
      approve: z.boolean(),
      reason: z.string().trim().max(500).default(''),
      /** The destination number, typed by the second person too, where it differs from the payer's. */
      to: singleLine.max(120).optional(),
      /** The refund is not sent by M-Pesa: the approver pays it manually, because the balance of the paybill is too low. */
      by_hand: z.boolean().optional(),
    }),
    result: RefundDetails,
    fails: ['notFound', 'forbidden', 'wrongState', 'conflict', 'invalid'],
    toast: 'statusUpdated',
    fresh: true,
  }),
  refundDestination: call({
    ...acting,
    path: `${base}/refund_to/`,
    summary: 'Get the full phone or account number of a refund for its approver; each access is logged',
    result: z.object({ to: z.string(), elsewhere: z.boolean() }),
    fails: ['notFound', 'forbidden'],
  }),
  sendRefund: call({
    ...acting,
    path: `${base}/send_refund/`,
    summary: 'Query M-Pesa for the status of an unknown refund, or retry a failed one',
    needs: approvalRules.refundResend.needs,
    result: RefundDetails,
    fails: ['notFound', 'forbidden', 'wrongState', 'conflict'],
    toast: 'statusUpdated',
    fresh: true,
  }),
  settleRefund: call({
    ...acting,
    path: `${base}/settle_refund/`,
    summary: 'Record from the M-Pesa statement that an unknown refund arrived, with its M-Pesa code, or request that it is recorded as failed',
    needs: platform,
    body: z.strictObject({ arrived: z.boolean(), proof: singleLine.max(120).default(''), reason }),
    result: RefundDetails,
    fails: ['notFound', 'forbidden', 'wrongState', 'conflict', 'invalid'],
    toast: 'statusUpdated',
    fresh: true,
  }),
  addRefundEvidence: call({
    ...acting,
    path: `${base}/refund_evidence/`,
    summary: 'Upload evidence of a paid refund: the slip or the receipt signed by the payer',
    upload: { field: 'evidence', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: RefundDetails,
    fails: ['notFound', 'wrongState'],
  }),
  recordPaidRefund: call({
    ...acting,
    path: `${base}/paid_refund/`,
    summary: 'Record a refund paid by hand: by M-Pesa with its code, which a statement or Pull must confirm, or by bank or cash with evidence',
    body: z.strictObject({
      how: z.enum(manualRefundMethods),
      /** The account it was paid from, where the platform pays by bank. */
      account_id: id.optional(),
      proof: singleLine.min(3).max(120),
    }),
    result: RefundDetails,
    fails: ['notFound', 'wrongState', 'conflict', 'invalid'],
    toast: 'statusUpdated',
  }),
} as const;
