import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { statementCalls } from '#contract/bank-statement/calls.ts';
import { takenTogether } from '#contract/bank-statement/kinds.ts';
import { guessColumns, isOfAccount, readStatement as readFile } from '#contract/bank-statement/statement.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { missing } from '#server/collection/service.ts';
import type { CollectionAccountTable as CollectionAccount, StatementTable } from '#server/db/types.gen.ts';
import { invalid } from '#server/http/answer.ts';
import { emit } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, change, from, oneRow } from '#server/kernel/scoped.ts';
import { unlessTaken } from '#server/kernel/taken.ts';
import { holdFigures } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { balancesOf, judge, linesOf } from './judge-lines.ts';
import { full } from './statement-lists.ts';
import { insistUndoable, undoNext } from './take-back.ts';
import { goOn, takeNext } from './take-over.ts';

type Calls = typeof statementCalls;
type Row = Selectable<StatementTable>;
type Account = Selectable<CollectionAccount>;
const linesMost = 20_000;

async function accountFor(ctx: Ctx, id: number): Promise<Account> {
  const row = await from(ctx, 'collection_account').selectAll('collection_account').where('collection_account.id', '=', id).executeTakeFirst();
  if (!row || row.rail === 'cash') throw missing();
  if (row.waiting) throw new Refusal('conflict', m.payment_refusal_account_waits());
  return row;
}
async function held(ctx: Ctx, id: number): Promise<{ row: Row; account: Account }> {
  const row = await from(ctx, 'statement').selectAll('statement').where('statement.id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw missing();
  await holdFigures(ctx.db, row.account_id);
  return { row, account: await accountFor(ctx, row.account_id) };
}
const insistRead = (row: Row): void => {
  if (row.status !== 'read') throw new Refusal('wrongState', m.payment_refusal_statement(), { from: row.status });
};

/** The same file again is the same statement: it answers what stands. */
export async function readStatement(ctx: Ctx, { account_id, name, csv }: Input<Calls['readStatement']>): Promise<Result<Calls['readStatement']>> {
  const account = await accountFor(ctx, account_id);
  const sha256 = createHash('sha256').update(csv).digest();
  const same = await from(ctx, 'statement')
    .select('statement.id')
    .where('account_id', '=', account.id)
    .where('sha256', '=', sha256)
    .where('status', '<>', 'undone')
    .executeTakeFirst();
  if (same) {
    await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id: same.id, reason: 'the same statement was read again' });
    return full(ctx, same.id);
  }
  const read = readFile(csv);
  if (!read || read.rows.length === 0) throw invalid({ csv: m.payment_problem_statement() });
  if (read.rows.length > linesMost) throw invalid({ csv: m.payment_problem_lines({ most: linesMost }) });
  if (!isOfAccount(read.before, account.number)) throw invalid({ csv: m.payment_problem_other_account({ number: account.number }) });
  const columns = guessColumns(read.head);
  const { id } = await unlessTaken(
    add(ctx, 'statement')
      .values({
        ...{ account_id: account.id, company_id: account.company_id, name, sha256, head: [...read.head] },
        columns: JSON.stringify(columns),
        by_id: ctx.me.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
    () => new Refusal('conflict', sentence('changedMeanwhile')),
  );
  await add(ctx, 'statement_line')
    .values(read.rows.map((cells, n) => ({ statement_id: id, n: n + 1, cells: [...cells] })))
    .execute();
  await judge(ctx, { id, columns }, account);
  await audit(ctx.db, ctx, { kind: 'add', document: 'payments', id, after: { name, lines: read.rows.length }, reason: 'a statement was read' });
  return full(ctx, id);
}

export async function columns(ctx: Ctx, { id, columns: given }: Input<Calls['columns']>): Promise<Result<Calls['columns']>> {
  const { row, account } = await held(ctx, id);
  insistRead(row);
  if (given.day === undefined || (given.amount === undefined && given.in === undefined)) throw invalid({ columns: m.payment_problem_columns() });
  await change(ctx, 'statement')
    .set({ columns: JSON.stringify(given) })
    .where('id', '=', id)
    .$call(oneRow);
  await judge(ctx, { id, columns: given }, account);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, reason: 'the columns of a statement' });
  return full(ctx, id);
}

/**
 * What is new in it becomes money, each line once: a short one at once, a long one part by part, which goes on by itself. Asked again while it does,
 * nothing begins anew; one that stopped goes on where it stopped.
 */
export async function importStatement(
  ctx: Ctx,
  { id }: Input<Calls['importStatement']>,
  most = takenTogether,
): Promise<Result<Calls['importStatement']>> {
  const { row, account } = await held(ctx, id);
  if (row.status === 'importing') {
    if (row.problem !== null) await goOn(ctx.db, id);
    await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, reason: 'taking it over goes on' });
    return full(ctx, id);
  }
  insistRead(row);
  if (account.fund === 'C' && (await balancesOf(ctx.db, id)).ends === 'broken') throw new Refusal('conflict', m.payment_refusal_broken());
  await change(ctx, 'statement')
    .set({ status: 'importing', taken: 0, taken_at: clock.now(), taken_by: ctx.me.userId })
    .where('id', '=', id)
    .$call(oneRow);
  const some = await linesOf(ctx.db, id)
    .clearSelect()
    .select('id')
    .limit(most + 1)
    .execute();
  if (some.length <= most) await takeNext(ctx, { ...row, taken: 0 }, account);
  await emit(ctx.db, 'payment.import', { statementId: id }, `payment.import:${id}`);
  const after = await full(ctx, id);
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'payments', id, before: { status: row.status }, after: { status: after.status }, reason: row.name },
  });
  return after;
}

/**
 * Payments that came of it are taken back with their bookings, and charges and sweeps it booked; the same file may be read again afterwards. A payout it
 * proved has left, and a sweep that has arrived since is there: those stay, if whoever takes it back says so. A long one goes part by part, as it came.
 */
export async function undoStatement(
  ctx: Ctx,
  { id, reason, keep }: Input<Calls['undoStatement']>,
  most = takenTogether,
): Promise<Result<Calls['undoStatement']>> {
  const { row } = await held(ctx, id);
  if (row.status === 'undone') throw new Refusal('wrongState', m.payment_refusal_statement(), { from: row.status });
  if (row.status === 'importing' && row.problem === null) throw new Refusal('conflict', m.payment_refusal_importing());
  if (row.status === 'undoing' && row.problem === null) throw new Refusal('conflict', m.payment_refusal_undoing());
  await insistUndoable(ctx.db, { id, keep });
  const taken = row.status === 'imported' ? (await full(ctx, id)).lines : row.taken;
  await change(ctx, 'statement')
    .set({ status: 'undoing', taken, taken_at: clock.now(), taken_by: ctx.me.userId, problem: null, undo_reason: reason, undo_keep: keep })
    .where('id', '=', id)
    .$call(oneRow);
  if (taken > most) await emit(ctx.db, 'payment.import', { statementId: id });
  else await undoNext(ctx, { id, account_id: row.account_id, taken, reason, keep });
  const after = await full(ctx, id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, before: { status: row.status }, after: { status: after.status }, reason });
  return after;
}
