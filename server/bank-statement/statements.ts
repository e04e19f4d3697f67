import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { statementCalls } from '#contract/bank-statement/calls.ts';
import { importedStatementStates, type ProbableDuplicateChoice, statementLinesPerBatch } from '#contract/bank-statement/kinds.ts';
import { chooseStatementColumns, isStatementForAccount, parseStatement, type StatementColumnPositions } from '#contract/bank-statement/statement.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, change, from, oneRow } from '#server/kernel/scoped.ts';
import { refuseOnUniqueViolation } from '#server/kernel/unique-violation.ts';
import { isPlatformMoney } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { classifyStatementLines } from './classify-lines.ts';
import { resumeStatement } from './import-lines.ts';
import { assertNoImportRequest, requestStatementImport } from './import-request.ts';
import { assertStatementRead, lockStatement, readStatementAccount, startImport } from './import-start.ts';
import { readFullStatement } from './statement-lists.ts';
import { requestStatementUndo } from './undo/undo-request.ts';
import { assertStatementUndoable, startUndo } from './undo-import.ts';
import { assertRoomForStatement, clearStatementContent } from './unread-statements.ts';

type Calls = typeof statementCalls;
const linesMost = 20_000;

/** The columns that a person chose for the last imported file of the account with these headings, or else those of its format. */
async function chooseColumns(ctx: Ctx, accountId: number, head: readonly string[]): Promise<StatementColumnPositions> {
  const chosen = await from(ctx, 'statement')
    .select('statement.columns')
    .where('account_id', '=', accountId)
    .where('columns_chosen', '=', true)
    .where('statement.status', 'in', [...importedStatementStates])
    .where(sql<boolean>`statement.head = ${[...head]}::text[]`)
    .orderBy('statement.id', 'desc')
    .executeTakeFirst();
  return (chosen?.columns as StatementColumnPositions | undefined) ?? chooseStatementColumns(head);
}

/** The same file is the same statement, which is returned as it is now. */
export async function uploadStatement(
  ctx: Ctx,
  { account_id, name, csv }: HandlerInput<Calls['readStatement']>,
): Promise<HandlerResult<Calls['readStatement']>> {
  const account = await readStatementAccount(ctx, account_id);
  const sha256 = createHash('sha256').update(csv).digest();
  const same = await from(ctx, 'statement')
    .select('statement.id')
    .where('account_id', '=', account.id)
    .where('sha256', '=', sha256)
    .where('status', '<>', 'undone')
    .executeTakeFirst();
  if (same) {
    await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id: same.id, reason: 'the same statement was read again' });
    return readFullStatement(ctx, same.id);
  }
  const read = parseStatement(csv);
  if (!read || read.rows.length === 0) throw invalidInputRefusal({ csv: m.payment_problem_statement() });
  if (read.rows.length > linesMost) throw invalidInputRefusal({ csv: m.payment_problem_lines({ most: linesMost }) });
  if (!isStatementForAccount(read.before, account.number))
    throw invalidInputRefusal({ csv: m.payment_problem_other_account({ number: account.number }) });
  await assertRoomForStatement(ctx, account, csv.length);
  const columns = await chooseColumns(ctx, account.id, read.head);
  const { id } = await refuseOnUniqueViolation(
    add(ctx, 'statement')
      .values({
        account_id: account.id,
        company_id: account.company_id,
        name,
        sha256,
        head: [...read.head],
        columns: JSON.stringify(columns),
        characters: csv.length,
        by_id: ctx.me.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
    () => new Refusal('conflict', sentence('editConflict')),
  );
  await add(ctx, 'statement_line')
    .values(read.rows.map((cells, n) => ({ statement_id: id, n: n + 1, cells: [...cells] })))
    .execute();
  await classifyStatementLines(ctx, { id, columns }, account);
  await audit(ctx.db, ctx, { kind: 'add', document: 'payments', id, after: { name, lines: read.rows.length }, reason: 'a statement was read' });
  return readFullStatement(ctx, id);
}

export async function setStatementColumns(
  ctx: Ctx,
  { id, columns: given }: HandlerInput<Calls['setColumns']>,
): Promise<HandlerResult<Calls['setColumns']>> {
  const { row, account } = await lockStatement(ctx, id);
  assertStatementRead(row);
  await assertNoImportRequest(ctx, id);
  if (given.day === undefined || (given.amount === undefined && given.in === undefined))
    throw invalidInputRefusal({ columns: m.payment_problem_columns() });
  await change(ctx, 'statement')
    .set({ columns: JSON.stringify(given), columns_chosen: true })
    .where('id', '=', id)
    .$call(oneRow);
  await classifyStatementLines(ctx, { id, columns: given }, account);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, reason: 'the columns of a statement' });
  return readFullStatement(ctx, id);
}

