import { type Selectable, sql } from 'kysely';
import { takenTogether, workedStates } from '#contract/bank-statement/kinds.ts';
import { accountIn, type Columns, partyIn } from '#contract/bank-statement/statement.ts';
import { scores } from '#contract/matching/match.ts';
import { clock } from '#contract/time/clock.ts';
import { startOf } from '#contract/time/days.ts';
import { hide, type Movement, takeMovements, turn } from '#server/collection/service.ts';
import type { StatementLineTable as LineTable, StatementTable } from '#server/db/types.gen.ts';
import { runBatches } from '#server/importer/service.ts';
import { eachLeft } from '#server/jobs/each-due.ts';
import { emit } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { atClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { add, change, everything, oneRow } from '#server/kernel/scoped.ts';
import { applyTo, lookMany } from '#server/matching/service.ts';
import { type AccountRow, accountOf, holdFigures } from '#server/treasury/service.ts';
import { reconcile } from './figures.ts';
import { balancesOf, judge, linesOf } from './judge-lines.ts';
import { holdFor, ruledHome, takeReversal } from './line-acts.ts';
import { takeReturned, takeSwept } from './lines.ts';
import { undoNext } from './take-back.ts';
import { tellWaiting } from './tell-statement.ts';

const why = 'a statement goes on being taken over once somebody who may has begun it';
type Row = Selectable<StatementTable>;
type Line = Selectable<LineTable>;
type Fresh = Line & { readonly day: string; readonly cents: number };
const isFresh = (line: Line): line is Fresh => line.fate === 'new' && line.cents !== null && line.day !== null;

/**
 * The next lines of a statement that is held with its account's figures, in the caller's transaction. Before the first of them what is known of all is
 * looked at anew, by the rules of today. With the last of them what it says was taken back
 * is undone, and the books are compared with it. Whose money it is is looked at afterwards. True while lines are left.
 */
export async function takeNext(ctx: Ctx, row: Row, account: AccountRow, most = takenTogether): Promise<boolean> {
  if (row.taken === 0) await judge(ctx, { id: row.id, columns: row.columns as Columns }, account);
  const ahead = await linesOf(ctx.db, row.id)
    .where('n', '>', row.taken)
    .limit(most + 1)
    .execute();
  const [lines, isLast] = [ahead.slice(0, most), ahead.length <= most];
  const fresh = lines.filter(isFresh);
  // A statement may be written newest first: what takes back comes after all that came.
  const back = isLast ? await linesOf(ctx.db, row.id).where('fate', '=', 'reversal').execute() : [];
  // Before any invoice is held, as whoever writes one down by hand takes them.
  await turn(
    ctx.db,
    account.rail,
    fresh.flatMap((line) => line.external_id ?? []),
  );
  await holdFor(ctx, account, [...fresh, ...back]);
  await takeFresh(ctx, account, fresh);
  for (const line of back) await takeReversal(ctx, account, line);
  await put(ctx, row.id, { taken: lines.at(-1)?.n ?? row.taken, taken_at: clock.now(), problem: null });
  if (!isLast) return true;
  await put(ctx, row.id, { status: 'imported', imported_at: clock.now() });
  if (account.fund === 'C') await compareWith(ctx, row.id, account);
  return false;
}
const put = (ctx: Ctx, id: number, set: Partial<Pick<Row, 'status' | 'taken' | 'taken_at' | 'problem' | 'imported_at'>>) =>
  change(ctx, 'statement').set(set).where('id', '=', id).$call(oneRow);

const movementOf = (account: AccountRow, line: Fresh): Movement => {
  const { name, phone } = partyIn(line.payer);
  return {
    ...{ rail: account.rail, external: line.external_id, account, cents: line.cents, paidAt: line.paid_at ?? startOf(line.day) },
    ...{ payer: name, accountText: accountIn(line), phone: hide(phone), verifiedBy: 'statement', reference: line.reference, looked: true },
  };
};
/** A tenancy a rule names is whose it is; what a bank got from our own paybill, or back from a payee's, is nobody's payment. */
async function takeFresh(ctx: Ctx, account: AccountRow, fresh: readonly Fresh[]): Promise<void> {
  const became: Partial<Line>[] = [];
  const came: Fresh[] = [];
  for (const line of fresh) {
    const one = { ...line, external_id: line.external_id ?? '' };
    const ours = (await takeSwept(ctx, account, one)) ?? (await takeReturned(ctx, account, one));
    if (!ours) came.push(line);
    // At once, so that the next line over the same sum is not the same one.
    else
      await everything(ctx.db, 'statement_line', why)
        .change()
        .set({ fate: 'known', payment_id: null, journal_id: ours.journal, brought: ours.brought })
        .where('id', '=', line.id)
        .execute();
  }
  const taken = await takeMovements(
    ctx,
    came.map((line) => movementOf(account, line)),
  );
  for (const [n, line] of came.entries())
    became.push({ id: line.id, fate: taken[n]?.became === 'credited' ? 'new' : 'known', payment_id: taken[n]?.paymentId ?? null, brought: false });
  await sql`/* all: lines of a statement that is held */ update statement_line l set fate = b.fate, payment_id = b.payment_id, journal_id = b.journal_id, brought = b.brought
    from jsonb_populate_recordset(null::statement_line, ${JSON.stringify(became)}::jsonb) b where l.id = b.id`.execute(ctx.db);
  for (const [n, { tenancy_id }] of came.entries()) {
    const { became: how, paymentId } = taken[n] ?? {};
    const home = tenancy_id === null || how !== 'credited' ? null : await ruledHome(ctx.db, account, tenancy_id);
    const reasons = [{ what: 'rule', score: scores.rule }] as const;
    if (home && paymentId) await applyTo(ctx, [{ paymentId, invoiceIds: home.ids, reasons, home: home.whose }]);
  }
}

/** What the account stood at when the statement ended, where it says so: the books are asked whether they say the same. */
async function compareWith(ctx: Ctx, id: number, account: AccountRow): Promise<void> {
  const { ends, day } = await balancesOf(ctx.db, id);
  if (ends !== null && ends !== 'broken' && day !== null)
    await add(ctx, 'bank_figure').values({ account_id: account.id, source: 'statement', statement_id: id, cents: ends.closing, day }).execute();
  await reconcile(ctx.db, account.id);
}

/** One part in a transaction of its own, in the name of who began it: over, or back. */
export const step = (db: Db, id: number, most: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const row = await everything(tx, 'statement', why).select().selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row?.status !== 'importing' && row?.status !== 'undoing') return false;
    await holdFigures(tx, row.account_id);
    const clerk = atClock(tx, why);
    const ctx = { ...clerk, me: { ...clerk.me, userId: row.taken_by } };
    const back = row.status === 'undoing' ? { ...row, reason: row.undo_reason ?? '', keep: row.undo_keep } : null;
    const more = back ? await undoNext(ctx, back, most) : await takeNext(ctx, row, await accountOf(tx, row.account_id), most);
    if (!more)
      await audit(tx, ctx, {
        kind: 'edit',
        document: 'payments',
        id,
        before: { status: row.status },
        after: { status: back ? 'undone' : 'imported' },
        reason: back?.reason ?? row.name,
      });
    return more;
  });

