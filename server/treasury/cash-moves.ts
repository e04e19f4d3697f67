import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { buildInterfundClearedPostings } from '#contract/ledger/postings.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import type { treasuryCalls } from '#contract/treasury/calls.ts';
import { undoableCashMoveKinds } from '#contract/treasury/kinds.ts';
import { cashMoveMachine } from '#contract/treasury/machine.ts';
import type { CashMove } from '#contract/treasury/shapes.ts';
import { findOpenRequest, isAwaitingApprovalSql } from '#server/approval/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { from } from '#server/kernel/scoped.ts';
import { reverseJournal } from '#server/ledger/service.ts';
import { readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import type { CollectionAccountRow } from './accounts.ts';
import { cashCorrectionApproval } from './approvals.ts';
import { isPlatformMoney, lockRail, lockReconciliation, readAvailableBalance, readInterFundDebts, readOwnBank } from './cash-accounts.ts';
import {
  type CashMoveRow,
  createCashMove,
  getPlatformCashAccount,
  postCashMove,
  postSweepArrival,
  postSweepDeparture,
  undoSweepDeparture,
  updateCashMove,
} from './sweeps.ts';

type Calls = typeof treasuryCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

/** An account of the platform that is reconciled, for callers who may read it. */
export async function findReconciledAccount(ctx: Ctx, id: number): Promise<CollectionAccountRow> {
  const row = await from(ctx, 'collection_account').selectAll('collection_account').where('collection_account.id', '=', id).executeTakeFirst();
  if (!row || !isPlatformMoney(row) || row.waiting || row.rail === 'cash') throw missing();
  return row;
}
/** A platform account of clients' money, for callers who may read it. */
export async function findPlatformAccount(ctx: Ctx, id: number, rail?: 'mpesa' | 'bank'): Promise<CollectionAccountRow> {
  const row = await findReconciledAccount(ctx, id);
  if (row.fund !== 'C' || (rail !== undefined && row.rail !== rail)) throw missing();
  return row;
}
const assertSufficientBalance = (wanted: number, there: number): void => {
  if (wanted > there) throw invalidInputRefusal({ cents: m.payment_problem_more({ left: formatKesPlain(Math.max(0, there)) }) });
};

/**
 * Requests payments and the balance from M-Pesa. The answers arrive later: payments are processed within a minute, the balance when M-Pesa reports
 * it.
 */
export async function queryPaybill(ctx: Ctx, { account_id }: HandlerInput<Calls['queryPaybill']>): Promise<HandlerResult<Calls['queryPaybill']>> {
  const { id, name } = await findPlatformAccount(ctx, account_id, 'mpesa');
  await enqueueJob(ctx.db, 'payment.paybill', { accountId: id });
  await audit(ctx.db, ctx, { kind: 'undefined', document: 'payments', id, reason: 'M-Pesa is asked what it knows' });
  return { id, name };
}

export async function recordSweep(
  ctx: Ctx,
  { account_id, to_account_id, cents, proof }: HandlerInput<Calls['recordSweep']>,
): Promise<HandlerResult<Calls['recordSweep']>> {
  const [source, to] = [await findPlatformAccount(ctx, account_id, 'mpesa'), await findPlatformAccount(ctx, to_account_id, 'bank')];
  await lockRail(ctx.db, 'mpesa');
  assertSufficientBalance(cents, await readAvailableBalance(ctx.db, source));
  const row = await postSweepDeparture(ctx, { from: source, to, cents, proof });
  return finishCashMove(ctx, row, 'swept to the bank', source.id);
}

export async function recordInterFundClearing(
  ctx: Ctx,
  { account_id, to_fund, cents, proof }: HandlerInput<Calls['recordClearing']>,
): Promise<HandlerResult<Calls['recordClearing']>> {
  const bank = await findPlatformAccount(ctx, account_id, 'bank');
  await lockRail(ctx.db, 'bank');
  assertSufficientBalance(cents, Math.min((await readInterFundDebts(ctx.db)).payable[to_fund], await readAvailableBalance(ctx.db, bank)));
  const row = await createCashMove(ctx, { kind: 'clear', account_id, to_fund, cents, proof });
  await makeMove(ctx, cashMoveMachine, 'arrive', row.id, proof, 'clock');
  await updateCashMove(ctx.db, row.id, { arrived_at: clock.now(), arrived_proof: proof });
  await postCashMove(ctx, row, {
    step: 'clear',
    kind: 'funds_cleared',
    how: `${bank.name} ${proof}`,
    pairs: buildInterfundClearedPostings(to_fund, cents, getPlatformCashAccount(bank)),
  });
  return finishCashMove(ctx, row, 'the funds were cleared', bank.id);
}

/** Locks the account whose reconciliation changes before the row: the account it leaves, or for a sweep that arrives the one it reaches. */
export async function lockCashMove(ctx: Ctx, id: number, kind?: CashMoveRow['kind']): Promise<CashMoveRow> {
  const one = () => from(ctx, 'cash_move').selectAll('cash_move').where('cash_move.id', '=', id);
  const seen = await one().executeTakeFirst();
  if (!seen) throw missing();
  await lockReconciliation(ctx.db, (kind === 'sweep' ? seen.to_account_id : null) ?? seen.account_id);
  const row = await one().forUpdate().executeTakeFirst();
  if (!row || (kind !== undefined && row.kind !== kind)) throw missing();
  return row;
}
export async function confirmCashMoveArrival(
  ctx: Ctx,
  { id, proof }: HandlerInput<Calls['confirmMoveArrived']>,
): Promise<HandlerResult<Calls['confirmMoveArrived']>> {
  const row = await lockCashMove(ctx, id, 'sweep');
  await postSweepArrival(ctx, row, proof);
  return finishCashMove(ctx, row, proof, requiredId(row.to_account_id, 'the account a sweep goes to'));
}
export async function undoCashMove(ctx: Ctx, { id, reason }: HandlerInput<Calls['undoMove']>): Promise<HandlerResult<Calls['undoMove']>> {
  const row = await lockCashMove(ctx, id);
  await undoSweepDeparture(ctx, id, reason);
  await reverseJournal(ctx.db, { of: `move:${id}:out`, key: `move:${id}:undo`, kind: 'swept', by: ctx.me.userId });
  return finishCashMove(ctx, row, reason, row.account_id);
}

/** Logs the move, reconciles the accounts again, and returns its current state. */
export async function finishCashMove(ctx: Ctx, before: CashMoveRow, reason: string, accountId: number): Promise<CashMove> {
  await publishEvent(ctx, 'cash.moved', { accountId });
  // A transfer between funds changes the account it reaches, too.
  const reached = before.to_fund === null ? null : await readOwnBank(ctx.db, before.to_fund);
  if (reached) await publishEvent(ctx, 'cash.moved', { accountId: reached.id });
  const after = await rows(ctx).where('cash_move.id', '=', before.id).executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'payments',
    id: null,
    code: after.code,
    before: { status: before.status },
    after: { status: after.status, cents: after.cents },
    reason,
  });
  return toMove(ctx, after);
}

