import { sql } from 'kysely';
import { paymentMachine } from '#contract/collection/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { everything } from '#server/kernel/scoped.ts';
import { unlessTaken } from '#server/kernel/taken.ts';
import type { AccountRow } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { externalsOf } from './movement.ts';
import { type PaymentRow, paymentOf } from './rows.ts';

const why = 'the receipt of a payment that is held, or that is asked for by its number';

/** A number is no secret, and a statement is what somebody hands in: it speaks of receipts of its own account, or of its own company, alone. */
const receiptsHere = (db: Db, account: AccountRow, external: string) =>
  everything(db, 'receipt', why)
    .select()
    .innerJoin('collection_account as place', 'place.id', 'receipt.account_id')
    .select(['receipt.external_id', 'receipt.payment_id'])
    .where('receipt.rail', '=', account.rail)
    .where(sql<boolean>`(place.id = ${account.id} or place.company_id = ${account.company_id}::bigint)`)
    .where(sql<boolean>`receipt.external_id = any (${externalsOf(account, external)}::text[])`);
export async function knownHere(db: Db, account: AccountRow, external: string): Promise<PaymentRow | undefined> {
  const row = await receiptsHere(db, account, external).executeTakeFirst();
  return row && paymentOf(db, row.payment_id);
}

/** The receipt's number is free again, for the same movement to come once more. */
export const freeNumber = (db: Db, paymentId: number, mark: number) =>
  everything(db, 'receipt', why)
    .change()
    .set((eb) => ({ external_id: eb('external_id', '||', `~${mark}`) }))
    .where('payment_id', '=', paymentId)
    .where('external_id', 'not like', '%~%')
    .execute();

/** The money is gone again: the payment is reversed and its receipt with it. Answers that, where it had one. */
export async function putReversed(ctx: Ctx, paymentId: number, reason: string): Promise<{ readonly id: number } | undefined> {
  await move(ctx, paymentMachine, 'reverse', paymentId, reason, 'clock');
  return everything(ctx.db, 'receipt', why)
    .change()
    .set({ reversed_at: clock.now() })
    .where('payment_id', '=', paymentId)
    .returning('id')
    .executeTakeFirst();
}
/** The number of a receipt that has none yet; undefined where it has one, or is over another sum. */
export const putNumber = (
  db: Db,
  paymentId: number,
  { external, at, cents }: { readonly external: string; readonly at: Date; readonly cents: number },
) =>
  unlessTaken(
    everything(db, 'receipt', why)
      .change()
      .set({ external_id: external, paid_at: at })
      .where('payment_id', '=', paymentId)
      .where('external_id', 'is', null)
      .where('cents', '=', cents)
      .returning('id')
      .executeTakeFirst(),
    () => new Refusal('conflict', m.payment_refusal_twice()),
  );
