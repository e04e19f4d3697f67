import { sql } from 'kysely';
import { paymentMachine } from '#contract/collection/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { refuseOnUniqueViolation } from '#server/kernel/unique-violation.ts';
import type { CollectionAccountRow } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { buildReceiptReferences } from './record-receipts.ts';
import { type PaymentRow, readPayment } from './rows.ts';

const why = 'the receipt of a locked payment, or of a payment found by its M-Pesa code';

/** A code is not secret and any account can upload a statement, so only receipts of the same account or company are visible here. */
const receiptsHere = (db: Db, account: CollectionAccountRow, external: string) =>
  unscopedTable(db, 'receipt', why)
    .select()
    .innerJoin('collection_account as place', 'place.id', 'receipt.account_id')
    .select(['receipt.external_id', 'receipt.payment_id'])
    .where('receipt.rail', '=', account.rail)
    .where(sql<boolean>`(place.id = ${account.id} or place.company_id = ${account.company_id}::bigint)`)
    .where(sql<boolean>`receipt.external_id = any (${buildReceiptReferences(account, external)}::text[])`);
export async function findKnownReference(db: Db, account: CollectionAccountRow, external: string): Promise<PaymentRow | undefined> {
  const row = await receiptsHere(db, account, external).executeTakeFirst();
  return row && readPayment(db, row.payment_id);
}

/** Frees the reference of a receipt, so that the same movement can be credited again. */
export const releaseReceiptReference = (db: Db, paymentId: number, mark: number) =>
  unscopedTable(db, 'receipt', why)
    .change()
    .set((eb) => ({ external_id: eb('external_id', '||', `~${mark}`) }))
    .where('payment_id', '=', paymentId)
    .where('external_id', 'not like', '%~%')
    .execute();

/** Reverses the payment and its receipt. Returns the receipt, if there was one. */
export async function reversePaymentAndReceipt(ctx: Ctx, paymentId: number, reason: string): Promise<{ readonly id: number } | undefined> {
  await makeMove(ctx, paymentMachine, 'reverse', paymentId, reason, 'clock');
  return unscopedTable(ctx.db, 'receipt', why)
    .change()
    .set({ reversed_at: clock.now() })
    .where('payment_id', '=', paymentId)
    .returning('id')
    .executeTakeFirst();
}
/** Sets the reference of a receipt without one; undefined where it has one, or where the amount differs. */
export const setReceiptReference = (
  db: Db,
  paymentId: number,
  { external, at, cents }: { readonly external: string; readonly at: Date; readonly cents: number },
) =>
  refuseOnUniqueViolation(
    unscopedTable(db, 'receipt', why)
      .change()
      .set({ external_id: external, paid_at: at })
      .where('payment_id', '=', paymentId)
      .where('external_id', 'is', null)
      .where('cents', '=', cents)
      .returning('id')
      .executeTakeFirst(),
    () => new Refusal('conflict', m.payment_refusal_twice()),
  );
