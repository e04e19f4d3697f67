import { z } from 'zod';
import { moment } from './list.ts';
import { paymentCorrections } from './payment-corrections.ts';

/** A corrected payment in the history of a unit, a tenancy or a tenant. The reason that staff write is on the page of the payment only. */
export const correctedPaymentShape = {
  code: z.string(),
  what: z.enum(paymentCorrections),
  /** The payment was moved to this record; otherwise it was moved away from it, or its amount or date was corrected. */
  moved_here: z.boolean(),
};
export const CorrectedPayment = z.object({
  ...correctedPaymentShape,
  key: z.string(),
  at: moment,
  by: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
});
export type CorrectedPayment = z.output<typeof CorrectedPayment>;
