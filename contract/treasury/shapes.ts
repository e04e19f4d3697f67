import { z } from 'zod';
import { OpenApprovalRequest } from '#contract/approval/shapes.ts';
import { paymentRails } from '#contract/collection/kinds.ts';
import { moment } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { cashMoveKinds } from './kinds.ts';
import { cashMoveMachine } from './machine.ts';

export const CollectionAccount = z.object({
  id: z.number(),
  rail: z.enum(paymentRails),
  name: z.string(),
  /** The paybill or till number, or the bank account number. */
  number: z.string(),
  bank_code: z.string().nullable(),
  /** Clients' money, deposits, the platform's own money, or money of a company. */
  fund: z.enum(['C', 'D', 'P', 'M']),
  company: z.object({ id: z.number(), name: z.string() }).nullable(),
  active: z.boolean(),
  /** Whether prompts can be sent and receipts queried. */
  connected: z.boolean(),
  /** Safaricom rejected its keys: nothing is queried until new keys are entered. */
  refused: z.boolean(),
  /**
   * A change that needs the approval of a second super admin: the whole account if it is `fresh`, which cannot be used before; otherwise the values
   * that it is to have. `alone`: there is no second super admin.
   */
  asked: z
    .object({
      fresh: z.boolean(),
      name: z.string(),
      number: z.string(),
      bank_code: z.string().nullable(),
      active: z.boolean(),
      by: z.string().nullable(),
      at: moment,
      own: z.boolean(),
      alone: z.boolean(),
    })
    .nullable(),
});
export type CollectionAccount = z.output<typeof CollectionAccount>;

/** One of the accounts, by name. */
export const CashAccount = z.object({ id: z.number(), name: z.string() });

export const CashMove = z.object({
  id: z.number(),
  code: z.string(),
  kind: z.enum(cashMoveKinds),
  status: stateSchema(cashMoveMachine),
  account: CashAccount,
  to: CashAccount.nullable(),
  to_fund: z.enum(['D', 'P']).nullable(),
  /** Negative for a correction: the account holds less than the ledger balance. */
  cents: z.number(),
  proof: z.string(),
  reason: z.string(),
  made_by: z.string().nullable(),
  decided_by: z.string().nullable(),
  created_at: moment,
  /** Whether the caller may approve the request, because another person made it. */
  may_approve: z.boolean(),
  /** Whether undoing it can be requested, and the open request. */
  may_undo: z.boolean(),
  undo_request: OpenApprovalRequest.nullable(),
});
export type CashMove = z.output<typeof CashMove>;