const rows = (ctx: Ctx) =>
  from(ctx, 'cash_move')
    .innerJoin('collection_account as source', 'source.id', 'cash_move.account_id')
    .leftJoin('collection_account as target', 'target.id', 'cash_move.to_account_id')
    .leftJoin('person as maker', 'maker.id', 'cash_move.made_by')
    .leftJoin('person as decider', 'decider.id', 'cash_move.decided_by')
    .selectAll('cash_move')
    .select(['source.name as account_name', 'target.name as to_name', 'maker.name as maker_name', 'decider.name as decider_name'])
    .select(isAwaitingApprovalSql(ctx, cashCorrectionApproval).as('may_approve'));
const mayUndo = ({ kind, status }: Pick<CashMoveRow, 'kind' | 'status'>): boolean => status === 'arrived' && undoableCashMoveKinds.includes(kind);
const toMove = async (ctx: Ctx, r: Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]): Promise<CashMove> => ({
  id: r.id,
  code: r.code,
  kind: r.kind,
  status: r.status,
  cents: r.cents,
  reason: r.reason,
  account: { id: r.account_id, name: r.account_name },
  to: r.to_account_id === null ? null : { id: r.to_account_id, name: r.to_name ?? '' },
  to_fund: r.to_fund,
  proof: [r.proof, r.arrived_proof === r.proof ? '' : r.arrived_proof].filter(Boolean).join(' · '),
  made_by: r.maker_name,
  decided_by: r.decider_name,
  created_at: r.created_at.toISOString(),
  may_approve: r.may_approve,
  may_undo: mayUndo(r),
  undo_request: mayUndo(r) ? await findOpenRequest(ctx, 'cashMoveUndo', r.id) : null,
});

export function filterCashMoves(ctx: Ctx, { waiting }: NonNullable<HandlerInput<Calls['listCashMoves']>['z_filter']>) {
  const query = from(ctx, 'cash_move');
  return waiting ? query.where(isAwaitingApprovalSql(ctx, cashCorrectionApproval)) : query;
}
export async function listCashMoves(
  ctx: Ctx,
  { z_filter = {}, ...at }: HandlerInput<Calls['listCashMoves']>,
): Promise<HandlerResult<Calls['listCashMoves']>> {
  const { rows: page, count } = await readPage(filterCashMoves(ctx, z_filter), at, (query) =>
    query.select('cash_move.id').orderBy('cash_move.id', 'desc'),
  );
  const ids = page.map((row) => row.id);
  const found = ids.length === 0 ? [] : await rows(ctx).where('cash_move.id', 'in', ids).orderBy('cash_move.id', 'desc').execute();
  return { results: await Promise.all(found.map((row) => toMove(ctx, row))), count };
}
