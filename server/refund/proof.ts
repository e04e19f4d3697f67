import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { buildReceiptReferences, type PaymentRow, readPayment } from '#server/collection/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { notifyRefunded } from './notify.ts';
import { updateRefund } from './rows.ts';

const why = 'evidence that a manually recorded refund was sent';
const told = (ctx: Ctx) =>
  unscopedTable(ctx.db, 'refund', why).select().selectAll('refund').where('refund.status', '=', 'paid').where('paid_how', '=', 'mpesa');

/** A statement line proves the refund, and the payer is notified once. Whether it is proven is read from the line while its statement is imported. */
export async function onRefundProven(ctx: Ctx, journalId: number): Promise<void> {
  const journal = await unscopedTable(ctx.db, 'journal', why).select().select('event_key').where('id', '=', journalId).executeTakeFirstOrThrow();
  const id = /^refund:(\d+):paid$/.exec(journal.event_key)?.[1];
  const row = id === undefined ? undefined : await told(ctx).where('refund.id', '=', Number(id)).executeTakeFirst();
  const payment = row && (await readPayment(ctx.db, row.payment_id));
  if (payment) await notifyRefunded(ctx, payment, { code: row.code, cents: row.cents, proof: row.proof ?? '' });
}

/** M-Pesa reversed the payment under the code that was recorded for its refund: that reversal was the refund, and nothing else was paid. */
export async function isReversalOfRecordedRefund(
  ctx: Ctx,
  payment: PaymentRow,
  { external, cents }: { external: string; cents: number },
): Promise<boolean> {
  const row = (await told(ctx).where('payment_id', '=', payment.id).where('cents', '=', cents).execute()).find(
    ({ proof }) => proof?.trim().toUpperCase() === external.toUpperCase(),
  );
  if (!row) return false;
  if (row.proven_at === null) await updateRefund(ctx.db, row.id, { proven_at: clock.now() });
  await notifyRefunded(ctx, payment, { code: row.code, cents: row.cents, proof: row.proof ?? '' });
  return true;
}

/** Checks that a code proves only this refund: not another one, nor a payout or received payment of the platform or the company. */
export async function assertProofUnused(ctx: Ctx, proof: string, company_id: number | null = null): Promise<void> {
  const number = proof.trim().toUpperCase();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refund-proof:${number}`}, 0))`.execute(ctx.db);
  const { rows } = await sql`/* unscoped: a transaction code proves a single refund */
    select 1 from refund where paid_how = 'mpesa' and upper(trim(proof)) = ${number} union all
      select 1 from receipt where rail = 'mpesa' and external_id = any (${buildReceiptReferences({ company_id }, number)}::text[]) limit 1`.execute(
    ctx.db,
  );
  if (rows.length > 0) throw invalidInputRefusal({ proof: m.payment_problem_refund_proof() });
  await publishEvent(ctx, 'refund.proving', { number });
}
