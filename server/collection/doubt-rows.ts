import type { Selectable } from 'kysely';
import type { DoubtDecision, DoubtKind, VerifiedBy } from '#contract/collection/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import type { PaymentDoubtTable } from '#server/db/types.gen.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import type { AccountRow } from '#server/treasury/service.ts';
import { type HiddenPhone, noPhone } from './phones.ts';
import { tellDoubt } from './tell.ts';

export type DoubtRow = Selectable<PaymentDoubtTable>;
type NewDoubt = {
  readonly kind: DoubtKind;
  readonly account: AccountRow;
  readonly payment: { readonly id: number; readonly company_id: number | null };
  readonly external: string;
  /** What people know it by, where that is not its number. */
  readonly said?: string;
  readonly cents: number;
  readonly at: Date;
  readonly payer?: string;
  readonly phone?: HiddenPhone;
  readonly verifiedBy: VerifiedBy;
};
/** A person has to decide: kept once however often it is told, and they hear of it once. Nothing is booked. */
export async function openDoubt(
  ctx: Ctx,
  { kind, account, payment, external, said = external, cents, at, payer = '', phone = noPhone, verifiedBy }: NewDoubt,
): Promise<void> {
  const made = await add(ctx, 'payment_doubt')
    .values({
      ...{ kind, account_id: account.id, company_id: payment.company_id, payment_id: payment.id, external, cents, at, payer },
      ...{ ...phone, verified_by: verifiedBy },
    })
    .onConflict((oc) => oc.columns(['kind', 'account_id', 'external']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) await tellDoubt(ctx, { id: made.id, kind, cents, external: said, companyId: account.company_id });
}
/** What a person decided; undefined where another was first. */
export const putDecided = (ctx: Ctx, id: number, set: { readonly decision: DoubtDecision; readonly reason: string; readonly payment_id: number }) =>
  everything(ctx.db, 'payment_doubt', 'a doubt that somebody who may decides')
    .change()
    .set({ ...set, status: 'decided', decided_by: ctx.me.userId, decided_at: clock.now() })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst();
