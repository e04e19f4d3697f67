import { z } from 'zod';
import { keepers } from '#contract/access/whose.ts';
import { doubtDecisions, doubtStates } from '#contract/collection/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { filters, id, list, page, pageSize } from '#contract/kernel/list.ts';
import { ruleActs, statementColumns } from './kinds.ts';
import { Doubt, Statement, StatementFull, StatementLine, StatementRule } from './shapes.ts';

const base = '/api/v2/payment' as const;
const byId = z.object({ id });
const reason = z.string().trim().min(3).max(500);
const keeping = keepers('payments', 'edit');
const acting = { method: 'POST', needs: ['payments', 'edit'], query: byId, document: 'payments' } as const;

/** Statements of banks and of M-Pesa, and what a person decides of what they take back. */
export const statementCalls = {
  statements: call({
    method: 'GET',
    path: `${base}/statements/`,
    summary: 'Bank and M-Pesa statements that were read in, newest first',
    needs: ['payments', 'read'],
    query: z.object({ page, page_size: pageSize }),
    result: list(Statement),
    fails: [],
  }),
  statement: call({
    method: 'GET',
    path: `${base}/statement_details/`,
    summary: 'One statement: its columns, and what would come of it or came',
    needs: ['payments', 'read'],
    query: byId,
    result: StatementFull,
    fails: ['notFound'],
  }),
  statementLines: call({
    method: 'GET',
    path: `${base}/statement_lines/`,
    summary: 'The lines of a statement, as in the file',
    needs: ['payments', 'read'],
    query: byId.extend({ page, page_size: pageSize }),
    result: list(StatementLine),
    fails: ['notFound'],
  }),
  readStatement: call({
    method: 'POST',
    path: `${base}/read_statement/`,
    summary: 'Read a statement in, dry: columns are guessed, nothing is booked. The same file again is the same statement',
    needs: keeping,
    body: z.strictObject({ account_id: id, name: line.min(1).max(160), csv: z.string().min(1).max(4_000_000) }),
    // A month of a busy paybill.
    bodyMost: 6 * 1024 * 1024,
    result: StatementFull,
    fails: ['notFound', 'invalid', 'conflict'],
    document: 'payments',
  }),
  columns: call({
    method: 'POST',
    path: `${base}/statement_columns/`,
    summary: 'Say which column is which, and see what would come of it then',
    needs: keeping,
    query: byId,
    body: z.strictObject({ columns: z.partialRecord(z.enum(statementColumns), z.number().int().min(0).max(60)) }),
    result: StatementFull,
    fails: ['notFound', 'invalid', 'wrongState'],
    document: 'payments',
  }),
  importStatement: call({
    method: 'POST',
    path: `${base}/import_statement/`,
    summary: 'Take over what is new in it; what is known stays as it is. A long one goes on by itself; asked again it begins nothing anew',
    needs: keeping,
    query: byId,
    result: StatementFull,
    fails: ['notFound', 'wrongState', 'invalid', 'conflict'],
    toast: 'statusUpdated',
    document: 'payments',
  }),
  undoStatement: call({
    method: 'POST',
    path: `${base}/undo_statement/`,
    summary: 'Take back all that came of one, with the bookings; `keep`: what it proved of payouts stays, which is asked about first',
    needs: keeping,
    query: byId,
    body: z.strictObject({ reason: z.string().trim().min(3).max(500), keep: z.boolean().default(false) }),
    result: StatementFull,
    fails: ['notFound', 'wrongState', 'conflict'],
    toast: 'statusUpdated',
    document: 'payments',
  }),
  rules: call({
    method: 'GET',
    path: `${base}/statement_rules/`,
    summary: 'What lines with certain words are: a tenancy’s, or none of our business',
    needs: ['payments', 'read'],
    result: z.object({ results: z.array(StatementRule) }),
    fails: [],
  }),
  saveRule: call({
    method: 'POST',
    path: `${base}/save_rule/`,
    summary: 'Add such a rule',
    needs: keeping,
    body: z.strictObject({ contains: line.min(3).max(80), act: z.enum(ruleActs), tenancy_id: id.optional() }),
    result: StatementRule,
    fails: ['notFound', 'invalid'],
    document: 'payments',
  }),
  dropRule: call({
    method: 'DELETE',
    path: `${base}/drop_rule/`,
    summary: 'Take one away',
    needs: keeping,
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'payments',
  }),
  doubts: call({
    method: 'GET',
    path: `${base}/doubts/`,
    summary:
      'What only a person can decide: whether money is a prompt’s that was counted already, who bears what was taken back after part of it was returned, and which of several payments alike a bank took back',
    needs: ['payments', 'read'],
    query: z.object({ page, page_size: pageSize, z_filter: filters({ status: z.enum(doubtStates) }) }),
    result: list(Doubt),
    fails: [],
  }),
  decideDoubt: call({
    ...acting,
    path: `${base}/decide_doubt/`,
    summary:
      'Decide it: the same as the prompt, or money of its own; borne by the platform, taken from the payment that is named, or nothing was taken',
    needs: keepers('payments', 'edit'),
    /** `payment_id`: the one that was taken back, where there are several alike. */
    body: z.strictObject({ decision: z.enum(doubtDecisions), payment_id: id.optional(), reason }),
    result: Doubt,
    fails: ['notFound', 'conflict', 'wrongState', 'invalid', 'forbidden'],
    toast: 'statusUpdated',
  }),
} as const;
