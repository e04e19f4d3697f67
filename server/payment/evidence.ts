import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { paymentActionCalls } from '#contract/payment/act-calls.ts';
import { type PaymentRow, updatePayment } from '#server/collection/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { findManagedPayment } from '#server/matching/service.ts';
import { createSignedFileUrl, storeFile } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { readPaymentDetails } from './payment-detail.ts';

type Calls = typeof paymentActionCalls;

/** The file is locked before the payment, because it identifies the company. */
export const addPaymentEvidence =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, file }: HandlerInput<Calls['addEvidence']>): Promise<HandlerResult<Calls['addEvidence']>> => {
    const row = await findManagedPayment(ctx, id);
    if (row.recorded_by === null) throw new Refusal('wrongState', m.payment_refusal_proven(), { from: row.status });
    const kept = await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'evidence' });
    await updatePayment(ctx.db, id, { evidence_file_id: kept.id });
    await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id, code: row.code, reason: 'evidence of a payment' });
    return readPaymentDetails(ctx, id, makePaymentEvidencePathReader(services, ctx));
  };
/** A link to the evidence for managers of the payment, valid for some minutes. */
export const makePaymentEvidencePathReader =
  (services: RunningServices, ctx: Pick<Ctx, 'db'>) =>
  (row: Pick<PaymentRow, 'evidence_file_id'>): Promise<string | null> =>
    createSignedFileUrl(services, ctx.db, row.evidence_file_id);
