import { z } from 'zod';
import { OpenApprovalRequest } from '#contract/approval/shapes.ts';
import { moment } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { transferErrorCodes } from '#contract/transfer/errors.ts';
import { manualRefundMethods, permittedRefundActions, refundMethods, refundStates } from './kinds.ts';
import { refundTransferMachine } from './machine.ts';

export const RefundDetails = z.object({
  /** Whether the reader may approve it as a second person and record its payment. For money that the platform holds: only platform staff. */
  decides: z.boolean(),
  /** Client money is refunded from an account of the platform; money that a company holds is not. */
  fund: z.enum(['C', 'M']),
  /** A company holds it as cash and is the only one that can refund it. */
  in_hand: z.boolean(),
  id: z.number(),
  code: z.string(),
  status: z.enum(refundStates),
  cents: z.number(),
  reason: z.string(),
  /** How the refund is paid, with the last digits of the destination. */
  to: z.string(),
  /** The destination differs from the number it was paid from, as far as known. */
  elsewhere: z.boolean(),
  asked_by: z.string().nullable(),
  asked_at: moment,
  decided_by: z.string().nullable(),
  decided_at: moment.nullable(),
  proof: z.string().nullable(),
  /** How the refund was paid, after payment. */
  how: z.enum(manualRefundMethods).nullable(),
  way: z.enum(refundMethods),
  /** A person recorded that it was paid from the platform's paybill, and neither M-Pesa nor a statement shows it yet. */
  unproven: z.boolean(),
  /** The latest attempt to send it. */
  sending: z
    .object({
      status: stateSchema(refundTransferMachine),
      attempt: z.number(),
      error: z.enum(transferErrorCodes).nullable(),
      said: z.string(),
      at: moment,
      /** The refund was reported both as failed and as arrived. */
      disputed: z.boolean(),
      /** The person who recorded the failure, if it was a person. */
      by_hand: z.boolean(),
      /** The time from which it may be recorded as failed without evidence; null where that does not apply, or is possible now. */
      failable_at: moment.nullable(),
    })
    .nullable(),
  /** The open request to record that the latest attempt did not arrive. */
  failure_request: OpenApprovalRequest.nullable(),
  /** The actions that the reader may take on an approved refund. */
  acts: z.array(z.enum(permittedRefundActions)),
  /** Whether there is evidence of its payment; it opens from the payment. */
  has_evidence: z.boolean(),
  evidence: z.string().nullable(),
  /** The caller requested the refund, so another person has to approve it. */
  own: z.boolean(),
  /** The people of the company who may approve it while it is pending; if empty, the platform approves it. */
  approvers: z.array(z.string()),
  /** For approvers of client money, while it is pending: the company owes more than the platform holds for it, or its wallet is frozen. */
  debt: z.object({ who: z.string(), owes_cents: z.number(), frozen: z.boolean() }).nullable(),
  payment: z.object({ id: z.number(), code: z.string() }),
  /** The payer and the home, as far as known. */
  payer: z.string().nullable(),
  home: z.string().nullable(),
});
export type RefundDetails = z.output<typeof RefundDetails>;
