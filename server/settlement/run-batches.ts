import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { sumCents } from '#contract/money/cents.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import type { PayoutRunProgress } from '#contract/settlement/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { getFundOfBalance } from '#contract/wallet/kinds.ts';
import { runInBatches } from '#server/jobs/batches.ts';
import { processAbandonedRows } from '#server/jobs/due-rows.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import { readPayoutSettings } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { moneyHandlersSql } from './control/money-handlers.ts';
import { assertPayoutRunPossible, countPayees, payeesPerBatch, planPayeePayout, readPayeesAfter, type SkippedPayee } from './run.ts';

type Calls = typeof settlementCalls;
const why = 'a payout run continues without the person who started it';

/** Drafts for the next payees of a run, and the cursor after them. `rest`: more payees may follow. A payee with an open draft keeps that one. */
async function makeDrafts(ctx: Ctx, runId: number, limit: number): Promise<{ readonly rest: boolean; readonly skipped: SkippedPayee[] }> {
  const run = await systemRows(ctx.db, 'settlement_run', why).selectAll().where('id', '=', runId).forUpdate().executeTakeFirst();
  if (!run || run.finished_at !== null) return { rest: false, skipped: [] };
  const page = await readPayeesAfter(ctx, run.cursor, limit);
  const { minimum } = await readPayoutSettings(ctx.db);
  const skipped: SkippedPayee[] = [];
  const made: number[] = [];
  for (const payee of page) {
    const planned = await planPayeePayout(ctx, payee, run.cut_off, minimum);
    if ('why' in planned) {
      skipped.push(planned);
      continue;
    }
    const { account, figures } = planned;
    const row = await add(ctx, 'settlement_payment')
      .values({
        run_id: run.id,
        kind: 'run',
        company_id: payee.company_id,
        fund: getFundOfBalance(payee.code),
        account_code: payee.code,
        cut_off: run.cut_off,
        payout_account_id: account.id,
        rail: account.rail,
        made_by: run.made_by,
        figures: JSON.stringify(figures),
        net_cents: figures.net,
        money_handlers: moneyHandlersSql({ companyId: payee.company_id, code: payee.code }),
      })
      .onConflict((oc) => oc.columns(['company_id', 'account_code']).where('status', '=', sql.lit('draft')).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row) made.push(figures.net);
    else skipped.push({ company: payee.name, why: m.settlement_left_open() });
  }
  // A second run at the same time waits for the drafts of the first and makes none of its own: it leaves no run behind.
  if (page.length < limit && run.made + made.length === 0) {
    await sameRow(ctx.db, 'settlement_run', run).remove().execute();
    return { rest: false, skipped };
  }
  await sameRow(ctx.db, 'settlement_run', run)
    .change()
    .set((eb) => ({
      cursor: page.at(-1)?.account ?? run.cursor,
      done: eb('done', '+', page.length),
      made: eb('made', '+', made.length),
      net_cents: eb('net_cents', '+', sumCents(made)),
      problem: null,
      worked_at: clock.now(),
      finished_at: page.length < limit ? clock.now() : null,
    }))
    .execute();
  return { rest: page.length === limit, skipped };
}

/** Processes a run to its end, batch after batch, each in its own transaction. */
export const processPayoutRun = (db: Db, runId: number, limit = payeesPerBatch): Promise<void> =>
  runInBatches(
    () => db.transaction().execute(async (tx) => (await makeDrafts(asClock(tx, why), runId, limit)).rest),
    (problem) => unscopedTable(db, 'settlement_run', why).change().set({ problem, worked_at: clock.now() }).where('id', '=', runId).execute(),
  );
/** Continues payout runs without progress for ten minutes, because their job died. */
export async function continuePayoutRuns(db: Db, limit = payeesPerBatch): Promise<number> {
  const left = await unscopedTable(db, 'settlement_run', why)
    .select()
    .select('id')
    .where('finished_at', 'is', null)
    .where('worked_at', '<', new Date(clock.ms() - 600_000))
    .orderBy('id')
    .execute();
  return processAbandonedRows(left, ({ id }) => processPayoutRun(db, id, limit));
}

const runs = (ctx: Ctx) => from(ctx, 'settlement_run').select(['id', 'code', 'of_count', 'done', 'made', 'net_cents', 'problem', 'finished_at']);
type Row = Awaited<ReturnType<ReturnType<typeof runs>['executeTakeFirstOrThrow']>>;
const toProgress = (row: Row): PayoutRunProgress => ({
  id: row.id,
  code: row.code,
  of: Math.max(row.of_count, row.done),
  done: row.done,
  made: row.made,
  net_cents: row.net_cents,
  state: row.finished_at !== null ? 'done' : row.problem !== null ? 'stopped' : 'running',
  problem: row.problem,
});
/** The unfinished run, if there is one. */
export async function findUnfinishedPayoutRun(ctx: Ctx): Promise<PayoutRunProgress | null> {
  const row = await runs(ctx).where('finished_at', 'is', null).orderBy('id', 'desc').executeTakeFirst();
  return row ? toProgress(row) : null;
}

/**
 * Starts a payout run: one draft for each payee and account, of the money cleared up to a day. The first batch is made here, a job makes the others.
 */
export async function startRequestedPayoutRun(
  ctx: Ctx,
  { cut_off }: HandlerInput<Calls['startRun']>,
  limit = payeesPerBatch,
): Promise<HandlerResult<Calls['startRun']>> {
  await assertPayoutRunPossible(ctx, cut_off);
  const { id, code } = await add(ctx, 'settlement_run')
    .values({ cut_off, made_by: ctx.me.userId, of_count: await countPayees(ctx) })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  const { rest, skipped } = await makeDrafts(ctx, id, limit);
  if (rest) await enqueueJob(ctx.db, 'settlement.run', { runId: id }, `settlement.run:${id}`);
  const row = await runs(ctx).where('id', '=', id).executeTakeFirst();
  const empty: PayoutRunProgress = { id, code, state: 'done', of: skipped.length, done: skipped.length, made: 0, net_cents: 0, problem: null };
  const now = row ? toProgress(row) : empty;
  await audit(ctx.db, ctx, { kind: 'add', document: 'settlement_transactions', id: row ? id : null, code, after: { cut_off, made: now.made } });
  return { ...now, skipped };
}
export const startPayoutRun = (ctx: Ctx, input: HandlerInput<Calls['startRun']>): Promise<HandlerResult<Calls['startRun']>> =>
  startRequestedPayoutRun(ctx, input);
