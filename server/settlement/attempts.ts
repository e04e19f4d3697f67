import { sql } from 'kysely';
import type { PayeeAccount } from '#contract/ledger/postings.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { type RowOf, sameRow, systemRow, systemRows } from '#server/kernel/scoped-row.ts';
import type { AttemptChange } from '#server/transfer/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { isAnyTransferDisputed } from './bank/error-rows.ts';

export type PayoutRow = RowOf<'settlement_payment'>;
export type PayoutTransferRow = RowOf<'settlement_transaction'>;
export type LockedPayoutTransfer = { readonly transfer: PayoutTransferRow; readonly payment: PayoutRow };
const why = 'the status of a payout';
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

export const toPayeeAccount = (row: Pick<PayoutRow, 'fund' | 'account_code' | 'company_id'>): PayeeAccount => ({
  fund: row.fund,
  code: row.account_code,
  company: row.company_id,
});

/** Locks the payout first and then its attempt, always in this order. */
export async function lockPayoutTransfer(db: Db, id: number): Promise<LockedPayoutTransfer> {
  const attempt = sameRow(db, 'settlement_transaction', systemRow('settlement_transaction', id, why));
  const found = await attempt.select().select('settlement_id').executeTakeFirst();
  if (!found) throw missing();
  const payment = await systemRows(db, 'settlement_payment', why).selectAll().where('id', '=', found.settlement_id).forUpdate().executeTakeFirst();
  if (!payment) throw missing();
  const transfer = await attempt.select().selectAll().forUpdate().executeTakeFirstOrThrow();
  return { transfer, payment };
}
type Change = AttemptChange & Partial<Pick<PayoutTransferRow, 'found_at' | 'evidence_file_id' | 'back_said_by' | 'back_said_at'>>;
export const updatePayoutTransfer = (db: Db, id: number, set: Change) =>
  unscopedTable(db, 'settlement_transaction', why).change().set(set).where('id', '=', id).$call(oneRow);

type OfPart = Pick<PayoutTransferRow, 'id' | 'settlement_id' | 'part'>;
/** Other attempts for the same part of a payout. */
export const readOtherAttempts = (db: Db, { id, settlement_id, part }: OfPart) =>
  unscopedTable(db, 'settlement_transaction', why)
    .select()
    .select(['id', 'status'])
    .where('settlement_id', '=', settlement_id)
    .where('part', '=', part)
    .where('id', '<>', id)
    .orderBy('id');
/** The reason why this part of a payout is not sent again: another attempt was paid, or the answers about one contradict each other. */
export async function readResendBlockedReason(db: Db, transfer: OfPart): Promise<Sentence | null> {
  const others = await readOtherAttempts(db, transfer).execute();
  if (others.some(({ status }) => status === 'confirmed')) return m.settlement_refusal_arrived();
  return (await isAnyTransferDisputed(db, [transfer.id, ...others.map(({ id }) => id)])) ? m.settlement_refusal_disagree() : null;
}

export const findNextAttemptNumber = async (db: Db, settlementId: number, part: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`/* unscoped: a new attempt at a payout */
    select coalesce(max(attempt), 0)::int + 1 as n from settlement_transaction where settlement_id = ${settlementId} and part = ${part}`.execute(db);
  return rows[0]?.n ?? 1;
};