/** To its end, part by part; twice, or on two nodes, each line is taken once. Where a part fails its lines are taken one by one, so that it is known which it was. */
export async function workOnStatement(house: House, id: number, parts: typeof step = step): Promise<void> {
  const { db, log } = { db: house.database.db, log: house.log };
  await lookAt(house, id);
  try {
    await runBatches({
      step: (most) => parts(db, id, most),
      size: takenTogether,
      between: () => lookAt(house, id),
      onFailure: (error) => log.error({ error, statementId: id }, 'lines of a statement could not be taken over or back together'),
    });
  } catch (problem) {
    log.error({ error: problem, statementId: id }, 'a statement could not be taken over or back');
    await put(atClock(db, why), id, { problem: problem instanceof Refusal ? problem.message : '' });
    throw problem;
  }
  await lookAt(house, id);
  await tellWaiting(db, id);
}
/** Whose the money is: what cannot be looked at now is by the minute's sweep, and keeps no line waiting. */
async function lookAt(house: House, id: number): Promise<void> {
  const rows = await everything(house.database.db, 'statement_line', why)
    .select()
    .innerJoin('payment', 'payment.id', 'statement_line.payment_id')
    .select('payment.id')
    .where('statement_line.statement_id', '=', id)
    .where('payment.status', '=', 'completed')
    .where('payment.looked_at', 'is', null)
    .orderBy('payment.id')
    .execute();
  const ids = rows.map((row) => row.id);
  await lookMany(house, ids).catch((error: unknown) => house.log.error({ error, paymentIds: ids }, 'payments of a statement wait for another look'));
}

/** It begins again where it stopped. */
export async function goOn(db: Db, id: number): Promise<void> {
  await put(atClock(db, why), id, { problem: null, taken_at: clock.now() });
  await emit(db, 'payment.import', { statementId: id });
}
const silentMs = 2 * 60 * 1000;
/** Whoever died in the middle of one is followed from where they were; and who died before they told of it. */
export async function sweepStatements(house: House, db: Db): Promise<number> {
  const rows = await everything(db, 'statement', why)
    .select()
    .select('id')
    .where((eb) =>
      eb.or([eb('status', 'in', [...workedStates]).and('problem', 'is', null), eb('status', '=', 'imported').and('told_at', 'is', null)]),
    )
    .where('taken_at', '<', new Date(clock.ms() - silentMs))
    .orderBy('id')
    .execute();
  return eachLeft(rows, ({ id }) => workOnStatement(house, id));
}
