import { z } from 'zod';
import { approvalRules } from '#contract/approval/purposes.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  csvFile,
  csvPartNumber,
  day,
  dayRange,
  id,
  moment,
  pageNumberSchema,
  pageSize,
  searchText,
} from '#contract/kernel/list.ts';
import { collectionModes, ledgerFunds } from './accounts.ts';
import { balanceCalls } from './balance-calls.ts';
import { journalKindKeys } from './kinds.ts';
import { JournalSourcePage } from './source.ts';

/** Platform admins read the ledger; only super admins close months and set money modes. */
const reads = { only: ['admin', 'superadmin'], with: ['payments', 'read'] } as const;
const keeps = { only: ['superadmin'], with: ['payments', 'edit'] } as const;

const Account = z.object({
  code: z.number(),
  fund: z.enum(ledgerFunds),
  /** The subject of the entry: a company, a tenancy or another reference. */
  company: z.object({ id: z.number(), name: z.string() }).nullable(),
  tenancy: z.object({ id: z.number(), code: z.string() }).nullable(),
  ref: z.string(),
});
const JournalSummary = z.object({
  id: z.number(),
  code: z.string(),
  kind: z.string(),
  /** The text in the reader's language. */
  sentence: z.string(),
  day,
  value_day: day,
  company: z.object({ id: z.number(), name: z.string() }).nullable(),
  cents: z.number(),
  reversed: z.boolean(),
});
export type JournalSummary = z.output<typeof JournalSummary>;
const JournalDetails = JournalSummary.extend({
  at: moment,
  by: z.string().nullable(),
  event_key: z.string(),
  source: z.object({
    table: z.string(),
    id: z.number(),
    /** The page of the entry's source, if there is one. */
    page: JournalSourcePage,
  }),
  entries: z.array(z.object({ fund: z.enum(ledgerFunds), debit: Account, credit: Account, cents: z.number() })),
  reverses: z.object({ id: z.number(), code: z.string() }).nullable(),
  reversed_by: z.object({ id: z.number(), code: z.string() }).nullable(),
});
export type JournalDetails = z.output<typeof JournalDetails>;

const journalFilter = buildFilterSchema({
  search: searchText,
  kind: z.enum(journalKindKeys),
  company_id: id,
  source: z.string().max(40),
  source_id: id,
  ...dayRange,
});

const LedgerPeriod = z.object({
  month: z.string(),
  journals: z.number(),
  moved_cents: z.number(),
  closed_at: moment.nullable(),
  closed_by: z.string().nullable(),
  /** This is the next month to close, and it has ended. */
  may_close: z.boolean(),
});
export type LedgerPeriod = z.output<typeof LedgerPeriod>;
const LedgerCheckRun = z.object({
  id: z.number(),
  at: moment,
  scope: z.enum(['changed', 'all']),
  ok: z.boolean(),
  checked: z.number(),
  ms: z.number(),
  by: z.string().nullable(),
  failed: z.array(
    z.object({ proof: z.string(), rows: z.number(), example: z.object({ what: z.string(), expected: z.number(), found: z.number() }).nullable() }),
  ),
});
export type LedgerCheckRun = z.output<typeof LedgerCheckRun>;
const CollectionModeBook = z.object({
  /** The id of the company. */
  id: z.number(),
  name: z.string(),
  kind: z.string(),
  mode: z.enum(collectionModes),
  reason: z.string(),
  set_at: moment.nullable(),
  set_by: z.string().nullable(),
  /** A request that is pending a second approver. */
  asked: z.object({ mode: z.enum(collectionModes), reason: z.string(), by: z.string().nullable(), at: moment, own: z.boolean() }).nullable(),
});
export type CollectionModeBook = z.output<typeof CollectionModeBook>;

export const ledgerCalls = {
  listJournals: call({
    method: 'GET',
    path: '/api/v2/ledger/all_journals/',
    summary: 'List journals, newest first, each with its description',
    needs: reads,
    query: z.object({ page: pageNumberSchema, page_size: pageSize, sort: buildSortSchema(['day', 'id'], '-day'), z_filter: journalFilter }),
    result: buildListSchema(JournalSummary),
    fails: [],
  }),
  journalsCsv: call({
    method: 'GET',
    path: '/api/v2/ledger/export_journals/',
    summary: 'Export the entries of the filtered journals as CSV, in parts; the export is logged',
    needs: reads,
    query: z.object({ z_filter: journalFilter, part: csvPartNumber }),
    result: csvFile,
    fails: [],
  }),
  journalDetails: call({
    method: 'GET',
    path: '/api/v2/ledger/journal_details/',
    summary: 'Get a journal with its pairs, its source record and its reversal',
    needs: reads,
    query: z.object({ id, code: z.string().max(40).optional() }),
    result: JournalDetails,
    fails: ['notFound'],
  }),
  ...balanceCalls,
  listPeriods: call({
    method: 'GET',
    path: '/api/v2/ledger/all_periods/',
    summary: 'List the ledger months with their status, newest first',
    needs: reads,
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(LedgerPeriod),
    fails: [],
  }),
  listChecks: call({
    method: 'GET',
    path: '/api/v2/ledger/all_proofs/',
    summary: 'Get the result of the last ledger check, with failures',
    needs: reads,
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      /** The failed checks since the last successful one. */
      z_filter: buildFilterSchema({ failed: z.enum(['true']) }),
    }),
    /** `stopped`: the reason why payouts are blocked, if any. */
    result: buildListSchema(LedgerCheckRun).extend({
      names: z.array(z.string()),
      stopped: z.string().nullable(),
      /** Accounts that a check cannot cover yet, because there is nothing to compare with. */
      silent: z.array(z.object({ proof: z.string(), what: z.string() })),
    }),
    fails: [],
  }),
  runChecks: call({
    method: 'POST',
    path: '/api/v2/ledger/prove/',
    summary: 'Run all ledger checks now',
    needs: keeps,
    result: z.object({ id: z.number(), ok: z.boolean() }),
    fails: [],
    document: 'ledger',
  }),
  listMoneyModes: call({
    method: 'GET',
    path: '/api/v2/ledger/all_books/',
    summary: 'List companies with their collection mode: record only, or held by Makao in trust',
    needs: reads,
    /** `waiting`: requests of another person that the caller may decide. */
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      z_filter: buildFilterSchema({ search: searchText, mode: z.enum(collectionModes), waiting: z.enum(['true']) }),
    }),
    result: buildListSchema(CollectionModeBook),
    fails: [],
  }),
  requestMoneyMode: call({
    method: 'POST',
    path: '/api/v2/ledger/set_mode/',
    summary: 'Request a change of a company’s collection mode; invoices already issued do not change',
    needs: keeps,
    body: z.strictObject({ company_id: id, mode: z.enum(collectionModes), reason: singleLine.min(5).max(500) }),
    result: CollectionModeBook,
    fails: ['notFound', 'conflict'],
    document: 'ledger',
  }),
  decideMoneyMode: call({
    method: 'POST',
    path: '/api/v2/ledger/decide_mode/',
    summary: 'Confirm a change of collection mode as a second person, or reject it',
    needs: approvalRules.moneyMode.needs,
    body: z.strictObject({ company_id: id, agree: z.boolean() }),
    result: CollectionModeBook,
    fails: ['notFound', 'conflict', 'forbidden'],
    document: 'ledger',
  }),
} as const;
