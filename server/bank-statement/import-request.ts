import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { ImportSummary, OpeningBalance } from '#contract/bank-statement/shapes.ts';
import type { StatementColumnPositions } from '#contract/bank-statement/statement.ts';
import { day } from '#contract/kernel/list.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { describeAccount } from '#contract/treasury/account-name.ts';
import { type ApprovalRequestRow, defineRequestedAct, findOpenRequest, requestApproval } from '#server/approval/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { from } from '#server/kernel/scoped.ts';
import type { CollectionAccountRow } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { joinSentences, type Sentence } from '../../words/sentence.ts';
import type { ApprovedCash } from './banked-cash.ts';
import { classifyStatementLines } from './classify-lines.ts';
import { checkStatementContinues } from './continuity.ts';
import { assertStatementRead, lockStatement, readStatementAccount, type StatementRow, startImport } from './import-start.ts';
import { type ImportPreview, previewImport } from './request/import-summary.ts';

const params = z.strictObject({
  statement_id: z.number(),
  account: z.string(),
  rail: z.enum(['bank', 'mpesa']),
  name: z.string(),
  first_day: day,
  last_day: day,
  /** New receipts and their total. */
  count: z.number(),
  cents: z.number(),
  opening_cents: z.number(),
  closing_cents: z.number(),
  /** What the requester saw. Another reading of the file is another request. */
  digest: z.string(),
  /** Null for a statement that continues from an imported one. Requests of earlier versions have neither. */
  begins: OpeningBalance.nullable().optional(),
  summary: ImportSummary.optional(),
});
type Params = z.output<typeof params>;

/**
 * What decides who gets the money of a line: what the file says, the rule that assigns or ignores it, and what it shows of money that is in the books:
 * a sweep, a returned payout or the cash of a company.
 */
const buildDigest = ({ lines, claims, cash }: ImportPreview): string => {
  const digested = lines.map((line) => {
    const cleared = cash.get(line.id);
    return [
      ...[line.n, line.day, line.cents, line.reference, line.details, line.payer, line.balance_cents],
      ...[line.tenancy_id, line.fate === 'ignored', line.account_text, claims.get(line.id) ?? null],
      ...(cleared ? [cleared.holder, cleared.deposit?.id ?? null, cleared.payments.map(({ id }) => id)] : []),
    ];
  });
  return createHash('sha256').update(JSON.stringify(digested)).digest('hex');
};

/** Reads the lines again by today's rules, and what an import would post. */
async function readImport(ctx: Ctx, row: StatementRow, account: CollectionAccountRow): Promise<{ read: Params; preview: ImportPreview }> {
  await classifyStatementLines(ctx, { id: row.id, columns: row.columns as StatementColumnPositions }, account);
  const { ends, refused, begins } = await checkStatementContinues(ctx, row.id, account);
  if (refused !== null || ends === null) throw new Refusal('conflict', refused ?? m.payment_refusal_no_balance());
  const preview = await previewImport(ctx.db, row.id, account);
  const days = preview.lines.flatMap((line) => (line.day === null || line.cents === null ? [] : line.day)).toSorted();
  const read: Params = {
    statement_id: row.id,
    account: describeAccount(account),
    rail: account.rail === 'mpesa' ? 'mpesa' : 'bank',
    name: row.name,
    first_day: days[0] ?? '',
    last_day: days.at(-1) ?? '',
    count: preview.receipts.length,
    cents: sumCents(preview.receipts.map(({ cents }) => cents ?? 0)),
    opening_cents: ends.opening,
    closing_cents: ends.closing,
    digest: buildDigest(preview),
    begins,
    summary: preview.summary,
  };
  return { read, preview };
}

/** A statement of client money is imported by another person's approval. */
export async function requestStatementImport(ctx: Ctx, row: StatementRow, account: CollectionAccountRow): Promise<void> {
  const { read } = await readImport(ctx, row, account);
  await requestApproval(ctx, 'statementImport', { subjectId: row.id, cents: read.cents, params: read, reason: row.name });
}

export const findOpenImportRequest = (ctx: Ctx, statementId: number) => findOpenRequest(ctx, 'statementImport', statementId);
/** What another person is asked to approve must not change. */
export async function assertNoImportRequest(ctx: Ctx, statementId: number): Promise<void> {
  const open = await findOpenImportRequest(ctx, statementId);
  if (open) throw new Refusal('conflict', m.payment_refusal_import_asked({ code: open.code }));
}

