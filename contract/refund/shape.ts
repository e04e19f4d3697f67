import { z } from 'zod';
import { moment } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { errorCodes } from '#contract/transfer/errors.ts';
import { refundActs, refundHows, refundStates, refundWays } from './kinds.ts';
import { refundTransferMachine } from './machine.ts';

export const RefundShape = z.object({
  /** Whether the reader may approve it, as a second person, and write down that it went: of what the platform holds only its own people. */
  decides: z.boolean(),
  /** Of clients' money the platform gives it from an account of its own; what a company holds leaves none of ours. */
  fund: z.enum(['C', 'M']),
  /** It is cash in a company's hands, and they alone give it back. */
  in_hand: z.boolean(),
  id: z.number(),
  code: z.string(),
  status: z.enum(refundStates),
  cents: z.number(),
  reason: z.string(),
  /** How it goes back, and the last digits of where to. */
  to: z.string(),
  /** It goes to another number than it was paid from, as far as that is known. */
  elsewhere: z.boolean(),
  asked_by: z.string().nullable(),
  asked_at: moment,
  decided_by: z.string().nullable(),
  decided_at: moment.nullable(),
  proof: z.string().nullable(),
  /** How it was given, once it was. */
  how: z.enum(refundHows).nullable(),
  way: z.enum(refundWays),
  /** Somebody said that it left the platform's paybill, and neither M-Pesa nor a statement has shown it yet. */
  unproven: z.boolean(),
  /** The last attempt to send it. */
  sending: z
    .object({
      status: stateSchema(refundTransferMachine),
      attempt: z.number(),
      error: z.enum(errorCodes).nullable(),
      said: z.string(),
      at: moment,
      /** Said to have failed and to have arrived. */
      disputed: z.boolean(),
      /** Who said that it failed, where that was a person. */
      by_hand: z.boolean(),
      /** From when on it may be said that it did not arrive, without a paper that shows it; null where that is no question, or may be said now. */
      failable_at: moment.nullable(),
    })
    .nullable(),
  /** What the reader can do about it now that it is approved. */
  acts: z.array(z.enum(refundActs)),
  /** Whether something shows that it was given; opened from the payment it is of. */
  has_evidence: z.boolean(),
  evidence: z.string().nullable(),
  /** The caller asked for it, so somebody else has to approve. */
  own: z.boolean(),
  /** Who of the company may approve while it waits; nobody there: the platform does. */
  approvers: z.array(z.string()),
  /** To who decides on what the platform holds, while it waits: the company it came for owes more than we have of it, or its wallet is frozen. */
  debt: z.object({ who: z.string(), owes_cents: z.number(), frozen: z.boolean() }).nullable(),
  payment: z.object({ id: z.number(), code: z.string() }),
  /** Who paid it, and for which home, as far as that is known. */
  payer: z.string().nullable(),
  home: z.string().nullable(),
});
export type RefundShape = z.output<typeof RefundShape>;
