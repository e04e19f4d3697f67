import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { LineFate } from '#contract/payment/kinds.ts';
import type { paymentRecordCalls } from '#contract/payment/record-calls.ts';
import {
  type Columns,
  guessColumns,
  isOfAccount,
  type ReadLine,
  readStatement as readFile,
  readLine,
} from '#contract/payment/statement.ts';
import { clock } from '#contract/time/clock.ts';
import type { CollectionAccountTable as CollectionAccount, StatementTable } from '#server/db/types.gen.ts';
import { invalid } from '#server/http/answer.ts';
import { emit } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, everything, from } from '#server/kernel/scoped.ts';
import { unlessTaken } from '#server/kernel/taken.ts';
import { m } from '#words/messages.js';
import { holdFigures, reconcile } from './figures.ts';
import { freeNumber, giveAgain, holdPaid, knownOf } from './line-acts.ts';
import { ownExternal } from './movement.ts';
import { reverseBy } from './reverse.ts';
import { missing } from './rows.ts';
import { full } from './statement-lists.ts';
import { broughtBy, undoBrought } from './statement-undo.ts';
import { balancesOf, goOn, linesOf, takeNext } from './take-over.ts';

type Calls = typeof paymentRecordCalls;
type Row = Selectable<StatementTable>;
type Account = Selectable<CollectionAccount>;
const why = 'a statement the caller keeps, and what is known of its lines';
const linesMost = 20_000;

async function accountFor(ctx: Ctx, id: number): Promise<Account> {
  const row = await from(ctx, 'collection_account').selectAll('collection_account').where('collection_account.id', '=', id).executeTakeFirst();
  if (!row || row.rail === 'cash') throw missing();
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

type Rule = { readonly contains: string; readonly act: string; readonly tenancy_id: number | null };
const rulesOf = (db: Db, companyId: number | null): Promise<Rule[]> =>
  everything(db, 'statement_rule', why)
    .select()
    .select(['contains', 'act', 'tenancy_id'])
    .where(sql<boolean>`company_id is not distinct from ${companyId}::bigint`)
    .orderBy('id')
    .execute();

/** M-Pesa's own numbers are alone in the world for what came in (what went out shares its number with what M-Pesa took for it); a bank's are so within one account, and two alike on one day are told apart by their turn. */
function externalOf(account: Account, line: ReadLine, turn: number): string {
  if (account.rail === 'mpesa' && (line.cents ?? 0) >= 0 && /^[A-Z0-9]{8,12}$/.test(line.reference))
    return account.company_id === null ? line.reference : ownExternal(account.company_id, line.reference);
  const said = createHash('sha256')
    .update(JSON.stringify([line.day, line.cents, line.reference, line.details, turn]))
    .digest('hex')
    .slice(0, 20);
  return `a${account.id}:${said}`;
}

/** Works out, dry, what each line would come to. Nothing is booked. A month of a busy paybill is tens of thousands of them: asked and written together. */
async function judge(ctx: Ctx, { id, columns }: { id: number; columns: Columns }, account: Account): Promise<void> {
  const rules = await rulesOf(ctx.db, account.company_id);
  const turns = new Map<string, number>();
  const lines = (await linesOf(ctx.db, id).execute()).map((line) => {
    const read = readLine(line.cells, columns);
    const alike = JSON.stringify([read.day, read.cents, read.reference, read.details]);
    const turn = (turns.get(alike) ?? 0) + 1;
    turns.set(alike, turn);
    return { id: line.id, read, external: externalOf(account, read, turn) };
  });
  const known = await knownOf(
    ctx.db,
    account,
    lines.flatMap(({ read, external }) => (account.rail === 'mpesa' ? [external, read.reference] : [external])),
  );
  const judged = lines.map(({ id: lineId, read, external }) => {
    const rule = rules.find((one) => `${read.details} ${read.payer} ${read.reference}`.toLowerCase().includes(one.contains.toLowerCase()));
    return {
      ...{ id: lineId, day: read.day, cents: read.cents, reference: read.reference, details: read.details, payer: read.payer },
      ...{ external_id: external, fate: fateOf(read, rule, known.has(external) || known.has(read.reference)), balance_cents: read.balance },
      paid_at: read.at,
      tenancy_id: rule?.act === 'tenancy' ? rule.tenancy_id : null,
    };
  });
  await sql`/* all: lines of a statement the caller keeps */
    update statement_line l set day = j.day, cents = j.cents, reference = j.reference, details = j.details, payer = j.payer, external_id = j.external_id, fate = j.fate,
      balance_cents = j.balance_cents, tenancy_id = j.tenancy_id, paid_at = j.paid_at
    from jsonb_populate_recordset(null::statement_line, ${JSON.stringify(judged)}::jsonb) j where l.id = j.id and l.statement_id = ${id}`.execute(
    ctx.db,
  );
}
function fateOf(read: ReadLine, rule: Rule | undefined, known: boolean): LineFate {
  if (read.cents === null || read.day === null || read.day > clock.today()) return 'wrong';
  if (rule?.act === 'ignore') return 'ignored';
  if (read.cents < 0) return read.reversal ? 'reversal' : 'out';
  return known ? 'known' : read.reversal ? 'ignored' : 'new';
}

export async function columns(ctx: Ctx, { id, columns: given }: Input<Calls['columns']>): Promise<Result<Calls['columns']>> {
  const { row, account } = await held(ctx, id);
  insistRead(row);
  if (given.day === undefined || (given.amount === undefined && given.in === undefined)) throw invalid({ columns: m.payment_problem_columns() });
  await everything(ctx.db, 'statement', why)
    .change()
    .set({ columns: JSON.stringify(given) })
    .where('id', '=', id)
    .execute();
  await judge(ctx, { id, columns: given }, account);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, reason: 'the columns of a statement' });
  return full(ctx, id);
}

