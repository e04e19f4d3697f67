import { z } from 'zod';
import { day, held, moment } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { modes } from '#contract/ledger/accounts.ts';
import { SourcePage } from '#contract/ledger/source.ts';
import { feeBearers, holdKinds, rails } from './kinds.ts';
import { adjustmentMachine, payoutAccountMachine, walletMachine } from './machine.ts';

export const PayoutAccount = z.object({
  id: z.number(),
  rail: z.enum(rails),
  bank_code: z.string().nullable(),
  bank: z.string().nullable(),
  holder: z.string(),
  tail: z.string(),
  status: stateSchema(payoutAccountMachine),
  is_default: z.boolean(),
  changed_at: moment,
  changed_by: z.string().nullable(),
  /** Money may go there from this moment on. */
  usable_from: moment,
  usable: z.boolean(),
});
export type PayoutAccount = z.output<typeof PayoutAccount>;

/** One pocket: what is there, what may not leave yet, what may. */
export const Pocket = z.object({
  code: z.number(),
  total_cents: z.number(),
  pending_cents: z.number(),
  reserved_cents: z.number(),
  /** Of it what is owed to us, or in the company's own hands already. */
  owed_cents: z.number(),
  /** All that is owed so, also beyond what is there: what comes next pays it. */
  owes_cents: z.number(),
  /** Claimed by a payout that waits for approval. */
  asked_cents: z.number(),
  available_cents: z.number(),
});
export type Pocket = z.output<typeof Pocket>;

export const Hold = z.object({
  id: z.number(),
  kind: z.enum(holdKinds),
  cents: z.number(),
  until: moment.nullable(),
  /** What was paid was paid for it; null where it is about no home. */
  home: z.string().nullable(),
  reason: z.string(),
  created_at: moment,
});
export type Hold = z.output<typeof Hold>;

export const Adjustment = z.object({
  id: z.number(),
  code: z.string(),
  account_code: z.number(),
  cents: z.number(),
  reason: z.string(),
  status: stateSchema(adjustmentMachine),
  asked_by: z.string().nullable(),
  decided_by: z.string().nullable(),
  created_at: moment,
  /** Whether the reader is the second person. */
  may_decide: z.boolean(),
});
export type Adjustment = z.output<typeof Adjustment>;

export const WalletHead = z.object({
  id: z.number(),
  code: z.string(),
  ...held,
  mode: z.enum(modes),
  status: stateSchema(walletMachine),
  total_cents: z.number(),
  held_cents: z.number(),
  transit_cents: z.number(),
});
export type WalletHead = z.output<typeof WalletHead>;

export const WalletFull = WalletHead.extend({
  status_reason: z.string(),
  reserve_cents: z.number(),
  revision: z.number(),
  pockets: z.array(Pocket),
  holds: z.array(Hold),
  /** Deposits of its tenants: held apart, never part of what is theirs. */
  deposits_cents: z.number(),
  /** Of what is theirs what they took in cash themselves: it is not with us, and comes off what we pay. */
  in_hand_cents: z.number(),
  /** In record-only mode: what the books remember is in the company's own hands. */
  memo: z.object({ collected_cents: z.number(), deposits_cents: z.number() }).nullable(),
  accounts: z.array(PayoutAccount),
  adjustments: z.array(Adjustment),
  /** What the platform asks of a payout. */
  rules: z.object({ minimum_cents: z.number(), day_limit_cents: z.number(), holding_days: z.number(), fee_bearer: z.enum(feeBearers) }),
  moves: z.array(moveSchema(walletMachine)),
  /** It is the reader's company, and they may act for it. */
  own: z.boolean(),
});
export type WalletFull = z.output<typeof WalletFull>;

export const WalletEntry = z.object({
  /** The journal's, and which of its lines. */
  id: z.number(),
  line: z.number(),
  code: z.string(),
  day,
  at: moment,
  says: z.string(),
  pocket: z.number(),
  page: SourcePage,
  in_cents: z.number(),
  out_cents: z.number(),
  /** Of all that was asked for, not of one pocket. */
  balance_cents: z.number(),
});
export type WalletEntry = z.output<typeof WalletEntry>;

export const HeldDeposit = z.object({
  /** The tenancy it is held for; of a home that is not moved into yet, the booking. */
  page: SourcePage,
  home: z.string(),
  tenant: z.string().nullable(),
  cents: z.number(),
});
export type HeldDeposit = z.output<typeof HeldDeposit>;

export const FeeBand = z.object({ upto: z.number(), cents: z.number() });
export const WalletSettings = z.object({
  minimum_cents: z.number(),
  day_limit_cents: z.number(),
  holding_days: z.number(),
  fees: z.array(FeeBand),
  fee_bearer: z.enum(feeBearers),
  revision: z.number(),
  updated_at: moment,
  updated_by: z.string().nullable(),
});
export type WalletSettings = z.output<typeof WalletSettings>;
