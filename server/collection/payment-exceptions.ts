import type { Selectable } from 'kysely';
import type { PaymentExceptionDecision, PaymentExceptionKind, PaymentVerificationSource } from '#contract/collection/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import type { PaymentDoubtTable } from '#server/db/types.gen.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import type { CollectionAccountRow } from '#server/treasury/service.ts';
import { notifyPaymentException } from './notify.ts';
import { emptySealedPhone, type SealedPhone } from './phones.ts';

export type PaymentExceptionRow = Selectable<PaymentDoubtTable>;
type NewDoubt = {
  readonly kind: PaymentExceptionKind;
  readonly account: CollectionAccountRow;
  readonly payment: { readonly id: number; readonly company_id: number | null };
  readonly external: string;
  /** The reference that people know, where it differs from the number. */
  readonly said?: string;
  readonly cents: number;
  readonly at: Date;
  readonly payer?: string;
  readonly phone?: SealedPhone;
  readonly verifiedBy: PaymentVerificationSource;
};
/** Opens an exception for a person to decide. It is stored and announced once, however often it is reported. Nothing is posted. */
export async function openPaymentException(
  ctx: Ctx,
  { kind, account, payment, external, said = external, cents, at, payer = '', phone = emptySealedPhone, verifiedBy }: NewDoubt,
): Promise<void> {
  const made = await add(ctx, 'payment_doubt')
    .values({
      kind,
      account_id: account.id,
      company_id: payment.company_id,
      payment_id: payment.id,
      external,
      cents,
      at,
      payer,
      ...phone,
      verified_by: verifiedBy,
    })
    .onConflict((oc) => oc.columns(['kind', 'account_id', 'external']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) await notifyPaymentException(ctx, { id: made.id, kind, cents, external: said, companyId: account.company_id });
}
/** Records a person's decision; undefined where another person decided first. */
export const recordExceptionDecision = (
  ctx: Ctx,
  id: number,
  set: { readonly decision: PaymentExceptionDecision; readonly reason: string; readonly payment_id: number },
) =>
  unscopedTable(ctx.db, 'payment_doubt', 'a payment exception resolved by an authorised person')
    .change()
    .set({ ...set, status: 'decided', decided_by: ctx.me.userId, decided_at: clock.now() })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst();
