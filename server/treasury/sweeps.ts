import type { Selectable } from 'kysely';
import { requiredId } from '#contract/kernel/required-id.ts';
import { sweptIn, sweptOut } from '#contract/ledger/postings.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { moveMachine } from '#contract/treasury/machine.ts';
import type { CashMoveTable } from '#server/db/types.gen.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { add, everything, from } from '#server/kernel/scoped.ts';
import { type Journal, post } from '#server/ledger/service.ts';
import { type AccountRow, accountOf } from './accounts.ts';
import { tillOf } from './places.ts';

const why = 'money between places of the platform’s own';
export type MoveRow = Selectable<CashMoveTable>;
export const placeOf = (account: AccountRow) => tillOf(account, { company_id: null });

type NewMove = Pick<MoveRow, 'kind' | 'account_id' | 'cents'> & Partial<Pick<MoveRow, 'to_account_id' | 'to_fund' | 'proof' | 'reason'>>;
export const begin = (ctx: Ctx, given: NewMove): Promise<MoveRow> =>
  add(ctx, 'cash_move')
    .values({ ...given, made_by: ctx.me.userId })
    .returningAll()
    .executeTakeFirstOrThrow();
type Booking = Pick<Journal, 'kind' | 'pairs'> & { readonly step: string; readonly how: string; readonly valueDay?: Day };
export const book = (ctx: Ctx, row: MoveRow, { step, how, ...journal }: Booking): Promise<number> =>
  post(ctx.db, {
    ...journal,
    ...{ key: `move:${row.id}:${step}`, source: ['cash_move', row.id], params: { how, what: how, code: row.code }, by: ctx.me.userId },
  });
export const put = (db: Db, id: number, set: Partial<Pick<MoveRow, 'arrived_at' | 'arrived_proof' | 'undone_at' | 'decided_by' | 'reason'>>) =>
  everything(db, 'cash_move', why).change().set(set).where('id', '=', id).execute();

/** It has left the paybill: under way until the bank has it. */
export async function leave(ctx: Ctx, at: { from: AccountRow; to: AccountRow; cents: number; proof: string; on?: Day }): Promise<MoveRow> {
  const row = await begin(ctx, { kind: 'sweep', account_id: at.from.id, to_account_id: at.to.id, cents: at.cents, proof: at.proof });
  await move(ctx, moveMachine, 'leave', row.id, at.proof, 'clock');
  await book(ctx, row, {
    ...{ step: 'out', kind: 'swept', how: `${at.from.name} ${at.proof}`, ...(at.on ? { valueDay: at.on } : {}) },
    pairs: sweptOut(placeOf(at.from), at.cents),
  });
  return row;
}
/** A statement that said so may have been taken back, and with it what was booked: arriving again is a fact of its own. */
async function arrivals(ctx: Ctx, id: number): Promise<string> {
  const before = await from(ctx, 'journal').select('journal.id').where('event_key', 'like', `move:${id}:in%`).where('reverses', 'is', null).execute();
  return before.length === 0 ? 'in' : `in:${before.length}`;
}
/** The bank has it. Answers the journal. */
export async function arrive(ctx: Ctx, row: MoveRow, proof: string, on?: Day): Promise<number> {
  await move(ctx, moveMachine, 'arrive', row.id, proof, 'clock');
  await put(ctx.db, row.id, { arrived_at: clock.now(), arrived_proof: proof });
  const to = await accountOf(ctx.db, requiredId(row.to_account_id, 'the account a sweep goes to'));
  return book(ctx, row, {
    step: await arrivals(ctx, row.id),
    kind: 'swept',
    how: `${to.name} ${proof}`,
    ...(on ? { valueDay: on } : {}),
    pairs: sweptIn(placeOf(to), row.cents),
  });
}
/** A correction that was approved stands. */
export async function approve(ctx: Ctx, row: MoveRow): Promise<void> {
  await put(ctx.db, row.id, { decided_by: ctx.me.userId, arrived_at: clock.now() });
  await move(ctx, moveMachine, 'arrive', row.id, row.reason, 'clock');
}
/** It never left. */
export async function undoLeft(ctx: Ctx, id: number, reason: string): Promise<void> {
  await move(ctx, moveMachine, 'undo', id, reason, 'clock');
  await put(ctx.db, id, { undone_at: clock.now(), reason });
}
/** It is under way again. */
export async function undoArrived(ctx: Ctx, id: number, reason: string): Promise<void> {
  await move(ctx, moveMachine, 'unarrive', id, reason, 'clock');
  await put(ctx.db, id, { arrived_at: null, arrived_proof: null });
}
/** Sweeps that left for the account and have not come, of this sum. */
export const leftFor = (db: Db, account: Pick<AccountRow, 'id'>, cents: number) =>
  everything(db, 'cash_move', why)
    .select()
    .selectAll()
    .where('to_account_id', '=', account.id)
    .where('status', '=', 'left')
    .where('cents', '=', cents)
    .orderBy('id');
