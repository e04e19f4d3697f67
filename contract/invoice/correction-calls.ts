import { z } from 'zod';
import { companyRolesOnly } from '#contract/access/role-limits.ts';
import { call } from '#contract/kernel/call.ts';
import { day } from '#contract/kernel/list.ts';
import { invoiceBasePath } from './calls.ts';
import { rentCorrectionOutcomes } from './kinds.ts';
import { invoiceReason, positiveInvoiceAmount } from './shapes.ts';

const base = invoiceBasePath;
const anId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const Ref = z.object({ id: z.number(), code: z.string() });
const wrong = { tenancy_id: anId, rent_cents: positiveInvoiceAmount, /** The first day of the correct rent. */ from: day };
const Totals = { /** Credited on open invoices. */ credit_cents: z.number(), /** Charged with new invoices. */ charge_cents: z.number() };

export const RentCorrectionRow = z.object({
  invoice: Ref,
  month: day,
  open_cents: z.number(),
  /** `credit` and `charge` correct the invoice. `paid` is not changed, because it has no balance due. */
  outcome: z.enum(rentCorrectionOutcomes),
  cents: z.number(),
});
export type RentCorrectionRow = z.output<typeof RentCorrectionRow>;

const needs = companyRolesOnly('invoices', 'edit');
/** A rent that was recorded wrongly, with its open invoices. */
export const rentCorrectionCalls = {
  previewRentCorrection: call({
    method: 'POST',
    path: `${base}/preview_rent_correction/`,
    summary: 'Preview the correction of a wrong rent: the open invoices it credits or charges, and what the tenant reads; nothing is saved',
    needs,
    body: z.strictObject(wrong),
    result: z.object({
      was_cents: z.number(),
      rows: z.array(RentCorrectionRow),
      ...Totals,
      /** The messages to the people who pay. */
      told: z.array(z.object({ heading: z.string(), message: z.string() })),
    }),
    fails: ['notFound', 'forbidden', 'wrongState'],
    document: 'invoices',
    counts: true,
  }),
  correctRent: call({
    method: 'POST',
    path: `${base}/correct_rent/`,
    summary: 'Correct a wrong rent and its open invoices in one act; a lower rent needs no notice, a higher one does',
    needs,
    body: z.strictObject({
      ...wrong,
      reason: invoiceReason,
      /** The totals of the preview. If a payment or a credit note has changed them, nothing is corrected. */
      credit_cents: z.number().int().min(0),
      charge_cents: z.number().int().min(0),
    }),
    result: z.object({ id: z.number(), code: z.string(), invoices: z.number(), ...Totals }),
    fails: ['notFound', 'forbidden', 'wrongState', 'conflict'],
    document: 'invoices',
  }),
} as const;