/**
 * What is new in it becomes money, each line once: a short one at once, of a long one the first lines, and the rest goes on by itself. Asked again while
 * it does, nothing begins anew; one that stopped goes on where it stopped.
 */
export async function importStatement(ctx: Ctx, { id }: Input<Calls['importStatement']>): Promise<Result<Calls['importStatement']>> {
  const { row, account } = await held(ctx, id);
  if (row.status === 'importing') {
    if (row.problem !== null) await goOn(ctx.db, id);
    await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, reason: 'taking it over goes on' });
    return full(ctx, id);
  }
  insistRead(row);
  await judge(ctx, { id, columns: row.columns as Columns }, account);
  if (account.fund === 'C' && (await balancesOf(ctx.db, id)) === 'broken') throw new Refusal('conflict', m.payment_refusal_broken());
  await everything(ctx.db, 'statement', why)
    .change()
    .set({ status: 'importing', taken: 0, taken_at: clock.now(), taken_by: ctx.me.userId })
    .where('id', '=', id)
    .execute();
  await takeNext(ctx, { ...row, taken: 0 }, account);
  await emit(ctx.db, 'payment.import', { statementId: id }, `payment.import:${id}`);
  const after = await full(ctx, id);
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'payments', id, before: { status: row.status }, after: { status: after.status }, reason: row.name },
  });
  return after;
}

/**
 * Payments that came of it are taken back with their bookings, and charges and sweeps it booked; the same file may be read again afterwards. A payout it
 * proved has left, and a sweep that has arrived since is there: those stay, if whoever takes it back says so.
 */
export async function undoStatement(ctx: Ctx, { id, reason, keep }: Input<Calls['undoStatement']>): Promise<Result<Calls['undoStatement']>> {
  const { row } = await held(ctx, id);
  if (row.status === 'undone') throw new Refusal('wrongState', m.payment_refusal_statement(), { from: row.status });
  if (row.status === 'importing' && row.problem === null) throw new Refusal('conflict', m.payment_refusal_importing());
  const lines = await linesOf(ctx.db, id).execute();
  const brought = await broughtBy(ctx.db, id);
  if (!keep && brought.stay.length > 0) throw new Refusal('conflict', m.payment_refusal_proven_by_it({ what: brought.stay.join(', ') }));
  await holdPaid(
    ctx,
    lines.flatMap((line) => (line.fate === 'new' ? (line.payment_id ?? []) : [])),
  );
  for (const line of lines) {
    if (line.payment_id === null) continue;
    if (line.fate === 'reversal') await giveAgain(ctx, id, line.payment_id);
    if (line.fate !== 'new') continue;
    // It never was: so it was not on its own day.
    await reverseBy(ctx, line.payment_id, reason, line.day ?? clock.today());
    await freeNumber(ctx.db, line.payment_id, id);
  }
  await undoBrought(ctx, id, brought.back, reason);
  await everything(ctx.db, 'bank_figure', why).remove().where('statement_id', '=', id).execute();
  await everything(ctx.db, 'statement', why).change().set({ status: 'undone', undone_at: clock.now() }).where('id', '=', id).execute();
  await reconcile(ctx.db, row.account_id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, before: { status: row.status }, after: { status: 'undone' }, reason });
  return full(ctx, id);
}
