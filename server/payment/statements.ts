import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { LineFate, Rail } from '#contract/payment/kinds.ts';
import { scores } from '#contract/payment/match.ts';
import { balancesIn } from '#contract/payment/reconcile.ts';
import type { paymentRecordCalls } from '#contract/payment/record-calls.ts';
import {
  accountIn,
  type Columns,
  guessColumns,
  isOfAccount,
  partyIn,
  type ReadLine,
  readStatement as readFile,
  readLine,
} from '#contract/payment/statement.ts';
import { clock } from '#contract/time/clock.ts';
import { startOf } from '#contract/time/days.ts';
import type { CollectionAccountTable as CollectionAccount, StatementLineTable as LineTable, StatementTable } from '#server/db/types.gen.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, everything, from } from '#server/kernel/scoped.ts';
import { unlessTaken } from '#server/kernel/taken.ts';
import { undo } from '#server/ledger/service.ts';
import { m } from '#words/messages.js';
import { reconcile } from './figures.ts';
import { freeNumber, giveAgain, holdFor, holdPaid, knownOf, ruledHome, takeReversal } from './line-acts.ts';
import { chargeOf, takeSwept } from './lines.ts';
import { applyTo } from './look.ts';
import { ownExternal, takeMovement, turn } from './movement.ts';
import { hide } from './phones.ts';
import { reverseBy } from './reverse.ts';
import { missing } from './rows.ts';
import { full } from './statement-lists.ts';

type Calls = typeof paymentRecordCalls;
type Row = Selectable<StatementTable>;
type Line = Selectable<LineTable>;
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

const linesOf = (db: Db, statementId: number): Promise<Line[]> =>
  everything(db, 'statement_line', why).select().selectAll().where('statement_id', '=', statementId).orderBy('n').execute();
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
  const lines = (await linesOf(ctx.db, id)).map((line) => {
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

/** What is new in it becomes money, each line once; what a line takes back is undone. A tenancy a rule names is whose it is. */
export async function importStatement(ctx: Ctx, { id }: Input<Calls['importStatement']>): Promise<Result<Calls['importStatement']>> {
  const { row, account } = await held(ctx, id);
  insistRead(row);
  await judge(ctx, { id, columns: row.columns as Columns }, account);
  const lines = await linesOf(ctx.db, id);
  const ends = balancesIn(lines.map(({ day, cents, balance_cents }) => ({ day, cents, balance: balance_cents })));
  if (account.fund === 'C' && ends === 'broken') throw new Refusal('conflict', m.payment_refusal_broken());
  // Before any invoice is held, as whoever writes one down by hand takes them.
  const rail = account.rail as Rail;
  await turn(
    ctx.db,
    rail,
    lines.flatMap((line) => (line.fate === 'new' ? (line.external_id ?? []) : [])),
  );
  await holdFor(ctx, account, lines);
  for (const line of lines) {
    if (line.fate === 'reversal') await takeReversal(ctx, account, line);
    if (line.fate !== 'new' || line.cents === null || line.day === null) continue;
    const swept = await takeSwept(ctx, account, { ...line, day: line.day, cents: line.cents, external_id: line.external_id ?? '' });
    if (swept !== null) {
      await everything(ctx.db, 'statement_line', why).change().set({ fate: 'known', journal_id: swept }).where('id', '=', line.id).execute();
      continue;
    }
    const taken = await takeMovement(ctx, {
      ...{
        rail,
        external: line.external_id,
        account,
        cents: line.cents,
        paidAt: line.paid_at ?? startOf(line.day),
        payer: partyIn(line.payer).name,
      },
      ...{ accountText: accountIn(line), phone: hide(partyIn(line.payer).phone), verifiedBy: 'statement' },
    });
    await everything(ctx.db, 'statement_line', why)
      .change()
      .set({ payment_id: taken.paymentId, fate: taken.became === 'credited' ? 'new' : 'known' })
      .where('id', '=', line.id)
      .execute();
    const home = line.tenancy_id === null ? null : await ruledHome(ctx.db, account, line.tenancy_id);
    if (home && taken.became === 'credited' && taken.paymentId !== null)
      await applyTo(ctx, taken.paymentId, home.ids, [{ what: 'rule', score: scores.rule }], home.whose);
  }
  await everything(ctx.db, 'statement', why).change().set({ status: 'imported', imported_at: clock.now() }).where('id', '=', id).execute();
  if (account.fund === 'C' && ends !== null && ends !== 'broken') await addFigure(ctx, id, account, lines, ends.closing);
  else await reconcile(ctx.db, account.id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, before: { status: 'read' }, after: { status: 'imported' }, reason: row.name });
  return full(ctx, id);
}
/** What the account stood at when the statement ended: the books are asked whether they say the same. */
async function addFigure(ctx: Ctx, id: number, account: Account, lines: readonly Line[], closing: number): Promise<void> {
  const day = lines.reduce((last, line) => (line.day !== null && line.day > last ? line.day : last), '');
  await add(ctx, 'bank_figure').values({ account_id: account.id, source: 'statement', statement_id: id, cents: closing, day }).execute();
  await reconcile(ctx.db, account.id);
}

/** Payments that came of it are taken back with their bookings; what it proved of transfers and payouts stays proven; the same file may be read again afterwards. */
export async function undoStatement(ctx: Ctx, { id, reason }: Input<Calls['undoStatement']>): Promise<Result<Calls['undoStatement']>> {
  const { row } = await held(ctx, id);
  if (row.status === 'undone') throw new Refusal('wrongState', m.payment_refusal_statement(), { from: row.status });
  const lines = await linesOf(ctx.db, id);
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
  for (const line of await linesOf(ctx.db, id)) {
    if (line.journal_id === null) continue;
    await undo(ctx.db, {
      of: chargeOf(line.id),
      key: `${chargeOf(line.id)}:undo`,
      kind: 'payout_charge',
      by: ctx.me.userId,
      valueDay: line.day ?? clock.today(),
    });
    // Another file may have the same movement: it is looked for anew.
    await everything(ctx.db, 'statement_line', why).change().set({ journal_id: null }).where('journal_id', '=', line.journal_id).execute();
  }
  await everything(ctx.db, 'bank_figure', why).remove().where('statement_id', '=', id).execute();
  await everything(ctx.db, 'statement', why).change().set({ status: 'undone', undone_at: clock.now() }).where('id', '=', id).execute();
  await reconcile(ctx.db, row.account_id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, before: { status: row.status }, after: { status: 'undone' }, reason });
  return full(ctx, id);
}
