import type { Purpose } from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import { cents as toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { House } from '#server/kernel/house.ts';
import { move } from '#server/kernel/move.ts';
import { add } from '#server/kernel/scoped.ts';
import { platformAccount } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { writePush } from './push.ts';
import { ringsFor } from './ring-limits.ts';

type Starting = {
  readonly purpose: Purpose;
  readonly phone: string;
  readonly cents: number;
  readonly forWhat: { readonly table: string; readonly id: number };
  readonly companyId: number;
};
/** A prompt for something of ours that is no invoice: a featured place, a plan, a top-up. It comes to the platform; `payment.completed` tells who sold it. */
export async function startPush(
  house: House,
  ctx: Ctx,
  { purpose, phone, cents, forWhat, companyId }: Starting,
): Promise<{ paymentId: number; code: string }> {
  const account = await platformAccount(house, ctx.db);
  if (!account) throw new Refusal('conflict', m.payment_refusal_no_push());
  return writePush(house, ctx, {
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
  readonly purpose: Purpose;
  readonly forWhat: { readonly table: string; readonly id: number };
};
/** Paid out of a company's wallet: nothing moved in the world, so there is no receipt; whoever sold it books what it took. Not while a phone rings for it. */
export async function fromWallet(ctx: Ctx, { companyId, cents, purpose, forWhat }: FromWallet): Promise<{ paymentId: number; code: string }> {
  if (await ringsFor(ctx.db, forWhat)) throw new Refusal('conflict', m.payment_refusal_rings());
  const row = await add(ctx, 'payment')
    .values({
      ...{ purpose, how: 'wallet', fund: 'C', cents, spent_cents: toCents(cents), company_id: companyId, person_id: ctx.me.userId, match: 'matched' },
      ...{ for_table: forWhat.table, for_id: forWhat.id, looked_at: clock.now(), received_at: clock.now(), paid_on: clock.today() },
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  await move(ctx, paymentMachine, 'complete', row.id, null, 'clock');
  await happened(ctx, 'payment.completed', { paymentId: row.id, purpose, companyId, cents, forWhat });
  return { paymentId: row.id, code: row.code };
}
