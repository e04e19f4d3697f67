import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { buildListSchema, checkDayOrder, csvFile, csvPartNumber, day, id, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { m } from '#words/messages.js';
import { ledgerAccountCodes, ledgerFunds } from './accounts.ts';

const reads = { only: ['admin', 'superadmin'], with: ['payments', 'read'] } as const;
/** Both days are included. Entries count by the day they are posted on, as in the closed months. */
const period = { from: day, to: day };
const accountCode = z.coerce
  .number()
  .int()
  .refine((code) => (ledgerAccountCodes as readonly number[]).includes(code), {
    error: () => m.problem_one_of({ values: ledgerAccountCodes.join(', ') }),
  });
/** The accounts of one kind in one fund; of one company, or with one reference (such as one bank account). */
const account = { ...period, fund: z.enum(ledgerFunds), account: accountCode, company_id: id.optional(), ref: z.string().max(100).optional() };

const Movement = z.object({ debit_cents: z.number(), credit_cents: z.number() });
/** The balance as an accountant writes it: in the debit or in the credit column. */
const Balance = Movement.extend({ balance_debit_cents: z.number(), balance_credit_cents: z.number() });
const TrialBalanceRow = Balance.extend({
  fund: z.enum(ledgerFunds),
  code: z.number(),
  /** Positive on the normal side of the account. */
  opening_cents: z.number(),
  closing_cents: z.number(),
});
export type TrialBalanceRow = z.output<typeof TrialBalanceRow>;
const TrialBalanceTotal = Balance.extend({ fund: z.enum(ledgerFunds) });
export type TrialBalanceTotal = z.output<typeof TrialBalanceTotal>;

const AccountEntry = z.object({
  /** The id and code of the journal. */
  id: z.number(),
  code: z.string(),
  line: z.number(),
  sentence: z.string(),
  day,
  value_day: day,
  company: z.object({ id: z.number(), name: z.string() }).nullable(),
  tenancy: z.object({ id: z.number(), code: z.string() }).nullable(),
  ref: z.string(),
  /** The account on the other side of the entry. */
  contra: z.number(),
  debit_cents: z.number(),
  credit_cents: z.number(),
  /** The balance of the shown accounts after this entry, positive on their normal side. */
  balance_cents: z.number(),
});
export type AccountEntry = z.output<typeof AccountEntry>;

/** Balances of accounts, the entries behind them, and both as files. */
export const balanceCalls = {
  trialBalance: call({
    method: 'GET',
    path: '/api/v2/ledger/trial_balance/',
    summary:
      'Get the balances at the end of a day: opening balance, debits and credits of the period, and the debit or credit balance of each account, with totals',
    needs: reads,
    query: z.object(period).check(checkDayOrder),
    result: z.object({ from: day, to: day, closed: z.boolean(), rows: z.array(TrialBalanceRow), totals: z.array(TrialBalanceTotal) }),
    fails: [],
  }),
  trialBalanceCsv: call({
    method: 'GET',
    path: '/api/v2/ledger/export_trial_balance/',
    summary: 'Export the balances of a period as CSV; the export is logged',
    needs: reads,
    query: z.object(period).check(checkDayOrder),
    result: csvFile,
    fails: [],
  }),
  trialBalancePdf: call({
    method: 'GET',
    path: '/api/v2/ledger/trial_balance_pdf/',
    summary: 'Get the address of the balances as a PDF, valid for one hour; the export is logged',
    needs: reads,
    query: z.object(period).check(checkDayOrder),
    result: z.object({ address: z.string() }),
    fails: [],
  }),
  accountEntries: call({
    method: 'GET',
    path: '/api/v2/ledger/account_entries/',
    summary: 'List the entries of an account in a period, oldest first, with the balance after each',
    needs: reads,
    query: z.object({ ...account, page: pageNumberSchema, page_size: pageSize }).check(checkDayOrder),
    result: buildListSchema(AccountEntry).extend({
      opening_cents: z.number(),
      debit_cents: z.number(),
      credit_cents: z.number(),
      closing_cents: z.number(),
      /** What the accounts of this kind belong to: the values of the filters `company_id` and `ref`. */
      companies: z.array(z.object({ id: z.number(), name: z.string() })),
      refs: z.array(z.string()),
    }),
    fails: [],
  }),
  accountCsv: call({
    method: 'GET',
    path: '/api/v2/ledger/export_account/',
    summary: 'Export the entries of an account in a period as CSV (general ledger), in parts; the export is logged',
    needs: reads,
    query: z.object({ ...account, part: csvPartNumber }).check(checkDayOrder),
    result: csvFile,
    fails: [],
  }),
} as const;
