import { z } from 'zod';
import type { ApprovalRequestLink } from '#contract/approval/shapes.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { transferErrorCodes } from '#contract/transfer/errors.ts';
import { defineRequestedAct, findOpenRequest, requestApproval } from '#server/approval/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { failTransfer } from '#server/transfer/service.ts';
import { m } from '#words/messages.js';
import { lockPayoutTransfer, type PayoutTransferRow, updatePayoutTransfer } from '../attempts.ts';
import { payoutTransferPurpose } from '../transfers.ts';

const Failure = z.object({
  transfer: z.number(),
  code: z.string(),
  company: z.string(),
  cents: z.number(),
  error: z.enum(transferErrorCodes),
  /** What the person read on the statement or in the bank's answer. */
  said: z.string(),
});
type Failure = z.output<typeof Failure>;

/**
 * A failure that a person reports, by hand or with a file of the bank's answers, returns the money to the wallet, from which it can be withdrawn
 * again. So a second person confirms it with evidence (decision 343). A transfer that M-Pesa reported as failed needs neither.
 */
export const payoutFailureAct = defineRequestedAct({
  params: Failure,
  document: 'settlement_transactions',
  needsEvidence: true,
  describe: ({ code, company, cents }) => m.settlement_request_failure({ code, company, sum: formatKesPlain(cents) }),
  page: ({ transfer, code }) => ({ screen: 'settlement.transfer', params: { id: transfer, code } }),
  execute: async (ctx, { transfer, error, said }, { evidence_file_id }) => {
    const { transfer: now } = await lockPayoutTransfer(ctx.db, transfer);
    if (!isTransferOpen(now)) throw new Refusal('conflict', m.settlement_refusal_failure_known());
    await updatePayoutTransfer(ctx.db, transfer, { evidence_file_id });
    await recordTransferFailure(ctx, transfer, { error, said });
  },
});

const isTransferOpen = ({ status }: Pick<PayoutTransferRow, 'status'>): boolean => status === 'queued' || status === 'sent' || status === 'unknown';

/** Records a failure that two people agree on: the money returns to the wallet, and the transfer is a payout error. */
export const recordTransferFailure = (ctx: Ctx, transferId: number, { error, said }: Pick<Failure, 'error' | 'said'>): Promise<boolean> =>
  failTransfer(ctx, payoutTransferPurpose, transferId, { external: null, text: said, error }, 'person');

/** The open request about a transfer, for the pages of the transfer and its error. */
export const findFailureRequest = (ctx: Ctx, transferId: number) => findOpenRequest(ctx, 'payoutFailure', transferId);

type Reported = {
  readonly transfer: Pick<PayoutTransferRow, 'id' | 'code' | 'cents' | 'evidence_file_id'>;
  readonly company: { readonly id: number; readonly name: string };
};
/** Stores the report of one person; the transfer and the money stay as they are until another approves it. */
export const requestTransferFailure = (
  ctx: Ctx,
  { transfer, company }: Reported,
  { error, said }: Pick<Failure, 'error' | 'said'>,
): Promise<ApprovalRequestLink> =>
  requestApproval(ctx, 'payoutFailure', {
    subjectId: transfer.id,
    companyId: company.id,
    cents: transfer.cents,
    evidenceId: transfer.evidence_file_id,
    params: { transfer: transfer.id, code: transfer.code, company: company.name, cents: transfer.cents, error, said } satisfies Failure,
    reason: said.slice(0, 500),
  });
