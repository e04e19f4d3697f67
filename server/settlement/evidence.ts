import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import type { PayoutErrorDetails } from '#contract/settlement/shapes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { createSignedFileUrl, storeFile } from '#server/media/service.ts';
import { updatePayoutTransfer } from './attempts.ts';
import { assertPayoutErrorAction, lockPayoutError, readPayoutError } from './payout-errors.ts';
import { payoutNotFound } from './read.ts';

type Calls = typeof settlementCalls;

/** One error, with a link to its evidence that is valid for some minutes. */
export const readErrorWithEvidence =
  (services: RunningServices) =>
  async (ctx: Ctx, { id }: HandlerInput<Calls['errorDetails']>): Promise<PayoutErrorDetails> => {
    const full = await readPayoutError(ctx, { id });
    const row = await from(ctx, 'settlement_error')
      .innerJoin('settlement_transaction', 'settlement_transaction.id', 'settlement_error.transaction_id')
      .select('settlement_transaction.evidence_file_id')
      .where('settlement_error.id', '=', id)
      .executeTakeFirst();
    return { ...full, evidence: await createSignedFileUrl(services, ctx.db, row?.evidence_file_id ?? null) };
  };

/** Locks the file first, since it holds its uploader; then the transfer and its error. */
export const uploadPayoutErrorEvidence =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, file }: HandlerInput<Calls['uploadEvidence']>): Promise<HandlerResult<Calls['uploadEvidence']>> => {
    const kept = await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'evidence' });
    const row = await from(ctx, 'settlement_error').select('revision').where('id', '=', id).executeTakeFirst();
    if (!row) throw payoutNotFound();
    const now = await lockPayoutError(ctx, id, row.revision);
    await assertPayoutErrorAction(ctx, now, 'evidence');
    await updatePayoutTransfer(ctx.db, now.transfer.id, { evidence_file_id: kept.id });
    await audit(ctx.db, ctx, { kind: 'edit', document: 'settlement_errors', id, code: now.row.code, reason: `evidence of ${now.transfer.code}` });
    return readErrorWithEvidence(services)(ctx, { id });
  };
