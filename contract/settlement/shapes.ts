import { z } from 'zod';
import { OpenApprovalRequest } from '#contract/approval/shapes.ts';
import { day, moment, rowCompanyFields } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { JournalSourcePage } from '#contract/ledger/source.ts';
import { transferErrorCodes } from '#contract/transfer/errors.ts';
import { bankChannels, bankFileFunds } from '#contract/wallet/bank-channel.ts';
import { payoutRails } from '#contract/wallet/kinds.ts';
import { payoutErrorActions, payoutLineKinds } from './kinds.ts';
import { payoutErrorMachine, settlementMachine, transferMachine } from './machine.ts';

const Named = z.object({ id: z.number(), code: z.string() });

export const SettlementSummary = z.object({
  id: z.number(),
  code: z.string(),
  ...rowCompanyFields,
  kind: z.enum(['run', 'withdrawal']),
  run: z.string().nullable(),
  account_code: z.number(),
  cut_off: day,
  rail: z.enum(payoutRails).nullable(),
  to: z.string().nullable(),
  net_cents: z.number(),
  fee_cents: z.number(),
  status: stateSchema(settlementMachine),
  made_by: z.string().nullable(),
  approved_by: z.string().nullable(),
  created_at: moment,
  paid_at: moment.nullable(),
});
export type SettlementSummary = z.output<typeof SettlementSummary>;

export const payoutRunStates = ['running', 'done', 'stopped'] as const;
/** The progress of a payout run. It continues without the page; `problem`: why its last batch failed, which will be retried. */
export const PayoutRunProgress = z.object({
  id: z.number(),
  code: z.string(),
  state: z.enum(payoutRunStates),
  of: z.number(),
  done: z.number(),
  made: z.number(),
  net_cents: z.number(),
  problem: z.string().nullable(),
});
export type PayoutRunProgress = z.output<typeof PayoutRunProgress>;

export const TransferSummary = z.object({
  id: z.number(),
  code: z.string(),
  ...rowCompanyFields,
  settlement: Named,
  part: z.number(),
  attempt: z.number(),
  rail: z.enum(payoutRails),
  bank_code: z.string().nullable(),
  tail: z.string(),
  cents: z.number(),
  fee_cents: z.number(),
  external_id: z.string().nullable(),
  status: stateSchema(transferMachine),
  created_at: moment,
  sent_at: moment.nullable(),
  settled_at: moment.nullable(),
});
export type TransferSummary = z.output<typeof TransferSummary>;

const amounts = Object.fromEntries(
  [...payoutLineKinds, 'total', 'held', 'reserve', 'later', 'fee', 'left', 'net'].map((name) => [name, z.number()]),
) as Record<(typeof payoutLineKinds)[number] | 'total' | 'held' | 'reserve' | 'later' | 'fee' | 'left' | 'net', z.ZodNumber>;
export const PayoutFiguresShape = z.object(amounts);

export const SettlementDetails = SettlementSummary.extend({
  figures: PayoutFiguresShape,
  /** The day the last clearing money is available; null if none is clearing. */
  frees_on: day.nullable(),
  wanted_cents: z.number().nullable(),
  transfers: z.array(TransferSummary),
  /** Why the reader cannot approve it now; null if they can. */
  blocked: z.string().nullable(),
  moves: z.array(moveSchema(settlementMachine)),
  /** The reader requested the payout and may cancel it. */
  may_take_back: z.boolean(),
  revision: z.number(),
});
export type SettlementDetails = z.output<typeof SettlementDetails>;

export const SettlementLine = z.object({
  /** The id of the journal; `line`: the entry in it. */
  id: z.number(),
  line: z.number(),
  code: z.string(),
  day,
  kind: z.enum(payoutLineKinds),
  says: z.string(),
  page: JournalSourcePage,
  cents: z.number(),
});
export type SettlementLine = z.output<typeof SettlementLine>;

export const TransferDetails = TransferSummary.extend({
  key: z.string(),
  conversation_id: z.string().nullable(),
  result_code: z.string().nullable(),
  result_text: z.string(),
  ask_at: moment.nullable(),
  asked: z.number(),
  settled_by: z.string().nullable(),
  /** The person who recorded the return, while another must confirm it. */
  back_said: z.object({ by: z.string(), own: z.boolean() }).nullable(),
  error: Named.nullable(),
});
export type TransferDetails = z.output<typeof TransferDetails>;

export const PayoutErrorSummary = z.object({
  id: z.number(),
  code: z.string(),
  ...rowCompanyFields,
  error: z.enum(transferErrorCodes),
  cause: z.string(),
  settlement: Named,
  transfer: Named,
  cents: z.number(),
  attempts: z.number(),
  owner: z.string().nullable(),
  status: stateSchema(payoutErrorMachine),
  first_at: moment,
  last_at: moment,
});
export type PayoutErrorSummary = z.output<typeof PayoutErrorSummary>;

export const PayoutErrorDetails = PayoutErrorSummary.extend({
  transfer_status: stateSchema(transferMachine),
  rail: z.enum(payoutRails),
  tail: z.string(),
  key: z.string(),
  resolution: z.string(),
  attempts_made: z.array(TransferSummary),
  /** The later payout that includes the money; null while it is in the wallet or in transit. */
  now_in: Named.nullable(),
  /** Other usable accounts of the payee, to which it could be sent instead. */
  accounts: z.array(z.object({ id: z.number(), label: z.string() })),
  acts: z.array(z.enum(payoutErrorActions)),
  /** The time from which it can be recorded as failed without evidence; null if not applicable, or if it can be recorded now. */
  failable_at: moment.nullable(),
  has_evidence: z.boolean(),
  /** A link to the evidence that is valid for a few minutes. */
  evidence: z.string().nullable(),
  /** The open request to record the transfer as failed, or a failed one as paid, which another person approves. */
  request: OpenApprovalRequest.nullable(),
  /** A person recorded the failure, so that a second person must approve sending it again. */
  by_hand: z.boolean(),
  revision: z.number(),
});
export type PayoutErrorDetails = z.output<typeof PayoutErrorDetails>;

/** A bank file that could be created now. `account`: the number of the account that it debits. */
export const BankFilePreview = z.object({
  fund: z.enum(bankFileFunds),
  channel: z.enum(bankChannels),
  account: z.string(),
  count: z.number(),
  cents: z.number(),
});
export type BankFilePreview = z.output<typeof BankFilePreview>;

export const BankFile = z.object({
  id: z.number(),
  code: z.string(),
  made_by: z.string().nullable(),
  count: z.number(),
  cents: z.number(),
  /** Null in files created before files were split. */
  channel: z.enum(bankChannels).nullable(),
  account: z.string().nullable(),
  /** SHA-256 of the file. */
  checksum: z.string(),
  created_at: moment,
});
export type BankFile = z.output<typeof BankFile>;

export const InvoiceSettlement = z.object({
  /** The id of the payment part. */
  id: z.number(),
  cents: z.number(),
  paid_on: day,
  /** The rent already belongs to the owner; otherwise it is held until the tenancy begins. */
  theirs: z.boolean(),
  /** Cash: collected by the owner, who gets no payout of it, or by their agent, until it is handed over. */
  in_hand: z.enum(['owner', 'agent']).nullable(),
  clears_at: moment.nullable(),
  payout: Named.extend({ status: stateSchema(settlementMachine), paid_at: moment.nullable() }).nullable(),
});
export type InvoiceSettlement = z.output<typeof InvoiceSettlement>;
