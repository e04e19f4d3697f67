import { type Selectable, sql } from 'kysely';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { maxOddCents } from '#contract/money/cents.ts';
import { settlementMachine } from '#contract/settlement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { markCommissionsPaid, markCommissionsUnpaid } from '#server/commission/service.ts';
import type { SettlementPaymentTable } from '#server/db/types.gen.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { childrenOf, sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import { readOpeningBalance, toPayeeAccountKey, unsettledEntriesSql } from './entries.ts';
import { notifyPayee, notifyPayoutEnded } from './notify.ts';

const why = 'the status of a payout follows its transfers';

const moveTo = { paid: 'pay', sending: 'send', part_failed: 'fail_part', failed: 'fail' } as const;
/** Updates the status of a locked payout from the latest attempts of its parts: all paid, some in transit, or some or all failed with no attempt left. */
export async function updatePayoutStatus(ctx: Ctx, id: number): Promise<void> {
  const payment = await systemRows(ctx.db, 'settlement_payment', why).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const rows = await childrenOf(ctx.db, payment, 'settlement_transaction', 'settlement_id')
    .select()
    .select('status')
    .distinctOn('part')
    .orderBy('part')
    // A paid attempt counts for its part, whatever the later ones did.
    .orderBy(sql`status = 'confirmed'`, 'desc')
    .orderBy('attempt', 'desc')
    .execute();
  const live = rows.some(({ status }) => status === 'queued' || status === 'sent' || status === 'unknown');
  const done = rows.length > 0 && rows.every(({ status }) => status === 'confirmed');
  const some = rows.some(({ status }) => status === 'confirmed');
  const to = done ? 'paid' : live ? 'sending' : some ? 'part_failed' : 'failed';
  if (to === payment.status || (to === 'sending' && payment.status === 'approved' && rows.every(({ status }) => status === 'queued'))) return;
  await makeMove(ctx, settlementMachine, moveTo[to], id, null, 'clock');
  await sameRow(ctx.db, 'settlement_payment', payment)
    .change()
    .set({ paid_at: to === 'paid' ? clock.now() : null, updated_at: clock.now(), revision: payment.revision + 1 })
    .$call(oneRow);
  if (to === 'sending') return;
  await notifyPayee(ctx, payment, to === 'paid' ? 'settlement.paid' : 'settlement.failed', String(payment.revision));
  await notifyPayoutEnded(ctx, payment, to === 'paid' ? 'paid' : 'failed', String(payment.revision));
  // Commissions of others are deducted from an owner's balance, and none of the owner's own.
  if (payment.account_code === ledgerAccounts.ownerPayable) return;
  const { left, stay } = await commissionsOf(ctx.db, payment);
  const about = { code: payment.code, companyId: payment.company_id, revision: payment.revision };
  if (to === 'paid') await markCommissionsPaid(ctx, left, about);
  else if (payment.status === 'paid') await markCommissionsUnpaid(ctx, stay, about);
}

type Whose = Pick<Selectable<SettlementPaymentTable>, 'company_id' | 'account_code'>;
/**
 * The commissions that left with the payouts so far, and those that did not. The newest ones remain unpaid: those left by a partial withdrawal, in
 * other payouts in transit, or in a returned payout that no later one included.
 */
async function commissionsOf(db: Db, payment: Whose): Promise<{ left: number[]; stay: number[] }> {
  const whose = { companyId: payment.company_id, code: payment.account_code };
  const { rows } = await sql<{ id: number; cents: number }>`/* unscoped: entries of the payouts to a single account */
    select j.source_id as id, sum(l.cents)::bigint as cents from ledger_account a join settlement_line l on l.account_id = a.id join journal j on j.id = l.journal_id
    where a.key = ${toPayeeAccountKey(whose)} and j.source = 'commission' group by j.source_id order by max(l.journal_id) desc`.execute(db);
  const live = await unscopedTable(db, 'settlement_transaction', why)
    .select()
    .innerJoin('settlement_payment', 'settlement_payment.id', 'settlement_transaction.settlement_id')
    .select(sql<number>`coalesce(sum(settlement_transaction.cents), 0)::bigint`.as('cents'))
    .where('company_id', '=', whose.companyId)
    .where('account_code', '=', whose.code)
    .where('settlement_transaction.status', 'in', ['queued', 'sent', 'unknown'])
    .executeTakeFirstOrThrow();
  // Payouts are in whole shillings, so the remaining cents do not count as unpaid commission.
  let waits = (await readOpeningBalance(db, whose)) + live.cents + (await givenBack(db, whose)) - maxOddCents;
  const [left, stay]: [number[], number[]] = [[], []];
  for (const { id, cents } of rows) {
    (waits > 0 ? stay : left).push(id);
    waits -= cents;
  }
  return { left, stay };
}
/** Amounts that payouts released, took again or confirmed after a failure, and that belong to no payout yet. */
async function givenBack(db: Db, whose: Parameters<typeof toPayeeAccountKey>[0]): Promise<number> {
  const { rows } = await sql<{ cents: number }>`/* unscoped: amounts returned by payouts to a single account */
    select coalesce(sum(u.cents), 0)::bigint as cents from (${unsettledEntriesSql(whose, clock.today())}) u where u.source = 'settlement_transaction'`.execute(
    db,
  );
  return rows[0]?.cents ?? 0;
}
