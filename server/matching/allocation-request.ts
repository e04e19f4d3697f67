import { z } from 'zod';
import { toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { defineRequestedAct } from '#server/kernel/requested-acts.ts';
import { m } from '#words/messages.js';
import { allocatePaymentToTenancies, unallocateManagedPayment } from './allocate-payment.ts';

const Part = z.object({
  tenancy_id: z.number().optional(),
  booking_id: z.number().optional(),
  invoice_ids: z.array(z.number()).optional(),
  cents: z.number().transform(toCents),
});
/** Allocates or unallocates client money after a second person of Makao approved it. The payment and the invoices are checked again. */
export const allocationAct = defineRequestedAct({
  params: z.object({
    payment_id: z.number(),
    code: z.string(),
    cents: z.number(),
    to: z.string(),
    parts: z.array(Part).nullable(),
    /** What an unallocation undoes; null for an allocation, and for requests from before it was stored. */
    allocations: z.array(z.string()).nullable().default(null),
  }),
  document: 'payments',
  describe: ({ code, cents, to, parts }) =>
    parts === null
      ? m.payment_act_unallocation({ code, sum: formatKesPlain(cents) })
      : m.payment_act_allocation({ code, sum: formatKesPlain(cents), to }),
  page: ({ payment_id, code }) => ({ screen: 'payment.financeOne', companyScreen: 'payment.detail', params: { id: payment_id, code } }),
  execute: (ctx, { payment_id: id, cents, parts, allocations }, { reason }) =>
    parts === null
      ? unallocateManagedPayment(ctx, { id, reason }, { approved: { cents, allocations } })
      : allocatePaymentToTenancies(ctx, { id, parts }, { approved: true }),
});
