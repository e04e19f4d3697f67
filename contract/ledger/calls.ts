import { z } from 'zod';
import { approvals } from '#contract/approval/purposes.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { day, days, exported, filters, id, list, moment, page, pageSize, part, searchText, sortBy } from '#contract/kernel/list.ts';
import { funds, modes } from './accounts.ts';
import { journalKindNames } from './kinds.ts';
import { month } from './month.ts';
import { SourcePage } from './source.ts';

/** The books are read by who leads the platform; months are closed and companies' modes set by superadmins alone. */
const reads = { only: ['admin', 'superadmin'], with: ['payments', 'read'] } as const;
const keeps = { only: ['superadmin'], with: ['payments', 'edit'] } as const;

const Account = z.object({
  code: z.number(),
  fund: z.enum(funds),
  /** Whose: a company, a tenancy, or what else names it. */
  company: z.object({ id: z.number(), name: z.string() }).nullable(),
  tenancy: z.object({ id: z.number(), code: z.string() }).nullable(),
  ref: z.string(),
});
const JournalHead = z.object({
  id: z.number(),
  code: z.string(),
  kind: z.string(),
  /** What it says, in the reader's language. */
  sentence: z.string(),
  day,
  value_day: day,
  company: z.object({ id: z.number(), name: z.string() }).nullable(),
  cents: z.number(),
  reversed: z.boolean(),
});
export type JournalHead = z.output<typeof JournalHead>;
const JournalFull = JournalHead.extend({
  at: moment,
  by: z.string().nullable(),
  event_key: z.string(),
  source: z.object({
    table: z.string(),
    id: z.number(),
    /** The page it is about, as far as the platform has one. */
    page: SourcePage,
  }),
  entries: z.array(z.object({ fund: z.enum(funds), debit: Account, credit: Account, cents: z.number() })),
  reverses: z.object({ id: z.number(), code: z.string() }).nullable(),
  reversed_by: z.object({ id: z.number(), code: z.string() }).nullable(),
});
export type JournalFull = z.output<typeof JournalFull>;

const journalFilter = filters({
  search: searchText,
  kind: z.enum(journalKindNames),
  company_id: id,
  source: z.string().max(40),
  source_id: id,
  ...days,
});

const TrialRow = z.object({
  fund: z.enum(funds),
  code: z.number(),
  opening_cents: z.number(),
  debit_cents: z.number(),
  credit_cents: z.number(),
  closing_cents: z.number(),
});
export type TrialRow = z.output<typeof TrialRow>;
const Period = z.object({
  month: z.string(),
  journals: z.number(),
  moved_cents: z.number(),
  closed_at: moment.nullable(),
  closed_by: z.string().nullable(),
  /** It is the next to be closed, and over. */
  may_close: z.boolean(),
});
export type Period = z.output<typeof Period>;
const ProofRun = z.object({
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
export type ProofRun = z.output<typeof ProofRun>;
const Book = z.object({
  /** Of the company. */
  id: z.number(),
  name: z.string(),
  kind: z.string(),
  mode: z.enum(modes),
  reason: z.string(),
  set_at: moment.nullable(),
  set_by: z.string().nullable(),
  /** Waits for a second person. */
  asked: z.object({ mode: z.enum(modes), reason: z.string(), by: z.string().nullable(), at: moment, own: z.boolean() }).nullable(),
});
export type Book = z.output<typeof Book>;

export const ledgerCalls = {
  journals: call({
    method: 'GET',
    path: '/api/v2/ledger/all_journals/',
    summary: 'What was booked, newest first, each as a sentence',
    needs: reads,
    query: z.object({ page, page_size: pageSize, sort: sortBy(['day', 'id'], '-day'), z_filter: journalFilter }),
    result: list(JournalHead),
    fails: [],
  }),
  journalsCsv: call({
    method: 'GET',
    path: '/api/v2/ledger/export_journals/',
    summary: 'The entries of the same journals as a table file, in parts; leaves a trace in the log',
    needs: reads,
    query: z.object({ z_filter: journalFilter, part }),
    result: exported,
    fails: [],
  }),
  journal: call({
    method: 'GET',
    path: '/api/v2/ledger/journal_details/',
    summary: 'One journal: its pairs, what it is about, what it reverses or is reversed by',
    needs: reads,
    query: z.object({ id, code: z.string().max(40).optional() }),
    result: JournalFull,
    fails: ['notFound'],
  }),
  trial: call({
    method: 'GET',
    path: '/api/v2/ledger/trial_balance/',
    summary: 'What every kind of account stood at before a month, what moved in it, and what it stands at after',
    needs: reads,
    query: z.object({ month }),
    result: z.object({ month: z.string(), closed: z.boolean(), rows: z.array(TrialRow) }),
    fails: [],
  }),
  periods: call({
    method: 'GET',
    path: '/api/v2/ledger/all_periods/',
    summary: 'The months of the books, newest first: open or closed',
    needs: reads,
    query: z.object({ page, page_size: pageSize }),
    result: list(Period),
    fails: [],
  }),
  close: call({
    method: 'POST',
    path: '/api/v2/ledger/close_period/',
    summary: 'Close a month that is over: every proof must hold, and nothing is booked in it any more',
    needs: keeps,
    body: z.strictObject({ month }),
    result: z.object({ month: z.string() }),
    fails: ['conflict'],
    document: 'ledger',
  }),
  proofs: call({
    method: 'GET',
    path: '/api/v2/ledger/all_proofs/',
    summary: 'When the books were last checked, and what did not hold',
    needs: reads,
    query: z.object({
      page,
      page_size: pageSize,
      /** Those that failed since it last held: what nobody has put right. */
      z_filter: filters({ failed: z.enum(['true']) }),
    }),
    /** `stopped`: why nothing may be paid out now, where something stands against it. */
    result: list(ProofRun).extend({
      names: z.array(z.string()),
      stopped: z.string().nullable(),
      /** What a check says nothing of yet: nobody has said what to compare with. */
      silent: z.array(z.object({ proof: z.string(), what: z.string() })),
    }),
    fails: [],
  }),
  prove: call({
    method: 'POST',
    path: '/api/v2/ledger/prove/',
    summary: 'Check the books now, all of them',
    needs: keeps,
    result: z.object({ id: z.number(), ok: z.boolean() }),
    fails: [],
    document: 'ledger',
  }),
  books: call({
    method: 'GET',
    path: '/api/v2/ledger/all_books/',
    summary: 'How each company’s money runs: recorded only, or held by the platform in trust',
    needs: reads,
    /** `waiting`: for the caller to decide, since another asked. */
    query: z.object({ page, page_size: pageSize, z_filter: filters({ search: searchText, mode: z.enum(modes), waiting: z.enum(['true']) }) }),
    result: list(Book),
    fails: [],
  }),
  setBook: call({
    method: 'POST',
    path: '/api/v2/ledger/set_mode/',
    summary: 'Ask that the platform hold a company’s money in trust, or only record what it holds itself; what was billed before stays where it was',
    needs: keeps,
    body: z.strictObject({ company_id: id, mode: z.enum(modes), reason: line.min(5).max(500) }),
    result: Book,
    fails: ['notFound', 'conflict'],
    document: 'ledger',
  }),
  decideBook: call({
    method: 'POST',
    path: '/api/v2/ledger/decide_mode/',
    summary: 'Another than who asked agrees to who holds a company’s money, or anybody of them lets it be',
    needs: approvals.moneyMode.needs,
    body: z.strictObject({ company_id: id, agree: z.boolean() }),
    result: Book,
    fails: ['notFound', 'conflict', 'forbidden'],
    document: 'ledger',
  }),
} as const;
