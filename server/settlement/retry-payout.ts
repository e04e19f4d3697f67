import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { toCents } from '#contract/money/cents.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { payoutErrorMachine } from '#contract/settlement/machine.ts';
import type { PayoutErrorDetails } from '#contract/settlement/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, change, oneRow } from '#server/kernel/scoped.ts';
import { isFailedByPerson } from '#server/transfer/service.ts';
import { lockRail } from '#server/treasury/service.ts';
import { formatPayoutAccountLabel, lockPayoutAccount, lockWallet, lockWalletBalance, type PayoutAccountRow } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { createTransferAttempt } from './approve.ts';
import { findNextAttemptNumber, lockPayoutTransfer, readResendBlockedReason, updatePayoutTransfer } from './attempts.ts';
import { closePayoutError } from './bank/error-rows.ts';
import { moneyHandlersSql } from './control/money-handlers.ts';
import { calculatePayoutFigures } from './entries.ts';
import { findLaterPayout } from './error-acts.ts';
import { notifyPayoutPending } from './notify.ts';
import { assertPayoutErrorAction, auditPayoutErrorAction, type LockedPayoutError, lockPayoutError } from './payout-errors.ts';
import { findPayoutBlockedReason, readLastTransferRejectionReason } from './payout-guards.ts';
import { updatePayoutStatus } from './payout-status.ts';
import { readRailBalance } from './source-account.ts';
import { postPayoutRetry } from './transfers.ts';

type Calls = typeof settlementCalls;

/**
 * Unknown: the status is queried again under the same key. Failed: another attempt under another key, with exactly the amount the failed one
 * released. If a person recorded the failure, or if it goes to another account than was approved, it becomes a separate payout.
 */
export async function retryPayout(
  ctx: Ctx,
  { id, payout_account_id, revision }: HandlerInput<Calls['retry']>,
): Promise<HandlerResult<Calls['retry']>> {
  const now = await lockPayoutError(ctx, id, revision);
  const { row, transfer, payment } = now;
  if (transfer.status === 'unknown') {
    if (transfer.rail !== 'mpesa') throw new Refusal('conflict', m.settlement_refusal_ask_bank());
    await assertPayoutErrorAction(ctx, now, 'retry');
    await updatePayoutTransfer(ctx.db, transfer.id, { ask_at: clock.now() });
    await change(ctx, 'settlement_error')
      .set({ last_at: clock.now(), revision: revision + 1 })
      .where('id', '=', id)
      .$call(oneRow);
    return auditPayoutErrorAction(ctx, row, { asked: transfer.key });
  }
  const account = await lockPayoutAccount(ctx.db, payment.company_id, payout_account_id ?? transfer.payout_account_id);
  const why = await findPayoutBlockedReason(ctx, await lockWallet(ctx.db, payment.company_id), account, payment.fund);
  if (why) throw new Refusal('conflict', why);
  await lockRail(ctx.db, account.rail);
  const { total, held: kept, reserve } = await lockWalletBalance(ctx.db, payment.company_id, payment.account_code);
  // The balance is read under the lock of the payee's account, so that a payout that includes the money comes before or after the retry.
  const taken = await findLaterPayout(ctx.db, transfer);
  if (taken) throw new Refusal('conflict', m.settlement_moved_note({ code: taken.code }));
  const otherwise = row.error === 'callback_lost' ? null : await readResendBlockedReason(ctx.db, transfer);
  if (otherwise) throw new Refusal('conflict', otherwise);
  await assertPayoutErrorAction(ctx, now, 'retry');
  if (account.id !== transfer.payout_account_id || isFailedByPerson(transfer)) return asDraft(ctx, now, account);
  const whole = transfer.cents + (payment.fee_by_payee ? transfer.fee_cents : 0);
  if (whole > total - kept - reserve) throw new Refusal('conflict', m.settlement_refusal_spent());
  if (transfer.cents + transfer.fee_cents > (await readRailBalance(ctx.db, account.rail, payment.fund)))
    throw new Refusal('conflict', m.settlement_refusal_cash());
  const attempt = await findNextAttemptNumber(ctx.db, payment.id, transfer.part);
  const next = await createTransferAttempt(ctx, payment, account, {
    part: transfer.part,
    attempt,
    cents: transfer.cents,
    fee: toCents(transfer.fee_cents),
  });
  await postPayoutRetry(ctx, await lockPayoutTransfer(ctx.db, next));
  // The error is retrying until the new attempt ends, and ends with it.
  await makeMove(ctx, payoutErrorMachine, 'retry', id, null, 'clock');
  await updatePayoutStatus(ctx, payment.id);
  return auditPayoutErrorAction(ctx, row, { attempt });
}

/** A separate payout: drafted by the person who retries it, approved by another. */
async function asDraft(ctx: Ctx, { row, transfer, payment }: LockedPayoutError, account: PayoutAccountRow): Promise<PayoutErrorDetails> {
  const before = await readLastTransferRejectionReason(ctx.db, account);
  if (before) throw new Refusal('conflict', before);
  const whose = { companyId: payment.company_id, code: payment.account_code };
  const cutOff = clock.today();
  const figures = await calculatePayoutFigures(ctx.db, whose, { cutOff, wanted: transfer.cents, rail: account.rail });
  if (figures.net === 0) throw new Refusal('conflict', m.settlement_refusal_spent());
  const made = await add(ctx, 'settlement_payment')
    .values({
      run_id: payment.run_id,
      kind: payment.kind,
      company_id: payment.company_id,
      fund: payment.fund,
      account_code: payment.account_code,
      cut_off: cutOff,
      payout_account_id: account.id,
      rail: account.rail,
      wanted_cents: toCents(transfer.cents),
      made_by: ctx.me.userId,
      figures: JSON.stringify(figures),
      net_cents: figures.net,
      money_handlers: moneyHandlersSql(whose),
    })
    .onConflict((oc) => oc.columns(['company_id', 'account_code']).where('status', '=', sql.lit('draft')).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!made) throw new Refusal('conflict', m.settlement_refusal_open());
  await notifyPayoutPending(ctx, made);
  await closePayoutError(
    ctx,
    transfer.id,
    'resolved',
    m.settlement_resolved_elsewhere({ code: made.code, where: formatPayoutAccountLabel(account) }),
  );
  return auditPayoutErrorAction(ctx, row, { payout: made.code, tail: account.tail });
}
