import { z } from 'zod';
import { formatKesPlain } from '#contract/money/format.ts';
import { defineRequestedAct, requestApproval } from '#server/approval/service.ts';
import type { PaymentRow } from '#server/collection/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { failTransfer } from '#server/transfer/service.ts';
import { m } from '#words/messages.js';
import { lockRefundTransfer, type RefundRow, type RefundTransferRow, updateRefund, updateRefundTransfer } from './rows.ts';
import { refundTransferPurpose } from './transfers.ts';

const params = z.strictObject({
  transfer: z.number(),
  payment: z.number(),
  code: z.string(),
  cents: z.number(),
  /** What the person read on the statement. */
  said: z.string(),
});

/**
 * A refund that a person reports as failed can be sent again or released, so a second person confirms it with the statement (decision 380). The person
 * who reported it is stored as the one who settled the attempt: they neither send it again nor release its money.
 */
export const refundFailureAct = defineRequestedAct({
  params,
  document: 'payments',
  needsEvidence: true,
  describe: ({ code, cents }) => m.payment_request_refund_failure({ code, sum: formatKesPlain(cents) }),
  page: ({ payment }) => ({ screen: 'payment.detail', params: { id: payment } }),
  execute: async (ctx, { transfer, said }, { asked_by, evidence_file_id }) => {
    const { transfer: now, refund } = await lockRefundTransfer(ctx.db, transfer);
    if (now.status === 'unknown')
      await failTransfer(ctx, refundTransferPurpose, transfer, { external: null, text: said, error: 'unknown' }, 'person');
    else if (now.disputed_at !== null) await updateRefundTransfer(ctx.db, transfer, { disputed_at: null, result_text: said });
    else throw new Refusal('conflict', m.payment_refusal_refund_known());
    await updateRefundTransfer(ctx.db, transfer, { settled_by: asked_by });
    await updateRefund(ctx.db, refund.id, { evidence_file_id });
  },
});

type Reported = { readonly payment: PaymentRow; readonly refund: RefundRow; readonly about: RefundTransferRow };
/** Stores the report of one person. The attempt and the money stay as they are until another person approves it. */
export const requestRefundFailure = (ctx: Ctx, { payment, refund, about }: Reported, said: string) =>
  requestApproval(ctx, 'refundFailure', {
    subjectId: about.id,
    companyId: refund.company_id,
    cents: refund.cents,
    evidenceId: refund.evidence_file_id,
    params: { transfer: about.id, payment: payment.id, code: refund.code, cents: refund.cents, said } satisfies z.output<typeof params>,
    reason: said,
  });
