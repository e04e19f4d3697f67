import { z } from 'zod';
import type { ApprovalRequestLink } from '#contract/approval/shapes.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { defineRequestedAct, findOpenRequest, requestApproval } from '#server/approval/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { confirmTransfer } from '#server/transfer/service.ts';
import { m } from '#words/messages.js';
import { lockPayoutTransfer, type PayoutTransferRow, updatePayoutTransfer } from '../attempts.ts';
import { readCurrentError } from '../bank/error-rows.ts';
import { selectVisibleTransferAttempts } from '../rows.ts';
import { payoutTransferPurpose } from '../transfers.ts';

const Found = z.object({
  transfer: z.number(),
  code: z.string(),
  company: z.string(),
  cents: z.number(),
  /** The reference on the statement. */
  external: z.string(),
  /** Where the person read it. */
  said: z.string(),
});
type Found = z.output<typeof Found>;

/** A reference proves one transfer. */
export async function assertReferenceUnused(ctx: Ctx, { id, rail }: Pick<PayoutTransferRow, 'id' | 'rail'>, external: string): Promise<void> {
  const again = await selectVisibleTransferAttempts(ctx)
    .select('settlement_transaction.code')
    .where('settlement_transaction.external_id', '=', external)
    .where('settlement_transaction.rail', '=', rail)
    .where('settlement_transaction.id', '<>', id)
    .executeTakeFirst();
  if (again) throw new Refusal('conflict', m.settlement_refusal_reference());
}

/**
 * A transfer that was recorded as failed and then found on the statement is taken from the payee's wallet again, and what is missing becomes a debt. So
 * a second person confirms it with the statement.
 */
export const payoutFoundAct = defineRequestedAct({
  params: Found,
  document: 'settlement_transactions',
  needsEvidence: true,
  describe: ({ code, company, cents, external }) => m.settlement_request_found({ code, company, sum: formatKesPlain(cents), external }),
  page: ({ transfer, code }) => ({ screen: 'settlement.transfer', params: { id: transfer, code } }),
  execute: async (ctx, { transfer: id, external, said }, { evidence_file_id }) => {
    const { transfer } = await lockPayoutTransfer(ctx.db, id);
    if (transfer.status !== 'failed' || (await readCurrentError(ctx.db, id)) !== 'callback_lost')
      throw new Refusal('conflict', m.settlement_refusal_failure_known());
    await assertReferenceUnused(ctx, transfer, external);
    // `found_at` marks the transfer separately: another attempt of its part may also have been paid, and only one of them is live.
    await updatePayoutTransfer(ctx.db, id, { found_at: clock.now(), evidence_file_id });
    await confirmTransfer(ctx, payoutTransferPurpose, id, { external, text: said }, 'person');
  },
});

export const findFoundRequest = (ctx: Ctx, transferId: number) => findOpenRequest(ctx, 'payoutFound', transferId);

type Reported = { readonly transfer: PayoutTransferRow; readonly company: { readonly id: number; readonly name: string } };
/** Stores the report of one person; the transfer and the wallet stay as they are until another approves it. */
export const requestTransferFound = (
  ctx: Ctx,
  { transfer, company }: Reported,
  { external, said }: Pick<Found, 'external' | 'said'>,
): Promise<ApprovalRequestLink> =>
  requestApproval(ctx, 'payoutFound', {
    subjectId: transfer.id,
    companyId: company.id,
    cents: transfer.cents,
    params: { transfer: transfer.id, code: transfer.code, company: company.name, cents: transfer.cents, external, said } satisfies Found,
    reason: said.slice(0, 500),
  });
