import type { Input, Result } from '#contract/kernel/call.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import type { ErrorFull } from '#contract/settlement/shapes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { from } from '#server/kernel/scoped.ts';
import { keep, openFor } from '#server/media/service.ts';
import { putTransfer } from './attempts.ts';
import { error, held, insist } from './desk.ts';
import { missing } from './read.ts';

type Calls = typeof settlementCalls;

/** One error, with what shows it open for some minutes. */
export const errorWithEvidence =
  (house: House) =>
  async (ctx: Ctx, { id }: Input<Calls['error']>): Promise<ErrorFull> => {
    const full = await error(ctx, { id });
    const row = await from(ctx, 'settlement_error')
      .innerJoin('settlement_transaction', 'settlement_transaction.id', 'settlement_error.transaction_id')
      .select('settlement_transaction.evidence_file_id')
      .where('settlement_error.id', '=', id)
      .executeTakeFirst();
    return { ...full, evidence: await openFor(house, ctx.db, row?.evidence_file_id ?? null) };
  };

/** The file first, since it holds who brought it; then the transfer and its error. */
export const evidence =
  (house: House) =>
  async (ctx: Ctx, { id, file }: Input<Calls['evidence']>): Promise<Result<Calls['evidence']>> => {
    const kept = await keep(house, ctx, file, { purpose: 'document', visibility: 'private', field: 'evidence' });
    const row = await from(ctx, 'settlement_error').select('revision').where('id', '=', id).executeTakeFirst();
    if (!row) throw missing();
    const now = await held(ctx, id, row.revision);
    await insist(ctx, now, 'evidence');
    await putTransfer(ctx.db, now.transfer.id, { evidence_file_id: kept.id });
    await audit(ctx.db, ctx, { kind: 'edit', document: 'settlement_errors', id, code: now.row.code, reason: `evidence of ${now.transfer.code}` });
    return errorWithEvidence(house)(ctx, { id });
  };
