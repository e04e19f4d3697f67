import { z } from 'zod';
import { companyRolesOnly, companyRolesOrAdmins } from '#contract/access/role-limits.ts';
import { approvalRules } from '#contract/approval/purposes.ts';
import { reversalCauses } from '#contract/collection/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { id } from '#contract/kernel/list.ts';
import { amountLimits } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { PaymentDetails } from './shapes.ts';

const base = '/api/v2/payment' as const;
const byId = z.object({ id });
const reason = z.string().trim().min(3).max(500);
const managers = companyRolesOnly('payments', 'create');
const counting = companyRolesOrAdmins('payments', 'create');
const cents = amountSchema(amountLimits.rent, 1);
const acting = { method: 'POST', needs: ['payments', 'edit'], query: byId, document: 'payments' } as const;

/** Actions on a payment; each returns the full payment. */
export const paymentActionCalls = {
  assign: call({
    ...acting,
    path: `${base}/assign/`,
    summary: 'Allocate a payment to one or several tenancies; what exceeds the open invoices becomes tenant credit',
    body: z.strictObject({
      parts: z
        .array(
          z.strictObject({
            tenancy_id: id.optional(),
            booking_id: id.optional(),
            invoice_ids: z.array(id).max(50).optional(),
            cents,
            /** The tenant's unbanked cash of the same amount, which the caller confirms is another payment. Without it a probable second credit is refused. */
            besides: id.optional(),
          }),
        )
        .min(1)
        .max(20),
    }),
    result: PaymentDetails,
    fails: ['notFound', 'conflict', 'wrongState', 'invalid'],
    toast: 'statusUpdated',
  }),
  askPayer: call({
    ...acting,
    path: `${base}/ask_payer/`,
    summary: 'Ask the payer by SMS what a payment is for, if their number is known; once a day',
    result: PaymentDetails,
    fails: ['notFound', 'conflict', 'wrongState', 'tooMany'],
  }),
  unallocate: call({
    ...acting,
    path: `${base}/unmatch/`,
    summary: 'Unallocate a payment; it returns to the unallocated payments',
    body: z.strictObject({ reason }),
    result: PaymentDetails,
    fails: ['notFound', 'conflict', 'wrongState'],
    toast: 'statusUpdated',
  }),
  reverse: call({
    ...acting,
    path: `${base}/reverse/`,
    summary: 'Reverse a payment, or request it where M-Pesa, a bank or the payer confirmed the payment and a second person must approve',
    /** The payer reads the cause, and only managers the reason. */
    body: z.strictObject({ reason, cause: z.enum(reversalCauses).default('mistake') }),
    result: PaymentDetails,
    fails: ['notFound', 'wrongState', 'conflict', 'forbidden'],
    toast: 'statusUpdated',
  }),
  requestRefund: call({
    ...acting,
    path: `${base}/ask_refund/`,
    summary: 'Request a refund of an unallocated payment or of tenant credit; another person approves',
    body: z.strictObject({
      cents,
      reason,
      /**
       * The destination of the refund. If it is missing, the refund is sent to the number that paid, if the platform has this number and sends
       * refunds itself.
       */
      to: singleLine.min(3).max(120).optional(),
    }),
    result: PaymentDetails,
    fails: ['notFound', 'conflict', 'wrongState', 'invalid'],
    toast: 'statusUpdated',
  }),
  addEvidence: call({
    method: 'POST',
    path: `${base}/add_evidence/`,
    summary: 'Upload evidence of a payment: a picture of the receipt book, cheque or slip',
    needs: managers,
    query: byId,
    upload: { field: 'evidence', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: PaymentDetails,
    fails: ['notFound', 'wrongState'],
    document: 'payments',
  }),
  confirmCash: call({
    method: 'POST',
    path: `${base}/confirm_cash/`,
    summary: 'Confirm cash with the payer’s code; without it, another person confirms with evidence and a reason',
    needs: approvalRules.cashWithoutCode.needs,
    query: byId,
    body: z.strictObject({ code: singleLine.max(12).optional(), reason: z.string().trim().max(500).optional() }),
    result: PaymentDetails,
    fails: ['notFound', 'invalid', 'wrongState', 'tooMany', 'conflict', 'forbidden'],
    toast: 'statusUpdated',
    document: 'payments',
  }),
  cancelCash: call({
    method: 'POST',
    path: `${base}/cancel_cash/`,
    summary: 'Cancel an unconfirmed cash payment',
    needs: counting,
    query: byId,
    body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
    result: PaymentDetails,
    fails: ['notFound', 'wrongState'],
    document: 'payments',
  }),
} as const;
