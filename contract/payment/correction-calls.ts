import { z } from 'zod';
import { correctionCauses } from '#contract/collection/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { day, id } from '#contract/kernel/list.ts';
import { LedgerEffect } from '#contract/ledger/ledger-effects.ts';
import { amountLimits, recordedPaymentMinCents } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { PaymentDetails } from './shapes.ts';

const base = '/api/v2/payment' as const;
const acting = { method: 'POST', needs: ['payments', 'edit'], query: z.object({ id }), document: 'payments' } as const;
const change = {
  /** Exactly one of the amount, the tenancy or booking, and the day of payment. */
  cents: amountSchema(amountLimits.rent, recordedPaymentMinCents).optional(),
  tenancy_id: id.optional(),
  booking_id: id.optional(),
  on: day.optional(),
  /** The payer reads the cause, and only managers the reason. */
  cause: z.enum(correctionCauses).default('typed'),
  /** A payment of the same home, method, amount and time, which the caller confirms is another one. */
  besides: id.optional(),
};

/** The correction of a recorded payment: it is reversed and recorded again in one act. */
export const paymentCorrectionCalls = {
  previewCorrection: call({
    ...acting,
    path: `${base}/preview_correction/`,
    summary: 'Preview the correction of a recorded payment: invoices, journal entries, and what each tenant reads; nothing is saved',
    body: z.strictObject(change),
    result: z.object({
      /** A second person approves the correction. */
      asks: z.boolean(),
      told: z.array(z.object({ to: z.string(), heading: z.string(), message: z.string(), sms: z.string() })),
      /** The invoices whose balance due changes. */
      invoices: z.array(z.object({ id: z.number(), code: z.string(), was_cents: z.number(), open_cents: z.number() })),
      /** The part of the corrected payment that becomes tenant credit. */
      credit_cents: z.number(),
      journals: z.array(LedgerEffect.pick({ id: true, says: true, day: true, cents: true })),
      /** A probable duplicate of the corrected payment. */
      earlier: z.object({ id: z.number(), code: z.string() }).nullable(),
    }),
    fails: ['notFound', 'wrongState', 'conflict', 'forbidden', 'invalid'],
    counts: true,
  }),
  correct: call({
    ...acting,
    path: `${base}/correct/`,
    summary: 'Correct the amount, tenant or date of a recorded payment, or request it where a second person must approve',
    body: z.strictObject({ ...change, reason: z.string().trim().min(3).max(500) }),
    result: PaymentDetails,
    fails: ['notFound', 'wrongState', 'conflict', 'forbidden', 'invalid'],
    toast: 'statusUpdated',
  }),
} as const;
