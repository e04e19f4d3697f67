import { payoutFailureAlarmThreshold } from '#contract/settlement/kinds.ts';
import { payoutErrorMachine } from '#contract/settlement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import type { TransferErrorCode } from '#contract/transfer/errors.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { type RowOf, sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import { notifyRepeatedFailure } from '../notify.ts';

export type PayoutErrorRow = RowOf<'settlement_error'>;
type Transfer = RowOf<'settlement_transaction'>;
const why = 'payout errors for the staff who resolve them';

const openOf = (ctx: Ctx, transferId: number) =>
  systemRows(ctx.db, 'settlement_error', why)
    .selectAll()
    .where('transaction_id', '=', transferId)
    .where('status', 'in', ['open', 'retrying'])
    .forUpdate()
    .executeTakeFirst();

/** One row per transfer; a repeated error updates its time. After three failures of one payout super admins are notified. */
export async function recordPayoutError(ctx: Ctx, transfer: Transfer, companyId: number, error: TransferErrorCode, cause: string): Promise<void> {
  const text = cause.slice(0, 500);
  const known = await openOf(ctx, transfer.id);
  // A retried error needs a person again when another error is reported for it.
  if (known?.status === 'retrying') await makeMove(ctx, payoutErrorMachine, 'reopen', known.id, null, 'clock');
  if (known)
    await sameRow(ctx.db, 'settlement_error', known)
      .change()
      .set({ error, cause: text, last_at: clock.now(), revision: known.revision + 1 })
      .$call(oneRow);
  else
    await add(ctx, 'settlement_error')
      .values({ transaction_id: transfer.id, company_id: companyId, error, cause: text, attempts: transfer.attempt })
      .execute();
  if (transfer.attempt >= payoutFailureAlarmThreshold && !known) await notifyRepeatedFailure(ctx, transfer, companyId);
}

/** The open error of a locked transfer. */
export const readCurrentError = async (db: Db, transferId: number): Promise<TransferErrorCode | null> =>
  (
    await unscopedTable(db, 'settlement_error', why)
      .select()
      .select('error')
      .where('transaction_id', '=', transferId)
      .where('status', 'in', ['open', 'retrying'])
      .executeTakeFirst()
  )?.error ?? null;

/** Whether any of these transfers was reported both as failed and as paid, without a decision by a person. */
export const isAnyTransferDisputed = async (db: Db, transferIds: readonly number[]): Promise<boolean> =>
  (await unscopedTable(db, 'settlement_error', why)
    .select()
    .select('id')
    .where('transaction_id', 'in', [...transferIds])
    .where('error', '=', 'callback_lost')
    .where('status', 'in', ['open', 'retrying'])
    .executeTakeFirst()) !== undefined;

export async function closePayoutError(ctx: Ctx, transferId: number, as: 'resolved' | 'written_off', resolution: string): Promise<void> {
  const row = await openOf(ctx, transferId);
  if (!row) return;
  await makeMove(ctx, payoutErrorMachine, as === 'resolved' ? 'resolve' : 'write_off', row.id, null, 'clock');
  await sameRow(ctx.db, 'settlement_error', row)
    .change()
    .set({ resolution: resolution.slice(0, 500), closed_at: clock.now(), closed_by: ctx.me.userId, revision: row.revision + 1 })
    .$call(oneRow);
}
