import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import { cents } from '#contract/money/cents.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { errorMachine } from '#contract/settlement/machine.ts';
import type { ErrorFull } from '#contract/settlement/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { add, change, oneRow } from '#server/kernel/scoped.ts';
import { isFailedByPerson } from '#server/transfer/service.ts';
import { holdRail } from '#server/treasury/service.ts';
import { type AccountRow, accountHeld, labelOf, pocketHeld, walletHeld } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { takenBy } from './acts.ts';
import { begin } from './approve.ts';
import { lockTransfer, nextAttempt, putTransfer, settledOtherwise } from './attempts.ts';
import { closeError } from './bank/error-rows.ts';
import { done, type Held, held, insist } from './desk.ts';
import { figuresNow } from './entries.ts';
import { refusedBefore, stopping } from './may-leave.ts';
import { roomOf } from './rail.ts';
import { tellWaits } from './tell.ts';
import { bookRetry } from './transfers.ts';
import { settleUp } from './whole.ts';

type Calls = typeof settlementCalls;

/**
 * Unknown: the same key is asked after again. Certainly failed: another attempt under another key, with what the failed one gave back and nothing
 * else. Where a person said that it failed, or to another account than was approved, it is a payout of its own.
 */
export async function retry(ctx: Ctx, { id, payout_account_id, revision }: Input<Calls['retry']>): Promise<Result<Calls['retry']>> {
  const now = await held(ctx, id, revision);
  const { row, transfer, payment } = now;
  if (transfer.status === 'unknown') {
    if (transfer.rail !== 'mpesa') throw new Refusal('conflict', m.settlement_refusal_ask_bank());
    await insist(ctx, now, 'retry');
    await putTransfer(ctx.db, transfer.id, { ask_at: clock.now() });
    await change(ctx, 'settlement_error')
      .set({ last_at: clock.now(), revision: revision + 1 })
      .where('id', '=', id)
      .$call(oneRow);
    return done(ctx, row, { asked: transfer.key });
  }
  const account = await accountHeld(ctx.db, payment.company_id, payout_account_id ?? transfer.payout_account_id);
  const why = await stopping(ctx, await walletHeld(ctx.db, payment.company_id), account);
  if (why) throw new Refusal('conflict', why);
  await holdRail(ctx.db, account.rail);
  const { total, held: kept, reserve } = await pocketHeld(ctx.db, payment.company_id, payment.account_code);
  // Asked with the payee's account held: whoever takes the money along does so before this or after it.
  const taken = await takenBy(ctx.db, transfer);
  if (taken) throw new Refusal('conflict', m.settlement_moved_note({ code: taken.code }));
  const otherwise = row.error === 'callback_lost' ? null : await settledOtherwise(ctx.db, transfer);
  if (otherwise) throw new Refusal('conflict', otherwise);
  await insist(ctx, now, 'retry');
  if (account.id !== transfer.payout_account_id || isFailedByPerson(transfer)) return asDraft(ctx, now, account);
  const whole = transfer.cents + (payment.fee_by_payee ? transfer.fee_cents : 0);
  if (whole > total - kept - reserve) throw new Refusal('conflict', m.settlement_refusal_spent());
  if (transfer.cents + transfer.fee_cents > (await roomOf(ctx.db, account.rail, payment.fund)))
    throw new Refusal('conflict', m.settlement_refusal_cash());
  const attempt = await nextAttempt(ctx.db, payment.id, transfer.part);
  const next = await begin(ctx, payment, account, { part: transfer.part, attempt, cents: transfer.cents, fee: cents(transfer.fee_cents) });
  await bookRetry(ctx, await lockTransfer(ctx.db, next));
  // It is tried until the new attempt has an end, and ends with it.
  await move(ctx, errorMachine, 'retry', id, null, 'clock');
  await settleUp(ctx, payment.id);
  return done(ctx, row, { attempt });
}

/** A payout of its own: made by who asks for it here, approved by somebody else. */
async function asDraft(ctx: Ctx, { row, transfer, payment }: Held, account: AccountRow): Promise<ErrorFull> {
  const before = await refusedBefore(ctx.db, account);
  if (before) throw new Refusal('conflict', before);
  const whose = { companyId: payment.company_id, code: payment.account_code };
  const cutOff = clock.today();
  const figures = await figuresNow(ctx.db, whose, { cutOff, wanted: transfer.cents, rail: account.rail });
  if (figures.net === 0) throw new Refusal('conflict', m.settlement_refusal_spent());
  const made = await add(ctx, 'settlement_payment')
    .values({
      ...{ run_id: payment.run_id, kind: payment.kind, company_id: payment.company_id, fund: payment.fund, account_code: payment.account_code },
      ...{ cut_off: cutOff, payout_account_id: account.id, rail: account.rail, wanted_cents: cents(transfer.cents), made_by: ctx.me.userId },
      ...{ figures: JSON.stringify(figures), net_cents: figures.net },
    })
    .onConflict((oc) => oc.columns(['company_id', 'account_code']).where('status', '=', sql.lit('draft')).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!made) throw new Refusal('conflict', m.settlement_refusal_open());
  await tellWaits(ctx, made);
  await closeError(ctx, transfer.id, 'resolved', m.settlement_resolved_elsewhere({ code: made.code, where: labelOf(account) }));
  return done(ctx, row, { payout: made.code, tail: account.tail });
}