export async function importApprovedStatement(
  ctx: Ctx,
  asked: Pick<Params, 'statement_id' | 'digest'>,
  { asked_by }: Pick<ApprovalRequestRow, 'asked_by'>,
  most?: number,
): Promise<void> {
  const { row, account } = await lockStatement(ctx, asked.statement_id);
  assertStatementRead(row);
  const { read, preview } = await readImport(ctx, row, account);
  if (read.digest !== asked.digest) throw new Refusal('conflict', m.payment_refusal_import_changed());
  const by = { asked_by, approved_by: ctx.me.userId, cash_lines: toApprovedCash(preview), sweep_lines: [...preview.sweeps] };
  await startImport(ctx, row, account, { by, ...(most === undefined ? {} : { most }) });
}
/** The payments that each line may clear. A long import continues in the background, and a deposit declared by then clears nothing. */
const toApprovedCash = ({ cash }: ImportPreview): ApprovedCash =>
  Object.fromEntries([...cash].map(([line, { payments }]) => [line, payments.map(({ id }) => id)]));

/** Why an open request cannot be approved any more: a statement that was imported or undone since does not lead to it. */
async function findImportBlocker(ctx: Ctx, statementId: number): Promise<Sentence | null> {
  const row = await from(ctx, 'statement').select(['status', 'account_id']).where('statement.id', '=', statementId).executeTakeFirst();
  if (row?.status !== 'read') return null;
  return (await checkStatementContinues(ctx, statementId, await readStatementAccount(ctx, row.account_id))).refused;
}

/** The first companies by their sum; the others together. */
const namedHolders = 5;
function describeSummary({ in_cents, out_cents, charge_cents, cash }: ImportSummary): Sentence[] {
  const [named, others] = [cash.slice(0, namedHolders), cash.slice(namedHolders)];
  const rest = { count: sumCents(others.map(({ count }) => count)), sum: formatKesPlain(sumCents(others.map(({ cents }) => cents))) };
  return [
    m.payment_request_import_moves({ incoming: formatKesPlain(in_cents), outgoing: formatKesPlain(out_cents) }),
    ...(charge_cents > 0 ? [m.payment_request_import_charges({ sum: formatKesPlain(charge_cents) })] : []),
    ...named.map(({ company, count, cents }) => m.payment_request_import_cash({ company, count, sum: formatKesPlain(cents) })),
    ...(others.length > 0 ? [m.payment_request_import_cash_others(rest)] : []),
  ];
}
function describeOpening({ opening_cents, books_cents, outstanding_cents, difference_cents }: OpeningBalance): Sentence {
  const [opening, books, difference] = [formatKesPlain(opening_cents), formatKesPlain(books_cents), formatKesPlain(difference_cents)];
  if (difference_cents === 0) return m.payment_request_import_opening_agrees({ opening });
  return outstanding_cents === 0
    ? m.payment_request_import_opening_differs({ opening, books, difference })
    : m.payment_request_import_opening_outstanding({ opening, books, difference, outstanding: formatKesPlain(outstanding_cents) });
}

export const statementImportAct = defineRequestedAct({
  params,
  document: 'payments',
  describe: ({ account, rail, name, count, cents, first_day, last_day, opening_cents, closing_cents, begins, summary }) => {
    const said = (rail === 'mpesa' ? m.payment_request_paybill_import : m.payment_request_import)({
      account,
      name,
      count,
      sum: formatKesPlain(cents),
      from: formatLongDate(first_day),
      to: formatLongDate(last_day),
      opening: formatKesPlain(opening_cents),
      closing: formatKesPlain(closing_cents),
    });
    return joinSentences([said, ...(summary ? describeSummary(summary) : []), ...(begins ? [describeOpening(begins)] : [])]);
  },
  page: ({ statement_id }) => ({ screen: 'payment.finance', params: {}, query: `tab=import&statement=${statement_id}` }),
  also: [
    {
      is: (me, t) =>
        sql<boolean>`exists (/* unscoped: only who uploaded it is read */ select 1 from statement s where s.id = ${t('subject_id')} and s.by_id = ${me.userId}::bigint)`,
      says: m.payment_refusal_import_own_file,
    },
  ],
  blocked: (ctx, { statement_id }) => findImportBlocker(ctx, statement_id),
  execute: (ctx, given, request) => importApprovedStatement(ctx, given, request),
});
