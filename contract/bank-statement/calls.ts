import { z } from 'zod';
import { companyRolesOrAdmins } from '#contract/access/role-limits.ts';
import { ApprovalRequestLink } from '#contract/approval/shapes.ts';
import { CashDeposit } from '#contract/cash/shapes.ts';
import { paymentExceptionDecisions, paymentExceptionStates } from '#contract/collection/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildFilterSchema, buildListSchema, id, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { probableDuplicateChoices, statementColumns, statementRuleActions } from './kinds.ts';
import { BankStatement, PaymentException, StatementDetails, StatementLine, StatementRule } from './shapes.ts';

const base = '/api/v2/payment' as const;
const byId = z.object({ id });
const reason = z.string().trim().min(3).max(500);
/** Makao decides which company's cash a line shows. */
const cashStaff = { only: ['admin', 'superadmin'], with: ['payments', 'edit'] } as const;
const keeping = companyRolesOrAdmins('payments', 'edit');
const acting = { method: 'POST', needs: ['payments', 'edit'], query: byId, document: 'payments' } as const;

/** Bank and M-Pesa statements, and the decisions on reversals they contain. */
export const statementCalls = {
  listStatements: call({
    method: 'GET',
    path: `${base}/statements/`,
    summary: 'List imported bank and M-Pesa statements, newest first',
    needs: ['payments', 'read'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(BankStatement),
    fails: [],
  }),
  statementDetails: call({
    method: 'GET',
    path: `${base}/statement_details/`,
    summary: 'Get a statement with its columns and the preview or result of its import',
    needs: ['payments', 'read'],
    query: byId,
    result: StatementDetails,
    fails: ['notFound'],
  }),
  statementLines: call({
    method: 'GET',
    path: `${base}/statement_lines/`,
    summary: 'List the lines of a statement as they are in the file, or the one with the number n',
    needs: ['payments', 'read'],
    query: byId.extend({ page: pageNumberSchema, page_size: pageSize, n: id.optional() }),
    result: buildListSchema(StatementLine),
    fails: ['notFound'],
  }),
  readStatement: call({
    method: 'POST',
    path: `${base}/read_statement/`,
    summary:
      'Upload a statement and preview it: columns are guessed and nothing is posted. The same file returns the same statement. A company keeps ten files that are not imported, for seven days',
    needs: keeping,
    body: z.strictObject({ account_id: id, name: singleLine.min(1).max(160), csv: z.string().min(1).max(4_000_000) }),
    // The size of a month of a busy paybill.
    bodyMost: 6 * 1024 * 1024,
    result: StatementDetails,
    fails: ['notFound', 'invalid', 'conflict'],
    document: 'payments',
  }),
  setColumns: call({
    method: 'POST',
    path: `${base}/statement_columns/`,
    summary: 'Set the columns of a statement and preview it again',
    needs: keeping,
    query: byId,
    body: z.strictObject({ columns: z.partialRecord(z.enum(statementColumns), z.number().int().min(0).max(60)) }),
    result: StatementDetails,
    fails: ['notFound', 'invalid', 'wrongState', 'conflict'],
    document: 'payments',
  }),
  importStatement: call({
    method: 'POST',
    path: `${base}/import_statement/`,
    summary:
      'Import the new lines of a statement; known lines do not change. For client money this is a request that another person approves. Long statements continue in the background, and a repeated request starts nothing new',
    needs: keeping,
    /** `duplicates`: what to do with lines that were probably imported before under another reference. They are refused without it. */
    query: byId.extend({ duplicates: z.enum(probableDuplicateChoices).optional() }),
    result: StatementDetails,
    fails: ['notFound', 'wrongState', 'invalid', 'conflict'],
    toast: 'statusUpdated',
    document: 'payments',
  }),
  undoStatement: call({
    method: 'POST',
    path: `${base}/undo_statement/`,
    summary:
      'Undo the import of a statement and reverse its journals, or discard a file that was not imported; `keep` retains the payouts it confirmed and must be confirmed first',
    needs: keeping,
    query: byId,
    body: z.strictObject({ reason: z.string().trim().min(3).max(500), keep: z.boolean().default(false) }),
    result: StatementDetails,
    fails: ['notFound', 'wrongState', 'conflict'],
    toast: 'statusUpdated',
    document: 'payments',
  }),
  listRules: call({
    method: 'GET',
    path: `${base}/statement_rules/`,
    summary: 'List the rules for statement lines by their text: allocate to a tenancy, or ignore',
    needs: ['payments', 'read'],
    result: z.object({ results: z.array(StatementRule) }),
    fails: [],
  }),
  saveRule: call({
    method: 'POST',
    path: `${base}/save_rule/`,
    summary: 'Add a statement line rule',
    needs: keeping,
    body: z.strictObject({ contains: singleLine.min(3).max(80), act: z.enum(statementRuleActions), tenancy_id: id.optional() }),
    result: StatementRule,
    fails: ['notFound', 'invalid'],
    document: 'payments',
  }),
  deleteRule: call({
    method: 'DELETE',
    path: `${base}/drop_rule/`,
    summary: 'Delete a statement line rule',
    needs: keeping,
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'payments',
  }),
  depositCandidates: call({
    method: 'GET',
    path: `${base}/deposit_candidates/`,
    summary: 'List the declared cash deposits of the amount and account of an unallocated bank payment',
    needs: cashStaff,
    query: byId,
    result: z.object({ results: z.array(CashDeposit) }),
    fails: [],
  }),
  bankedCash: call({
    method: 'POST',
    path: `${base}/banked_cash/`,
    summary:
      'Request that an unallocated bank payment is recorded as the declared deposit of clients’ cash: it clears the cash of the company and is no payment of a tenant',
    needs: cashStaff,
    query: byId,
    body: z.strictObject({ deposit_id: id, reason }),
    result: ApprovalRequestLink,
    fails: ['notFound', 'conflict', 'wrongState', 'forbidden'],
    toast: 'statusUpdated',
    document: 'payments',
  }),
  listExceptions: call({
    method: 'GET',
    path: `${base}/doubts/`,
    summary:
      'List exceptions that need a decision: possible duplicates of a prompt, reversals of partly refunded payments, and reversals that fit several payments',
    needs: ['payments', 'read'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize, z_filter: buildFilterSchema({ status: z.enum(paymentExceptionStates) }) }),
    result: buildListSchema(PaymentException),
    fails: [],
  }),
  resolveException: call({
    ...acting,
    path: `${base}/decide_doubt/`,
    summary:
      'Resolve an exception: duplicate of the prompt or a separate payment; loss borne by the platform, reversal of the named payment, or no reversal',
    needs: companyRolesOrAdmins('payments', 'edit'),
    /** `payment_id`: the reversed payment, if several are alike. */
    body: z.strictObject({ decision: z.enum(paymentExceptionDecisions), payment_id: id.optional(), reason }),
    result: PaymentException,
    fails: ['notFound', 'conflict', 'wrongState', 'invalid', 'forbidden'],
    toast: 'statusUpdated',
  }),
} as const;
