import { z } from 'zod';
import { ApprovalRequestLink, OpenApprovalRequest } from '#contract/approval/shapes.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildFilterSchema, buildListSchema, day, id, moment, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { amountLimits } from '#contract/money/cents.ts';
import { amountTextSchema } from '#contract/money/schema.ts';
import { remittedTaxes } from './taxes.ts';

const base = '/api/v2/payment' as const;
export const TaxRemittance = z.object({
  id: z.number(),
  code: z.string(),
  tax: z.enum(remittedTaxes),
  cents: z.number(),
  /** Null: the platform's own bank account. */
  account: z.object({ id: z.number(), name: z.string() }).nullable(),
  paid_on: day,
  reference: z.string(),
  made_by: z.string().nullable(),
  decided_by: z.string().nullable(),
  created_at: moment,
  request: ApprovalRequestLink,
  /** Two people undid the record: its journal is reversed. */
  undone: z.object({ at: moment, by: z.string().nullable(), request: ApprovalRequestLink }).nullable(),
  /** The open request to undo it. */
  undo_request: OpenApprovalRequest.nullable(),
});
export type TaxRemittance = z.output<typeof TaxRemittance>;

const TaxMonth = z.object({
  month: z.string(),
  opening_cents: z.number(),
  added_cents: z.number(),
  remitted_cents: z.number(),
  balance_cents: z.number(),
  due_on: day,
  unpaid_cents: z.number(),
});
const acting = { method: 'POST', needs: { only: ['superadmin'], with: ['payments', 'edit'] }, document: 'payments' } as const;

/** Payments of VAT and withheld tax to KRA. */
export const taxCalls = {
  listRemittances: call({
    method: 'GET',
    path: `${base}/tax_remittances/`,
    summary: 'List payments of VAT and withholding tax to KRA, newest first, with the amounts due',
    needs: { only: ['admin', 'superadmin'], with: ['payments', 'read'] },
    query: z.object({ page: pageNumberSchema, page_size: pageSize, z_filter: buildFilterSchema({ tax: z.enum(remittedTaxes) }) }),
    result: buildListSchema(TaxRemittance).extend({
      due: z.array(z.object({ tax: z.enum(remittedTaxes), cents: z.number(), request: OpenApprovalRequest.nullable() })),
      /** The bank accounts a tax can be paid from; `id` null is the platform's own. */
      accounts: z.array(z.object({ id: z.number().nullable(), name: z.string(), cents: z.number() })),
    }),
    fails: [],
  }),
  listTaxMonths: call({
    method: 'GET',
    path: `${base}/tax_months/`,
    summary: 'Get the figures of VAT and withholding tax by month: opening balance, added, remitted, balance and the day it is due',
    needs: { only: ['admin', 'superadmin'], with: ['payments', 'read'] },
    /** The months in their order, up to this one. */
    result: z.object({ taxes: z.array(z.object({ tax: z.enum(remittedTaxes), months: z.array(TaxMonth) })) }),
    fails: [],
  }),
  requestRemittance: call({
    ...acting,
    path: `${base}/remit_tax/`,
    summary: 'Request to record a payment of tax to KRA with its receipt, up to the amount due; another super admin approves it',
    body: z.strictObject({
      tax: z.enum(remittedTaxes),
      cents: amountTextSchema(amountLimits.charge, 1),
      account_id: id.nullable().default(null),
      paid_on: day,
      /** The payment registration number of KRA. */
      reference: singleLine.min(3).max(120),
      reason: z.string().trim().min(3).max(500),
    }),
    upload: { field: 'receipt', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: ApprovalRequestLink,
    fails: ['notFound', 'conflict', 'invalid'],
  }),
  requestRemittanceUndo: call({
    ...acting,
    path: `${base}/undo_tax/`,
    summary: 'Request to undo the record of a tax payment by a reversing journal; another super admin approves it',
    query: z.object({ id }),
    body: z.strictObject({ reason: z.string().trim().min(10).max(500) }),
    result: ApprovalRequestLink,
    fails: ['notFound', 'conflict', 'wrongState', 'invalid'],
  }),
} as const;
