import type { Input, Result } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { fundsCleared } from '#contract/ledger/postings.ts';
import { kesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import type { treasuryCalls } from '#contract/treasury/calls.ts';
import { moveMachine } from '#contract/treasury/machine.ts';
import type { Move } from '#contract/treasury/shapes.ts';
import { awaitsApproval } from '#server/approval/service.ts';
import { invalid } from '#server/http/answer.ts';
import { emit } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { sentence } from '#server/kernel/locale.ts';
import { move } from '#server/kernel/move.ts';
import { from } from '#server/kernel/scoped.ts';
import { undo } from '#server/ledger/service.ts';
import { pageOf } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import type { AccountRow } from './accounts.ts';
import { correctionApproval } from './approvals.ts';
import { betweenFunds, holdFigures, holdRail, roomAt } from './places.ts';
import { arrive, begin, book, leave, type MoveRow, placeOf, put, undoLeft } from './sweeps.ts';

type Calls = typeof treasuryCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

/** A place of the platform's own, by whoever may know of it. */
export async function ours(ctx: Ctx, id: number, rail?: 'mpesa' | 'bank'): Promise<AccountRow> {
  const row = await from(ctx, 'collection_account').selectAll('collection_account').where('collection_account.id', '=', id).executeTakeFirst();
  if (row?.fund !== 'C' || row.waiting || row.rail === 'cash' || (rail !== undefined && row.rail !== rail)) throw missing();
  return row;
}
const insistThere = (wanted: number, there: number): void => {
  if (wanted > there) throw invalid({ cents: m.payment_problem_more({ left: kesPlain(Math.max(0, there)) }) });
};

/** The answers come by themselves: what came in is looked at within the minute, what it stands at when M-Pesa says so. */
export async function askPaybill(ctx: Ctx, { account_id }: Input<Calls['askPaybill']>): Promise<Result<Calls['askPaybill']>> {
  const { id, name } = await ours(ctx, account_id, 'mpesa');
  await emit(ctx.db, 'payment.paybill', { accountId: id });
  await audit(ctx.db, ctx, { kind: 'undefined', document: 'payments', id, reason: 'M-Pesa is asked what it knows' });
  return { id, name };
}

export async function sweep(ctx: Ctx, { account_id, to_account_id, cents, proof }: Input<Calls['sweep']>): Promise<Result<Calls['sweep']>> {
  const [source, to] = [await ours(ctx, account_id, 'mpesa'), await ours(ctx, to_account_id, 'bank')];
  await holdRail(ctx.db, 'mpesa');
  insistThere(cents, await roomAt(ctx.db, source));
  const row = await leave(ctx, { from: source, to, cents, proof });
  return done(ctx, row, 'swept to the bank', source.id);
}

export async function clear(ctx: Ctx, { account_id, to_fund, cents, proof }: Input<Calls['clear']>): Promise<Result<Calls['clear']>> {
  const bank = await ours(ctx, account_id, 'bank');
  await holdRail(ctx.db, 'bank');
  insistThere(cents, Math.min((await betweenFunds(ctx.db)).payable[to_fund], await roomAt(ctx.db, bank)));
  const row = await begin(ctx, { kind: 'clear', account_id, to_fund, cents, proof });
  await move(ctx, moveMachine, 'arrive', row.id, proof, 'clock');
  await put(ctx.db, row.id, { arrived_at: clock.now(), arrived_proof: proof });
  await book(ctx, row, { step: 'clear', kind: 'funds_cleared', how: `${bank.name} ${proof}`, pairs: fundsCleared(to_fund, cents, placeOf(bank)) });
  return done(ctx, row, 'the funds were cleared', bank.id);
}

/** The account whose figures change before what is of it, as everywhere: that which it leaves, or of a sweep that arrives the one it comes to. */
export async function held(ctx: Ctx, id: number, kind?: MoveRow['kind']): Promise<MoveRow> {
  const one = () => from(ctx, 'cash_move').selectAll('cash_move').where('cash_move.id', '=', id);
  const seen = await one().executeTakeFirst();
  if (!seen) throw missing();
  await holdFigures(ctx.db, (kind === 'sweep' ? seen.to_account_id : null) ?? seen.account_id);
  const row = await one().forUpdate().executeTakeFirst();
  if (!row || (kind !== undefined && row.kind !== kind)) throw missing();
  return row;
}
export async function arrivedMove(ctx: Ctx, { id, proof }: Input<Calls['arrivedMove']>): Promise<Result<Calls['arrivedMove']>> {
  const row = await held(ctx, id, 'sweep');
  await arrive(ctx, row, proof);
  return done(ctx, row, proof, requiredId(row.to_account_id, 'the account a sweep goes to'));
}
export async function undoMove(ctx: Ctx, { id, reason }: Input<Calls['undoMove']>): Promise<Result<Calls['undoMove']>> {
  const row = await held(ctx, id);
  await undoLeft(ctx, id, reason);
  await undo(ctx.db, { of: `move:${id}:out`, key: `move:${id}:undo`, kind: 'swept', by: ctx.me.userId });
  return done(ctx, row, reason, row.account_id);
}

/** Written into the log, the banks compared anew, and answered as it stands. */
export async function done(ctx: Ctx, before: MoveRow, reason: string, accountId: number): Promise<Move> {
  await happened(ctx, 'cash.moved', { accountId });
  const after = await rows(ctx).where('cash_move.id', '=', before.id).executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'payments', id: null, code: after.code, before: { status: before.status } },
    ...{ after: { status: after.status, cents: after.cents }, reason },
  });
  return toMove(after);
}

const rows = (ctx: Ctx) =>
  from(ctx, 'cash_move')
    .innerJoin('collection_account as source', 'source.id', 'cash_move.account_id')
    .leftJoin('collection_account as target', 'target.id', 'cash_move.to_account_id')
    .leftJoin('person as maker', 'maker.id', 'cash_move.made_by')
    .leftJoin('person as decider', 'decider.id', 'cash_move.decided_by')
    .selectAll('cash_move')
    .select(['source.name as account_name', 'target.name as to_name', 'maker.name as maker_name', 'decider.name as decider_name'])
    .select(awaitsApproval(ctx, correctionApproval).as('may_approve'));
const toMove = (r: Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]): Move => ({
  ...{ id: r.id, code: r.code, kind: r.kind, status: r.status, cents: r.cents, reason: r.reason },
  account: { id: r.account_id, name: r.account_name },
  to: r.to_account_id === null ? null : { id: r.to_account_id, name: r.to_name ?? '' },
  to_fund: r.to_fund,
  proof: [r.proof, r.arrived_proof === r.proof ? '' : r.arrived_proof].filter(Boolean).join(' · '),
  ...{ made_by: r.maker_name, decided_by: r.decider_name, created_at: r.created_at.toISOString() },
  may_approve: r.may_approve,
});

export function foundMoves(ctx: Ctx, { waiting }: NonNullable<Input<Calls['moves']>['z_filter']>) {
  const query = from(ctx, 'cash_move');
  return waiting ? query.where(awaitsApproval(ctx, correctionApproval)) : query;
}
export async function moves(ctx: Ctx, { z_filter = {}, ...at }: Input<Calls['moves']>): Promise<Result<Calls['moves']>> {
  const { rows: page, count } = await pageOf(foundMoves(ctx, z_filter), at, (query) => query.select('cash_move.id').orderBy('cash_move.id', 'desc'));
  const ids = page.map((row) => row.id);
  const found = ids.length === 0 ? [] : await rows(ctx).where('cash_move.id', 'in', ids).orderBy('cash_move.id', 'desc').execute();
  return { results: found.map(toMove), count };
}
