import { sql } from 'kysely';
import { settlementMachine } from '#contract/settlement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { paidOut } from '#server/commission/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { companyName } from '#server/people/service.ts';
import { tellPayee } from './tell.ts';

const why = 'what its transfers say of a payout';
export const companyNameOf = (db: Db, id: number): Promise<string> => companyName(db, id);

/** What its latest attempts say of the whole: all there, some on their way, or some that failed and none that is tried. The payout is held already. */
export async function settleUp(ctx: Ctx, id: number): Promise<void> {
  const payment = await everything(ctx.db, 'settlement_payment', why).select().selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { rows } = await sql<{ status: string }>`/* all: the latest attempt of each part */
    select distinct on (part) status from settlement_transaction where settlement_id = ${id} order by part, attempt desc`.execute(ctx.db);
  const live = rows.some(({ status }) => status === 'queued' || status === 'sent' || status === 'unknown');
  const done = rows.length > 0 && rows.every(({ status }) => status === 'confirmed');
  const to = done ? 'paid' : live ? 'sending' : 'part_failed';
  if (to === payment.status || (to === 'sending' && payment.status === 'approved' && rows.every(({ status }) => status === 'queued'))) return;
  await move(ctx, settlementMachine, to === 'paid' ? 'pay' : to === 'sending' ? 'send' : 'fail', id, null, 'clock');
  await everything(ctx.db, 'settlement_payment', why)
    .change()
    .set({ paid_at: to === 'paid' ? clock.now() : null, updated_at: clock.now(), revision: payment.revision + 1 })
    .where('id', '=', id)
    .$call(oneRow);
  if (to === 'sending') return;
  await tellPayee(ctx, payment, to === 'paid' ? 'settlement.paid' : 'settlement.failed', String(rows.length));
  if (to === 'paid') await paidOut(ctx, await commissionsIn(ctx.db, id), { code: payment.code, companyId: payment.company_id });
}

/** Commissions whose journals a payout holds. */
async function commissionsIn(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`/* all: what a payout is made of */
    select distinct j.source_id as id from settlement_line l join journal j on j.id = l.journal_id where l.settlement_id = ${id} and j.source = 'commission'`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
