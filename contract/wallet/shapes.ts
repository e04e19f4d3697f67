import { z } from 'zod';
import { OpenApprovalRequest } from '#contract/approval/shapes.ts';
import { day, moment, rowCompanyFields } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { collectionModes } from '#contract/ledger/accounts.ts';
import { JournalSourcePage } from '#contract/ledger/source.ts';
import { payoutFeeBearers, payoutRails, walletHoldKinds } from './kinds.ts';
import { payoutAccountMachine, walletAdjustmentMachine, walletMachine } from './machine.ts';

export const PayoutAccount = z.object({
  id: z.number(),
  rail: z.enum(payoutRails),
  bank_code: z.string().nullable(),
  bank: z.string().nullable(),
  holder: z.string(),
  tail: z.string(),
  status: stateSchema(payoutAccountMachine),
  is_default: z.boolean(),
  changed_at: moment,
  changed_by: z.string().nullable(),
  /** The account can be used from this time. */
  usable_from: moment,
  usable: z.boolean(),
});
export type PayoutAccount = z.output<typeof PayoutAccount>;

/** One balance: total, held and available. */
export const WalletBalance = z.object({
  code: z.number(),
  total_cents: z.number(),
  pending_cents: z.number(),
  reserved_cents: z.number(),
  /** The part that is owed to the platform, or already collected in cash by the company. */
  owed_cents: z.number(),
  /** The full debt, including the part above the balance: the next receipts pay it. */
  owes_cents: z.number(),
  /** The part claimed by a payout that is pending approval. */
  asked_cents: z.number(),
  available_cents: z.number(),
});
export type WalletBalance = z.output<typeof WalletBalance>;

export const WalletHold = z.object({
  id: z.number(),
  kind: z.enum(walletHoldKinds),
  cents: z.number(),
  until: moment.nullable(),
  /** The unit of the rent; null if the entry is about no unit. */
  home: z.string().nullable(),
  reason: z.string(),
  created_at: moment,
});
export type WalletHold = z.output<typeof WalletHold>;

export const WalletAdjustment = z.object({
  id: z.number(),
  code: z.string(),
  account_code: z.number(),
  cents: z.number(),
  reason: z.string(),
  status: stateSchema(walletAdjustmentMachine),
  asked_by: z.string().nullable(),
  decided_by: z.string().nullable(),
  created_at: moment,
  /** Whether the reader is the second approver. */
  may_decide: z.boolean(),
});
export type WalletAdjustment = z.output<typeof WalletAdjustment>;

export const WalletSummary = z.object({
  id: z.number(),
  code: z.string(),
  ...rowCompanyFields,
  mode: z.enum(collectionModes),
  status: stateSchema(walletMachine),
  total_cents: z.number(),
  held_cents: z.number(),
  transit_cents: z.number(),
});
export type WalletSummary = z.output<typeof WalletSummary>;

export const WalletDetails = WalletSummary.extend({
  status_reason: z.string(),
  reserve_cents: z.number(),
  revision: z.number(),
  pockets: z.array(WalletBalance),
  holds: z.array(WalletHold),
  /** Tenants' deposits: held separately and never part of the company's money. */
  deposits_cents: z.number(),
  /** The part of the company's money that it collected in cash: the platform does not hold it and deducts it from payouts. */
  in_hand_cents: z.number(),
  /** In record-only mode: the amounts recorded in the ledger are held by the company. */
  memo: z.object({ collected_cents: z.number(), deposits_cents: z.number() }).nullable(),
  accounts: z.array(PayoutAccount),
  adjustments: z.array(WalletAdjustment),
  /** The platform's conditions for a payout. */
  rules: z.object({ minimum_cents: z.number(), day_limit_cents: z.number(), holding_days: z.number(), fee_bearer: z.enum(payoutFeeBearers) }),
  moves: z.array(moveSchema(walletMachine)),
  /** The wallet belongs to the reader's company, and the reader may act for it. */
  own: z.boolean(),
});
export type WalletDetails = z.output<typeof WalletDetails>;

export const WalletEntry = z.object({
  /** The id of the journal; `line`: the entry in it. */
  id: z.number(),
  line: z.number(),
  code: z.string(),
  day,
  at: moment,
  says: z.string(),
  pocket: z.number(),
  page: JournalSourcePage,
  in_cents: z.number(),
  out_cents: z.number(),
  /** The balance of all requested accounts together. */
  balance_cents: z.number(),
});
export type WalletEntry = z.output<typeof WalletEntry>;

export const HeldDeposit = z.object({
  /** The tenancy it is held for, or before move-in the booking. */
  page: JournalSourcePage,
  home: z.string(),
  tenant: z.string().nullable(),
  cents: z.number(),
});
export type HeldDeposit = z.output<typeof HeldDeposit>;

export const PayoutFeeBandShape = z.object({ upto: z.number(), cents: z.number() });
export const WalletSettings = z.object({
  minimum_cents: z.number(),
  day_limit_cents: z.number(),
  holding_days: z.number(),
  fees: z.array(PayoutFeeBandShape),
  fee_bearer: z.enum(payoutFeeBearers),
  pesalink_limit_cents: z.number(),
  eft_limit_cents: z.number(),
  own_account_number: z.string(),
  /** The open request for a higher daily limit or a shorter clearing period. */
  request: OpenApprovalRequest.nullable(),
  revision: z.number(),
  updated_at: moment,
  updated_by: z.string().nullable(),
});
export type WalletSettings = z.output<typeof WalletSettings>;