/** A company's own account: an import without new lines has no effect, and lines that are probably known need a decision. */
async function assertOwnImport(ctx: Ctx, id: number, duplicates: ProbableDuplicateChoice | undefined): Promise<ProbableDuplicateChoice | null> {
  const { fates, probable } = await readFullStatement(ctx, id);
  const fresh = (fates.new ?? 0) + (fates.out ?? 0) + (fates.reversal ?? 0) - (duplicates === 'skip' ? probable : 0);
  if (fresh <= 0) throw new Refusal('conflict', m.payment_refusal_nothing_new());
  if (probable > 0 && duplicates === undefined) throw new Refusal('conflict', m.payment_refusal_probable({ count: probable }), { probable });
  const choice = probable > 0 ? (duplicates ?? null) : null;
  await change(ctx, 'statement').set({ same_lines: choice }).where('id', '=', id).$call(oneRow);
  return choice;
}

/**
 * Imports the new lines, each once: a short statement at once, a long one in parts that continue automatically. A repeated request starts nothing
 * new, and one that stopped resumes. For client money it asks for the approval of another person.
 */
export async function importStatement(
  ctx: Ctx,
  { id, duplicates }: HandlerInput<Calls['importStatement']>,
  most = statementLinesPerBatch,
): Promise<HandlerResult<Calls['importStatement']>> {
  const { row, account } = await lockStatement(ctx, id);
  if (row.status === 'importing') {
    if (row.problem !== null) await resumeStatement(ctx.db, id);
    await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, reason: 'taking it over goes on' });
    return readFullStatement(ctx, id);
  }
  assertStatementRead(row);
  if (isPlatformMoney(account)) {
    await requestStatementImport(ctx, row, account);
    return readFullStatement(ctx, id);
  }
  const choice = await assertOwnImport(ctx, id, duplicates);
  await startImport(ctx, { ...row, same_lines: choice }, account, { most });
  const after = await readFullStatement(ctx, id);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'payments',
    id,
    before: { status: row.status },
    after: { status: after.status },
    reason: row.name,
  });
  return after;
}

/**
 * Reverses the payments of a statement with their journals, and its charges and sweeps. The file can be read again. A payout it proved and a sweep
 * that has arrived stay if the caller confirms this. A long statement is undone in parts. A file that was never imported
 * is discarded. For an imported statement of client money it asks for the approval of another person.
 */
export async function undoStatement(
  ctx: Ctx,
  { id, reason, keep }: HandlerInput<Calls['undoStatement']>,
  most = statementLinesPerBatch,
): Promise<HandlerResult<Calls['undoStatement']>> {
  const { row, account } = await lockStatement(ctx, id);
  if (row.status === 'undone') throw new Refusal('wrongState', m.payment_refusal_statement(), { from: row.status });
  await assertNoImportRequest(ctx, id);
  if (row.status === 'importing' && row.problem === null) throw new Refusal('conflict', m.payment_refusal_importing());
  if (row.status === 'undoing' && row.problem === null) throw new Refusal('conflict', m.payment_refusal_undoing());
  if (isPlatformMoney(account) && (row.status === 'imported' || row.status === 'importing')) {
    await requestStatementUndo(ctx, row, account, { reason, keep });
    return readFullStatement(ctx, id);
  }
  await assertStatementUndoable(ctx.db, { id, keep });
  // An undo that stopped resumes as it was approved.
  const asked = row.status === 'undoing' && isPlatformMoney(account) ? { reason: row.undo_reason ?? reason, keep: row.undo_keep } : { reason, keep };
  await startUndo(ctx, row, asked, most);
  if (row.status === 'read') await clearStatementContent(ctx, id);
  const after = await readFullStatement(ctx, id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, before: { status: row.status }, after: { status: after.status }, reason });
  return after;
}
