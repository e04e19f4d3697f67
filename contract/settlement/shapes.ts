import { z } from 'zod';
import { day, held, moment } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { SourcePage } from '#contract/ledger/source.ts';
import { errorCodes } from '#contract/transfer/errors.ts';
import { rails } from '#contract/wallet/kinds.ts';
import { errorActs, lineKinds } from './kinds.ts';
import { errorMachine, settlementMachine, transferMachine } from './machine.ts';

const Named = z.object({ id: z.number(), code: z.string() });

export const SettlementHead = z.object({
  id: z.number(),
  code: z.string(),
  ...held,
  kind: z.enum(['run', 'withdrawal']),
  run: z.string().nullable(),
  account_code: z.number(),
  cut_off: day,
  rail: z.enum(rails).nullable(),
  to: z.string().nullable(),
  net_cents: z.number(),
  fee_cents: z.number(),
  status: stateSchema(settlementMachine),
  made_by: z.string().nullable(),
  approved_by: z.string().nullable(),
  created_at: moment,
  paid_at: moment.nullable(),
});
export type SettlementHead = z.output<typeof SettlementHead>;

export const runStates = ['running', 'done', 'stopped'] as const;
/** How far a payout run is. It continues without the page; `problem`: why its last batch failed, to be tried again. */
export const RunProgress = z.object({
  id: z.number(),
  code: z.string(),
  state: z.enum(runStates),
  of: z.number(),
  done: z.number(),
  made: z.number(),
  net_cents: z.number(),
  problem: z.string().nullable(),
});
export type RunProgress = z.output<typeof RunProgress>;

export const TransferHead = z.object({
  id: z.number(),
  code: z.string(),
  ...held,
  settlement: Named,
  part: z.number(),
  attempt: z.number(),
  rail: z.enum(rails),
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
export type TransferHead = z.output<typeof TransferHead>;

const amounts = Object.fromEntries(
  [...lineKinds, 'total', 'held', 'reserve', 'later', 'fee', 'left', 'net'].map((name) => [name, z.number()]),
) as Record<(typeof lineKinds)[number] | 'total' | 'held' | 'reserve' | 'later' | 'fee' | 'left' | 'net', z.ZodNumber>;
export const Figures = z.object(amounts);

export const SettlementFull = SettlementHead.extend({
  figures: Figures,
  /** The day all of what was still clearing is free; null where nothing was. */
  frees_on: day.nullable(),
  wanted_cents: z.number().nullable(),
  transfers: z.array(TransferHead),
  /** Why it cannot be approved by the reader now; null where it can. */
  blocked: z.string().nullable(),
  moves: z.array(moveSchema(settlementMachine)),
  /** The reader asked for it and may take it back. */
  may_take_back: z.boolean(),
  revision: z.number(),
});
export type SettlementFull = z.output<typeof SettlementFull>;

export const SettlementLine = z.object({
  /** The journal's, and which of its lines. */
  id: z.number(),
  line: z.number(),
  code: z.string(),
  day,
  kind: z.enum(lineKinds),
  says: z.string(),
  page: SourcePage,
  cents: z.number(),
});
export type SettlementLine = z.output<typeof SettlementLine>;

export const TransferFull = TransferHead.extend({
  key: z.string(),
  conversation_id: z.string().nullable(),
  result_code: z.string().nullable(),
  result_text: z.string(),
  ask_at: moment.nullable(),
  asked: z.number(),
  settled_by: z.string().nullable(),
  /** Who said that it came back, while another has to confirm it. */
  back_said: z.object({ by: z.string(), own: z.boolean() }).nullable(),
  error: Named.nullable(),
});
export type TransferFull = z.output<typeof TransferFull>;

export const ErrorHead = z.object({
  id: z.number(),
  code: z.string(),
  ...held,
  error: z.enum(errorCodes),
  cause: z.string(),
  settlement: Named,
  transfer: Named,
  cents: z.number(),
  attempts: z.number(),
  owner: z.string().nullable(),
  status: stateSchema(errorMachine),
  first_at: moment,
  last_at: moment,
});
export type ErrorHead = z.output<typeof ErrorHead>;

export const ErrorFull = ErrorHead.extend({
  transfer_status: stateSchema(transferMachine),
  rail: z.enum(rails),
  tail: z.string(),
  key: z.string(),
  resolution: z.string(),
  attempts_made: z.array(TransferHead),
  /** The later payout that took the money along; null while it is in the wallet or on its way. */
  now_in: Named.nullable(),
  /** Where it could be sent instead: other accounts of the payee that may be used now. */
  accounts: z.array(z.object({ id: z.number(), label: z.string() })),
  acts: z.array(z.enum(errorActs)),
  /** From when on it may be said that it did not arrive, without a paper that shows it; null where that is no question, or may be said now. */
  failable_at: moment.nullable(),
  has_evidence: z.boolean(),
  /** Opens what shows it for a few minutes. */
  evidence: z.string().nullable(),
  /** It was said by hand to have failed: what is sent again, a second person approves. */
  by_hand: z.boolean(),
  revision: z.number(),
});
export type ErrorFull = z.output<typeof ErrorFull>;

export const BankFile = z.object({
  id: z.number(),
  code: z.string(),
  made_by: z.string().nullable(),
  count: z.number(),
  cents: z.number(),
  /** SHA-256 of the file. */
  checksum: z.string(),
  created_at: moment,
});
export type BankFile = z.output<typeof BankFile>;

export const InvoiceSettled = z.object({
  /** Of the payment's part. */
  id: z.number(),
  cents: z.number(),
  paid_on: day,
  /** The owner's already; else it is held until the tenancy begins. */
  theirs: z.boolean(),
  /** Taken in cash: by the owner, whom no payout brings it again, or by their agent, until it was handed over. */
  in_hand: z.enum(['owner', 'agent']).nullable(),
  clears_at: moment.nullable(),
  payout: Named.extend({ status: stateSchema(settlementMachine), paid_at: moment.nullable() }).nullable(),
});
export type InvoiceSettled = z.output<typeof InvoiceSettled>;
