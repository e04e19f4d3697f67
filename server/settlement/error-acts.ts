import type { PayoutErrorAction } from '#contract/settlement/kinds.ts';
import type { PayoutErrorDetails } from '#contract/settlement/shapes.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { canRecordTransferFailure } from '#server/transfer/service.ts';
import { type PayoutTransferRow, readResendBlockedReason } from './attempts.ts';
import type { PayoutErrorRow } from './bank/error-rows.ts';

export type ErrorTransfer = Pick<PayoutTransferRow, 'id' | 'settlement_id' | 'part' | 'status' | 'rail' | 'sent_at' | 'evidence_file_id'>;
type Now = { readonly acts: readonly PayoutErrorAction[]; readonly taken: PayoutErrorDetails['now_in'] };

/** The actions available for an error now. The page offers these and the server accepts only these. */
export async function findAllowedErrorActions(
  db: Db,
  { status, error }: Pick<PayoutErrorRow, 'status' | 'error'>,
  transfer: ErrorTransfer,
): Promise<Now> {
  if (status !== 'open') return { acts: [], taken: null };
  if (transfer.status === 'unknown' || transfer.status === 'sent') {
    const ask = transfer.status === 'unknown' && transfer.rail === 'mpesa' ? (['retry'] as const) : [];
    return { acts: [...ask, 'paid', 'evidence', ...(canRecordTransferFailure(transfer) ? (['reverse'] as const) : [])], taken: null };
  }
  // The transfer is posted as paid. The bank now reports it as returned, or reports something that a person can only dismiss.
  if (transfer.status === 'confirmed') return { acts: error === 'duplicate' ? ['back', 'evidence', 'write_off'] : ['write_off'], taken: null };
  if (transfer.status === 'queued') return { acts: [], taken: null };
  if (error === 'callback_lost') return { acts: transfer.status === 'failed' ? ['paid', 'write_off'] : ['write_off'], taken: null };
  const taken = await findLaterPayout(db, transfer);
  const again = taken === null && (await readResendBlockedReason(db, transfer)) === null;
  return { acts: again ? ['retry', 'write_off'] : ['write_off'], taken };
}

/** The later payout that includes the money of the failed transfer, so that nothing is left to send again. */
export async function findLaterPayout(
  db: Db,
  { id, settlement_id }: Pick<ErrorTransfer, 'id' | 'settlement_id'>,
): Promise<PayoutErrorDetails['now_in']> {
  const row = await unscopedTable(db, 'journal', 'data of a payout error that the caller sees')
    .select()
    .innerJoin('settlement_line', 'settlement_line.journal_id', 'journal.id')
    .innerJoin('settlement_payment', 'settlement_payment.id', 'settlement_line.settlement_id')
    .select(['settlement_payment.id', 'settlement_payment.code'])
    .where('journal.source', '=', 'settlement_transaction')
    .where('journal.source_id', '=', id)
    .where('journal.kind', '=', 'payout_failed')
    .where('settlement_payment.id', '<>', settlement_id)
    .executeTakeFirst();
  return row ?? null;
}
