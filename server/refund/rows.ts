import { type Selectable, sql } from 'kysely';
import { isAwaitingApprovalSql } from '#server/approval/service.ts';
import { lockPayment, type PaymentRow } from '#server/collection/service.ts';
import type { RefundTable, RefundTransferTable } from '#server/db/types.gen.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import type { AttemptChange } from '#server/transfer/service.ts';
import { refundResendApproval } from './approvals.ts';

const why = 'a refund and its transfer status';
export type RefundRow = Selectable<RefundTable>;
/** Transfers of refunds use M-Pesa only. */
export type RefundTransferRow = Selectable<RefundTransferTable> & { readonly rail: 'mpesa' };
export type LockedRefundTransfer = Held & { readonly transfer: RefundTransferRow };
type Held = { readonly payment: PaymentRow; readonly refund: RefundRow };

/** Locks in the order payment, refund, attempts. */
export async function lockRefund(db: Db, id: number, paymentId: number): Promise<Held> {
  const payment = await lockPayment(db, paymentId);
  const refund = await unscopedTable(db, 'refund', why).select().selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  return { payment, refund };
}
export async function lockRefundTransfer(db: Db, id: number): Promise<LockedRefundTransfer> {
  const { refund_id, payment_id } = await unscopedTable(db, 'refund_transfer', why)
    .select()
    .innerJoin('refund', 'refund.id', 'refund_transfer.refund_id')
    .select(['refund_id', 'payment_id'])
    .where('refund_transfer.id', '=', id)
    .executeTakeFirstOrThrow();
  const held = await lockRefund(db, refund_id, payment_id);
  const transfer = await unscopedTable(db, 'refund_transfer', why).select().selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  return { ...held, transfer: byPhone(transfer) };
}
const byPhone = (row: Selectable<RefundTransferTable>): RefundTransferRow => ({ ...row, rail: 'mpesa' });
/** Every attempt of a locked refund, newest first. */
export const readAttempts = async (db: Db, refundId: number): Promise<RefundTransferRow[]> => (await attempts(db, refundId).execute()).map(byPhone);
/** All attempts of a locked refund, and whether the caller may send another one. */
export const readRefundAttemptsWithPermission = async (
  ctx: Pick<Ctx, 'db' | 'me'>,
  refundId: number,
): Promise<(RefundTransferRow & { readonly may_send: boolean })[]> =>
  (await attempts(ctx.db, refundId).select(isAwaitingApprovalSql(ctx, refundResendApproval).as('may_send')).execute()).map((row) => ({
    ...byPhone(row),
    may_send: row.may_send,
  }));
const attempts = (db: Db, refundId: number) =>
  unscopedTable(db, 'refund_transfer', why).select().selectAll('refund_transfer').where('refund_id', '=', refundId).orderBy('attempt', 'desc');

type Change = AttemptChange & Partial<Pick<RefundTransferRow, 'error' | 'disputed_at'>>;
export const updateRefundTransfer = (db: Db, id: number, { account_id, ...set }: Change) =>
  unscopedTable(db, 'refund_transfer', why)
    .change()
    .set({ ...set, ...(account_id ? { account_id } : {}) })
    .where('id', '=', id)
    .$call(oneRow);
type SetRefund = Partial<Pick<RefundRow, 'proof' | 'paid_at' | 'paid_how' | 'paid_from' | 'handed_by' | 'proven_at' | 'evidence_file_id'>>;
export const updateRefund = (db: Db, id: number, set: SetRefund) =>
  unscopedTable(db, 'refund', why).change().set(set).where('id', '=', id).$call(oneRow);

/** A refund that was recorded as paid from the platform's paybill, and is proven by neither M-Pesa nor a line of an imported statement. */
export const isUnprovenRefundSql = sql<boolean>`(refund.status = 'paid' and refund.paid_how = 'mpesa' and refund.paid_from is not null and refund.proven_at is null
  and not exists (select 1 from journal j join app.journal_on_statement l on l.journal_id = j.id where j.event_key = 'refund:' || refund.id || ':paid'))`;

/** The oldest unproven refunds of an account, and the total of all. */
export async function readUnprovenRefunds(ctx: Pick<Ctx, 'db'>, accountId: number) {
  const rows = await unscopedTable(ctx.db, 'refund', why)
    .select()
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.code', 'refund.cents', 'refund.proof', 'payment.id as payment_id', 'payment.code as payment_code'])
    .select(sql<string>`app.day(refund.paid_at)`.as('day'))
    .where('refund.paid_from', '=', accountId)
    .where(isUnprovenRefundSql)
    .orderBy('refund.id')
    .execute();
  return {
    count: rows.length,
    cents: rows.reduce((sum, row) => sum + row.cents, 0),
    results: rows.slice(0, 20).map((row) => ({
      code: row.code,
      cents: row.cents,
      proof: row.proof ?? '',
      day: row.day,
      payment: { id: row.payment_id, code: row.payment_code },
    })),
  };
}
