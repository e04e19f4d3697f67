import type { PaymentPurpose } from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { add } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { findOrCreatePlatformPaybill } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { createStkPush } from './push.ts';
import { hasPendingSaleStkPush } from './stk-push-limits.ts';

type Starting = {
  readonly purpose: PaymentPurpose;
  readonly phone: string;
  readonly cents: number;
  readonly forWhat: { readonly table: string; readonly id: number };
  readonly companyId: number;
};
/**
 * A prompt for a sale of the platform without an invoice: a featured listing, a plan, a top-up. The platform is paid; `payment.completed` notifies
 * the seller module.
 */
export async function startSaleStkPush(
  services: RunningServices,
  ctx: Ctx,
  { purpose, phone, cents, forWhat, companyId }: Starting,
): Promise<{ paymentId: number; code: string }> {
  const account = await findOrCreatePlatformPaybill(services, ctx.db);
  if (!account) throw new Refusal('conflict', m.payment_refusal_no_push());
  return createStkPush(services, ctx, {
    purpose,
    account,
    phone,
    cents,
    invoiceIds: [],
    forWhat,
    about: { company_id: companyId, person_id: ctx.me.userId },
  });
}

type FromWallet = {
  readonly companyId: number;
  readonly cents: number;
  readonly purpose: PaymentPurpose;
  readonly forWhat: { readonly table: string; readonly id: number };
};
/**
 * Paid from a company's wallet: no money was transferred, so there is no receipt, and the seller module posts it. Not allowed while a prompt for it
 * is pending.
 */
export async function payFromWallet(ctx: Ctx, { companyId, cents, purpose, forWhat }: FromWallet): Promise<{ paymentId: number; code: string }> {
  if (await hasPendingSaleStkPush(ctx.db, forWhat)) throw new Refusal('conflict', m.payment_refusal_rings());
  const row = await add(ctx, 'payment')
    .values({
      purpose,
      how: 'wallet',
      fund: 'C',
      cents,
      spent_cents: toCents(cents),
      company_id: companyId,
      person_id: ctx.me.userId,
      match: 'matched',
      for_table: forWhat.table,
      for_id: forWhat.id,
      looked_at: clock.now(),
      received_at: clock.now(),
      paid_on: clock.today(),
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  await makeMove(ctx, paymentMachine, 'complete', row.id, null, 'clock');
  await publishEvent(ctx, 'payment.completed', { paymentId: row.id, purpose, companyId, cents, forWhat });
  return { paymentId: row.id, code: row.code };
}
