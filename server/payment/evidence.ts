import type { Input, Result } from '#contract/kernel/call.ts';
import type { paymentActCalls } from '#contract/payment/act-calls.ts';
import { type PaymentRow, putPayment } from '#server/collection/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { managed } from '#server/matching/service.ts';
import { keep, openFor } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { fullOf } from './one.ts';

type Calls = typeof paymentActCalls;

/** The file first, since it holds the company; then the payment. */
export const evidence =
  (house: House) =>
  async (ctx: Ctx, { id, file }: Input<Calls['evidence']>): Promise<Result<Calls['evidence']>> => {
    const row = await managed(ctx, id);
    if (row.recorded_by === null) throw new Refusal('wrongState', m.payment_refusal_proven(), { from: row.status });
    const kept = await keep(house, ctx, file, { purpose: 'document', visibility: 'private', field: 'evidence' });
    await putPayment(ctx.db, id, { evidence_file_id: kept.id });
    await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, code: row.code, reason: 'evidence of a payment' });
    return fullOf(ctx, id, evidencePath(house, ctx));
  };
/** Opens the evidence for some minutes, for who manages the payment. */
export const evidencePath =
  (house: House, ctx: Pick<Ctx, 'db'>) =>
  (row: Pick<PaymentRow, 'evidence_file_id'>): Promise<string | null> =>
    openFor(house, ctx.db, row.evidence_file_id);
