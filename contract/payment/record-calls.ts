import { z } from 'zod';
import { holders, keepers, makers } from '#contract/access/whose.ts';
import { approvals } from '#contract/approval/purposes.ts';
import { CollectionAccount, Statement, StatementFull, StatementLine, StatementRule } from '#contract/collection/arrival-shapes.ts';
import { rails, recordedHows, ruleActs, statementColumns } from '#contract/collection/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { day, filters, id, list, moment, page, pageSize } from '#contract/kernel/list.ts';
import { most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { bankCodes } from '#contract/reference/banks.ts';
import { PaymentFull } from './shapes.ts';

const base = '/api/v2/payment' as const;
const byId = z.object({ id });
const managers = holders('payments', 'create');
const keeping = keepers('payments', 'edit');
const counting = keepers('payments', 'create');
const secret = z.string().trim().max(500);

/** What people write down themselves: payments they took, statements of their bank, the accounts money comes to. */
export const paymentRecordCalls = {
  record: call({
    method: 'POST',
    path: `${base}/record/`,
    summary: 'Write down what was paid to one’s own account or by hand. Cash waits for the code its payer gets by SMS, or for a second person',
    needs: managers,
    body: z.strictObject({
      how: z.enum(recordedHows),
      cents: amount(most.rent, 1),
      on: day,
      tenancy_id: id.optional(),
      booking_id: id.optional(),
      invoice_ids: z.array(id).max(50).optional(),
      /** M-Pesa's number, the cheque's, the bank's reference. */
      external: line.max(60).default(''),
      note: z.string().trim().max(500).default(''),
    }),
    result: z.object({
      id: z.number(),
      code: z.string(),
      awaits_code: z.boolean(),
      /** Nobody gets a code: another person looks at the evidence. */
      awaits_second: z.boolean(),
      phone_tail: z.string().nullable(),
    }),
    fails: ['notFound', 'conflict', 'invalid', 'wrongState', 'tooMany'],
    document: 'payments',
  }),
  recordWays: call({
    method: 'GET',
    path: `${base}/record_ways/`,
    summary: 'What can be written down for a home, and where its invoices are paid to when the platform holds the money',
    needs: managers,
    /** One of the first two. */
    query: z.object({ tenancy_id: id.optional(), booking_id: id.optional(), invoice_id: id.optional() }),
    result: z.object({
      hows: z.array(z.enum(recordedHows)),
      held: z.boolean(),
      paybill: z.string().nullable(),
      collects: z.boolean(),
      /** Cash waits for a second person: its payer has no phone for a code. */
      second: z.boolean(),
    }),
    fails: ['notFound', 'invalid'],
  }),
  evidence: call({
    method: 'POST',
    path: `${base}/add_evidence/`,
    summary: 'A picture of the receipt book, the cheque or the slip',
    needs: managers,
    query: byId,
    upload: { field: 'evidence', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: PaymentFull,
    fails: ['notFound', 'wrongState'],
    document: 'payments',
  }),
  confirmCash: call({
    method: 'POST',
    path: `${base}/confirm_cash/`,
    summary: 'Confirm cash with the code its payer got; without one another person does, by evidence and with a reason',
    needs: approvals.cashWithoutCode.needs,
    query: byId,
    body: z.strictObject({ code: line.max(12).optional(), reason: z.string().trim().max(500).optional() }),
    result: PaymentFull,
    fails: ['notFound', 'invalid', 'wrongState', 'tooMany', 'conflict', 'forbidden'],
    toast: 'statusUpdated',
    document: 'payments',
  }),
  cancelCash: call({
    method: 'POST',
    path: `${base}/cancel_cash/`,
    summary: 'Take cash back that nobody confirmed',
    needs: counting,
    query: byId,
    body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
    result: PaymentFull,
    fails: ['notFound', 'wrongState'],
    document: 'payments',
  }),
  accounts: call({
    method: 'GET',
    path: `${base}/accounts/`,
    summary: 'The paybills, bank accounts and cash boxes money comes to',
    needs: ['payments', 'read'],
    /** `waiting`: for the caller to decide, since another asked. */
    query: z.object({ z_filter: filters({ waiting: z.enum(['true']) }) }),
    /** `held`: the platform holds the caller's money, so their invoices are paid to its paybill and not to these. */
    result: z.object({ count: z.number(), results: z.array(CollectionAccount), held: z.object({ paybill: z.string().nullable() }).nullable() }),
    fails: [],
  }),
  saveAccount: call({
    method: 'POST',
    path: `${base}/save_account/`,
    summary: 'Add or change one; what is secret is written and never read again. Where the platform’s money comes to waits for a second superadmin',
    needs: makers('payments', 'edit'),
    body: z.strictObject({
      id: id.optional(),
      rail: z.enum(rails),
      name: line.min(2).max(80),
      number: line.min(3).max(40),
      bank_code: z.enum(bankCodes).nullable().default(null),
      active: z.boolean().default(true),
      secrets: z
        .strictObject({ consumer_key: secret, consumer_secret: secret, passkey: secret, initiator: secret, initiator_password: secret })
        .optional(),
    }),
    result: CollectionAccount,
    fails: ['notFound', 'conflict', 'invalid'],
    document: 'payments',
    fresh: true,
  }),
  decideAccount: call({
    method: 'POST',
    path: `${base}/decide_account/`,
    summary:
      'Another superadmin than who asked confirms where the platform’s money comes to, or anybody of them refuses it; `at`: what they have read',
    needs: approvals.platformAccount.needs,
    query: byId,
    body: z.strictObject({ at: moment, agree: z.boolean() }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'conflict', 'forbidden'],
    document: 'payments',
    fresh: true,
  }),
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
} as const;
