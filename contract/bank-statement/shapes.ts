import { z } from 'zod';
import { OpenApprovalRequest } from '#contract/approval/shapes.ts';
import { paymentExceptionDecisions, paymentExceptionKinds, paymentExceptionStates } from '#contract/collection/kinds.ts';
import { day, moment } from '#contract/kernel/list.ts';
import { statementColumns, statementLineOutcomes, statementRuleActions, statementStates } from './kinds.ts';

const Coded = z.object({ id: z.number(), code: z.string() });

export const StatementLine = z.object({
  id: z.number(),
  n: z.number(),
  day: day.nullable(),
  cents: z.number().nullable(),
  reference: z.string(),
  details: z.string(),
  payer: z.string(),
  fate: z.enum(statementLineOutcomes),
  /** The tenancy a rule names. */
  tenancy: Coded.nullable(),
  payment: Coded.nullable(),
  /** Before the import: the best match by code of a tenancy or booking; `sure`: it will be allocated automatically. */
  guess: z.object({ code: z.string(), name: z.string(), sure: z.boolean() }).nullable(),
  /** A sweep from the paybill or a returned payout, which is not a tenant's payment. */
  own: z.boolean(),
  /** Day, amount and text are those of an imported line with another reference. */
  probable: z.boolean(),
});
export type StatementLine = z.output<typeof StatementLine>;

export const BankStatement = z.object({
  id: z.number(),
  account: z.object({ id: z.number(), name: z.string() }),
  name: z.string(),
  status: z.enum(statementStates),
  first_day: day.nullable(),
  last_day: day.nullable(),
  /** The number of lines by result, and the total of new payments. */
  fates: z.record(z.enum(statementLineOutcomes), z.number()),
  new_cents: z.number(),
  /** The number of lines, and how many are imported now; an undo reduces it. */
  lines: z.number(),
  taken: z.number(),
  by: z.string().nullable(),
  created_at: moment,
});
export type BankStatement = z.output<typeof BankStatement>;

/** The opening balance of a statement compared with the ledger balance at the start of its first day. */
export const OpeningBalance = z.object({
  opening_cents: z.number(),
  day,
  books_cents: z.number(),
  /** Payouts that the bank has not made yet, and journals of the first day that the opening balance contains. */
  outstanding_cents: z.number(),
  difference_cents: z.number(),
});
export type OpeningBalance = z.output<typeof OpeningBalance>;

/** What an import of client money would post, for the two people who decide on it. */
export const ImportSummary = z.object({
  /** All movements of the file, and the bank charges among the money out. */
  in_cents: z.number(),
  out_cents: z.number(),
  charge_cents: z.number(),
  /** The lines that clear cash which a company holds for clients. */
  cash: z.array(z.object({ company: z.string(), count: z.number(), cents: z.number() })),
});
export type ImportSummary = z.output<typeof ImportSummary>;

export const StatementDetails = BankStatement.extend({
  /** The bank whose format the file has; null for another format. */
  format: z.string().nullable(),
  /** The headings of the file and the chosen columns, which a person can correct. */
  head: z.array(z.string()),
  columns: z.partialRecord(z.enum(statementColumns), z.number()),
  sample: z.array(z.array(z.string())),
  /** The reason why the import or undo stopped, if known; null if it did not. */
  problem: z.string().nullable(),
  /** Whether the account holds client money, so that another person must approve the import. */
  second: z.boolean(),
  /** The open request for the import, and later the two people who imported it. */
  request: OpenApprovalRequest.nullable(),
  /** The open request to undo the import. */
  undo_request: OpenApprovalRequest.nullable(),
  asked_by: z.string().nullable(),
  approved_by: z.string().nullable(),
  /**
   * For client money, before the import: the balances in the file, the closing balance of the last imported statement, which the new lines must
   * continue, and why the statement cannot be imported.
   */
  balances: z
    .object({
      opening_cents: z.number().nullable(),
      closing_cents: z.number().nullable(),
      last: z.object({ day, cents: z.number() }).nullable(),
      refused: z.string().nullable(),
      /** For a statement before which none is imported. */
      begins: OpeningBalance.nullable(),
      summary: ImportSummary,
    })
    .nullable(),
  /** Before the import: the number of new lines that were probably imported before. */
  probable: z.number(),
  /** Before the import: the file shows no closing balance, so missing lines cannot be noticed. */
  without_balance: z.boolean(),
  /** Whether receipts pay open invoices. Otherwise they are only recorded, and a person decides. */
  pays: z.boolean(),
});
export type StatementDetails = z.output<typeof StatementDetails>;

export const StatementRule = z.object({ id: z.number(), contains: z.string(), act: z.enum(statementRuleActions), tenancy: Coded.nullable() });
export type StatementRule = z.output<typeof StatementRule>;

export const PaymentException = z.object({
  id: z.number(),
  kind: z.enum(paymentExceptionKinds),
  status: z.enum(paymentExceptionStates),
  /** The M-Pesa code or bank reference of the receipt or of its reversal. */
  external: z.string(),
  cents: z.number(),
  at: moment,
  payer: z.string(),
  /** The receiving account. */
  account: z.string(),
  /** The prompt it may belong to, or the reversed payment; the first of several alike. */
  payment: Coded,
  /** The payments of which the bank reversed one; a person selects it. */
  among: z.array(Coded.extend({ day, payer: z.string() })),
  /** The reversed amount differs from the payment's. */
  part: z.boolean(),
  /** The amount of the payment refunded before. */
  given_back_cents: z.number(),
  decision: z.enum(paymentExceptionDecisions).nullable(),
  reason: z.string(),
  decided_by: z.string().nullable(),
  /** A second person must approve that the platform bears the loss. */
  request: OpenApprovalRequest.nullable(),
});
export type PaymentException = z.output<typeof PaymentException>;
