import type { Selectable } from 'kysely';
import { requiredId } from '#contract/kernel/required-id.ts';
import { buildSweepReceivedPostings, buildSweepSentPostings } from '#contract/ledger/postings.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { cashMoveMachine } from '#contract/treasury/machine.ts';
import type { CashMoveTable } from '#server/db/types.gen.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { type NewJournal, postJournal } from '#server/ledger/service.ts';
import { type CollectionAccountRow, readCollectionAccount } from './accounts.ts';
import { getCashHolderAccount } from './cash-accounts.ts';

const why = 'transfers between Makao’s own accounts';
export type CashMoveRow = Selectable<CashMoveTable>;
export const getPlatformCashAccount = (account: CollectionAccountRow) => getCashHolderAccount(account, { company_id: null });

type NewMove = Pick<CashMoveRow, 'kind' | 'account_id' | 'cents'> & Partial<Pick<CashMoveRow, 'to_account_id' | 'to_fund' | 'proof' | 'reason'>>;
export const createCashMove = (ctx: Ctx, given: NewMove): Promise<CashMoveRow> =>
  add(ctx, 'cash_move')
    .values({ ...given, made_by: ctx.me.userId })
    .returningAll()
    .executeTakeFirstOrThrow();
type Booking = Pick<NewJournal, 'kind' | 'pairs' | 'dated'> & { readonly step: string; readonly how: string; readonly valueDay?: Day };
export const postCashMove = (ctx: Ctx, row: CashMoveRow, { step, how, ...journal }: Booking): Promise<number> =>
  postJournal(ctx.db, {
    ...journal,
    key: `move:${row.id}:${step}`,
    source: ['cash_move', row.id],
    params: { how, what: how, code: row.code },
    by: ctx.me.userId,
  });
export const updateCashMove = (
  db: Db,
  id: number,
  set: Partial<Pick<CashMoveRow, 'arrived_at' | 'arrived_proof' | 'undone_at' | 'decided_by' | 'reason'>>,
) => unscopedTable(db, 'cash_move', why).change().set(set).where('id', '=', id).execute();

/** Posts the departure of a sweep: it left the paybill and is in transit until the bank has it. */
export async function postSweepDeparture(
  ctx: Ctx,
  at: { from: CollectionAccountRow; to: CollectionAccountRow; cents: number; proof: string; on?: Day },
): Promise<CashMoveRow> {
  const row = await createCashMove(ctx, { kind: 'sweep', account_id: at.from.id, to_account_id: at.to.id, cents: at.cents, proof: at.proof });
  await makeMove(ctx, cashMoveMachine, 'leave', row.id, at.proof, 'clock');
  await postCashMove(ctx, row, {
    step: 'out',
    kind: 'swept',
    how: `${at.from.name} ${at.proof}`,
    ...(at.on ? { valueDay: at.on } : {}),
    pairs: buildSweepSentPostings(getPlatformCashAccount(at.from), at.cents),
  });
  return row;
}
/** The arrival may have been undone with its statement and its journal entries, so arriving again is a separate entry. */
async function arrivals(ctx: Ctx, id: number): Promise<string> {
  const before = await from(ctx, 'journal').select('journal.id').where('event_key', 'like', `move:${id}:in%`).where('reverses', 'is', null).execute();
  return before.length === 0 ? 'in' : `in:${before.length}`;
}
/** Posts the arrival of a sweep at the bank. Returns the journal entry. */
export async function postSweepArrival(ctx: Ctx, row: CashMoveRow, proof: string, on?: Day): Promise<number> {
  await makeMove(ctx, cashMoveMachine, 'arrive', row.id, proof, 'clock');
  await updateCashMove(ctx.db, row.id, { arrived_at: clock.now(), arrived_proof: proof });
  const to = await readCollectionAccount(ctx.db, requiredId(row.to_account_id, 'the account a sweep goes to'));
  return postCashMove(ctx, row, {
    step: await arrivals(ctx, row.id),
    kind: 'swept',
    how: `${to.name} ${proof}`,
    ...(on ? { valueDay: on } : {}),
    pairs: buildSweepReceivedPostings(getPlatformCashAccount(to), row.cents),
  });
}
/** Posts an approved correction. */
export async function postCashCorrection(ctx: Ctx, row: CashMoveRow): Promise<void> {
  await updateCashMove(ctx.db, row.id, { decided_by: ctx.me.userId, arrived_at: clock.now() });
  await makeMove(ctx, cashMoveMachine, 'arrive', row.id, row.reason, 'clock');
}
/** Undoes a sweep that was recorded but never left. */
export async function undoSweepDeparture(ctx: Ctx, id: number, reason: string): Promise<void> {
  await makeMove(ctx, cashMoveMachine, 'undo', id, reason, 'clock');
  await updateCashMove(ctx.db, id, { undone_at: clock.now(), reason });
}
/** Undoes the arrival: the sweep is in transit again. */
export async function undoSweepArrival(ctx: Ctx, id: number, reason: string): Promise<void> {
  await makeMove(ctx, cashMoveMachine, 'unarrive', id, reason, 'clock');
  await updateCashMove(ctx.db, id, { arrived_at: null, arrived_proof: null });
}
/** Sweeps of this amount to the account that are in transit. */
export const readSweepsInTransit = (db: Db, account: Pick<CollectionAccountRow, 'id'>, cents: number, without: readonly number[] = []) =>
  unscopedTable(db, 'cash_move', why)
    .select()
    .selectAll()
    .where('to_account_id', '=', account.id)
    .where('status', '=', 'left')
    .where('cents', '=', cents)
    .$if(without.length > 0, (moves) => moves.where('id', 'not in', [...without]))
    .orderBy('id');
