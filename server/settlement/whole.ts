import { type Selectable, sql } from 'kysely';
import { accounts } from '#contract/ledger/accounts.ts';
import { oddMost } from '#contract/money/cents.ts';
import { settlementMachine } from '#contract/settlement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { cameBack, paidOut } from '#server/commission/service.ts';
import type { SettlementPaymentTable } from '#server/db/types.gen.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { accountKey, opening, unsettled } from './entries.ts';
import { tellEnded, tellPayee } from './tell.ts';

const why = 'what its transfers say of a payout';

/** What its latest attempts say of the whole: all there, some on their way, or some that failed and none that is tried. The payout is held already. */
export async function settleUp(ctx: Ctx, id: number): Promise<void> {
  const payment = await everything(ctx.db, 'settlement_payment', why).select().selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const rows = await everything(ctx.db, 'settlement_transaction', why)
    .select()
    .select('status')
    .distinctOn('part')
    .where('settlement_id', '=', id)
    .orderBy('part')
    // One that arrived stands for its part, whatever became of those after it.
    .orderBy(sql`status = 'confirmed'`, 'desc')
    .orderBy('attempt', 'desc')
    .execute();
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
  await tellPayee(ctx, payment, to === 'paid' ? 'settlement.paid' : 'settlement.failed', String(payment.revision));
  await tellEnded(ctx, payment, to === 'paid' ? 'paid' : 'failed', String(payment.revision));
  // What is an owner's has others' commissions taken from it, and none of theirs.
  if (payment.account_code === accounts.ownerPayable) return;
  const { left, stay } = await commissionsOf(ctx.db, payment);
  const about = { code: payment.code, companyId: payment.company_id, revision: payment.revision };
  if (to === 'paid') await paidOut(ctx, left, about);
  else if (payment.status === 'paid') await cameBack(ctx, stay, about);
}

type Whose = Pick<Selectable<SettlementPaymentTable>, 'company_id' | 'account_code'>;
/**
 * Commissions that have left with what was paid out so far, and those that stay. What a withdrawal of part left, what other payouts have still on
 * their way, and what came back and no payout took along again, are the newest: they wait for the payout that takes them.
 */
async function commissionsOf(db: Db, payment: Whose): Promise<{ left: number[]; stay: number[] }> {
  const whose = { companyId: payment.company_id, code: payment.account_code };
  const { rows } = await sql<{ id: number; cents: number }>`/* all: what the payouts of one account are made of */
    select j.source_id as id, sum(l.cents)::bigint as cents from ledger_account a join settlement_line l on l.account_id = a.id join journal j on j.id = l.journal_id
    where a.key = ${accountKey(whose)} and j.source = 'commission' group by j.source_id order by max(l.journal_id) desc`.execute(db);
  const live = await everything(db, 'settlement_transaction', why)
    .select()
    .innerJoin('settlement_payment', 'settlement_payment.id', 'settlement_transaction.settlement_id')
    .select(sql<number>`coalesce(sum(settlement_transaction.cents), 0)::bigint`.as('cents'))
    .where('company_id', '=', whose.companyId)
    .where('account_code', '=', whose.code)
    .where('settlement_transaction.status', 'in', ['queued', 'sent', 'unknown'])
    .executeTakeFirstOrThrow();
  // Whole shillings are sent: cents that stay are no commission that was not paid.
  let waits = (await opening(db, whose)) + live.cents + (await givenBack(db, whose)) - oddMost;
  const [left, stay]: [number[], number[]] = [[], []];
  for (const { id, cents } of rows) {
    (waits > 0 ? stay : left).push(id);
    waits -= cents;
  }
  return { left, stay };
}
/** What payouts gave back, took again or found after all, and no payout holds yet. */
async function givenBack(db: Db, whose: Parameters<typeof accountKey>[0]): Promise<number> {
  const { rows } = await sql<{ cents: number }>`/* all: what payouts of one account gave back */
    select coalesce(sum(u.cents), 0)::bigint as cents from (${unsettled(whose, clock.today())}) u where u.source = 'settlement_transaction'`.execute(
    db,
  );
  return rows[0]?.cents ?? 0;
}
