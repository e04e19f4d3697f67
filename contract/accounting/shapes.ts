import { z } from 'zod';
import { AccountReconciliation } from '#contract/bank-statement/account-reconciliation.ts';
import { reconciliationSources } from '#contract/bank-statement/kinds.ts';
import { day, moment } from '#contract/kernel/list.ts';
import { certificateResults, clientMoneyFunds, clientMoneyHeldLines, clientMoneyOwedLines, worksheetItemKeys, worksheetStates } from './kinds.ts';

export const AccountWorksheet = z.object({
  id: z.number(),
  code: z.string(),
  account: z.object({ id: z.number(), name: z.string(), number: z.string() }),
  day,
  status: z.enum(worksheetStates),
  bank_cents: z.number().nullable(),
  ledger_cents: z.number(),
  difference_cents: z.number(),
  note: z.string(),
  prepared_by: z.string().nullable(),
  prepared_at: moment,
  decided_by: z.string().nullable(),
  decided_at: moment.nullable(),
  decision: z.string(),
  own: z.boolean(),
  /** Whether the caller may sign it; otherwise the reason. */
  may_sign: z.boolean(),
  blocked: z.string().nullable(),
});
export type AccountWorksheet = z.output<typeof AccountWorksheet>;

/** The worksheet of an account and a day: the figures now, and those of the worksheet that waits or counts. */
export const WorksheetOfDay = z.object({
  live: AccountReconciliation,
  sheet: AccountWorksheet.extend({ figures: AccountReconciliation }).nullable(),
  /** The figures are no longer those of the worksheet. */
  changed: z.boolean(),
});
export type WorksheetOfDay = z.output<typeof WorksheetOfDay>;

const Part = z.object({ line: z.enum([...clientMoneyHeldLines, ...clientMoneyOwedLines]), cents: z.number() });
const AccountPosition = z.object({
  id: z.number(),
  name: z.string(),
  worksheet: z.string().nullable(),
  bank_cents: z.number().nullable(),
  difference_cents: z.number().nullable(),
  // Certificates that were stored before the accounts were compared lack the rest.
  bank_day: day.nullable().default(null),
  source: z.enum(reconciliationSources).nullable().default(null),
  ledger_cents: z.number().nullable().default(null),
  /** Whether a statement or a ledger entry up to the day concerns it. */
  in_use: z.boolean().default(true),
  /** Whether money moved after the day of the bank balance. */
  moved_since: z.boolean().default(false),
  /** The known reasons why the bank has more or less than the ledger, by the line of the worksheet. */
  items: z.array(z.object({ key: z.enum(worksheetItemKeys), cents: z.number() })).default([]),
});
export type AccountPosition = z.output<typeof AccountPosition>;
export const ClientMoney = z.object({
  day,
  funds: z.array(
    z.object({
      fund: z.enum(clientMoneyFunds),
      held: z.array(Part),
      held_cents: z.number(),
      owed: z.array(Part),
      owed_cents: z.number(),
      difference_cents: z.number(),
    }),
  ),
  /** The accounts that hold client money: the ledger and the bank on the day, counted by value date, and the signed worksheet of the day. */
  accounts: z.array(AccountPosition),
});
export type ClientMoney = z.output<typeof ClientMoney>;

export const ClientMoneyCertificate = z.object({
  id: z.number(),
  code: z.string(),
  day,
  held_cents: z.number(),
  owed_cents: z.number(),
  difference_cents: z.number(),
  sha256: z.string(),
  /** The SHA-256 that the certificate prints; null for those made before it was stored. */
  figures_sha256: z.string().nullable(),
  /** Whether held equals owed in each fund, and each account in use agrees with its bank. */
  result: z.enum(certificateResults),
  made_by: z.string().nullable(),
  made_at: moment,
});
export type ClientMoneyCertificate = z.output<typeof ClientMoneyCertificate>;
