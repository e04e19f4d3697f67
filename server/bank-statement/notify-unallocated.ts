import { sql } from 'kysely';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { notifyPaymentStaff, notifyPaymentUnmatched, readPayment } from '#server/collection/service.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { readCollectionAccount } from '#server/treasury/service.ts';

const why = 'statement lines that need a person are notified once';
/** A payment that stays unmatched longer than this is notified separately when it is matched. */
const patienceMs = 3600 * 1000;

/** Payment staff get one notification for the whole statement; a payment is notified separately only after that. */
const isToldTogether = async (db: Db, paymentId: number): Promise<boolean> =>
  (await unscopedTable(db, 'statement_line', why)
    .select()
    .innerJoin('statement', 'statement.id', 'statement_line.statement_id')
    .select('statement.id')
    .where('statement_line.payment_id', '=', paymentId)
    .where('statement_line.fate', '=', 'new')
    .where('statement.status', 'in', ['importing', 'imported'])
    .where('statement.told_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Notifies payment staff of an unallocated payment, unless its statement notifies all of them together. */
export async function notifyStaffOfUnallocatedPayment(ctx: Ctx, { paymentId }: DomainEvents['payment.ownerless']): Promise<void> {
  const payment = (await isToldTogether(ctx.db, paymentId)) ? undefined : await readPayment(ctx.db, paymentId);
  if (payment) await notifyPaymentUnmatched(ctx, payment);
}

/** After all its payments were matched once: one notification of the unallocated ones. A second call sends nothing. */
export const notifyStatementUnallocatedPayments = (db: Db, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await unscopedTable(tx, 'statement', why).select().selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row?.status !== 'imported' || row.told_at !== null) return;
    const rows = await unscopedTable(tx, 'payment', why)
      .select()
      .innerJoin('statement_line', 'statement_line.payment_id', 'payment.id')
      .select([
        sql<number>`payment.cents - payment.allocated_cents - payment.credited_cents`.as('cents'),
        sql<boolean>`payment.match in ('suggested', 'unmatched')`.as('waits'),
        sql<boolean>`payment.looked_at is not null`.as('looked'),
      ])
      .where('statement_line.statement_id', '=', id)
      .where('statement_line.fate', '=', 'new')
      .where('payment.status', '=', 'completed')
      .execute();
    if (rows.some(({ looked }) => !looked) && clock.ms() - (row.imported_at?.getTime() ?? 0) < patienceMs) return;
    await unscopedTable(tx, 'statement', why).change().set({ told_at: clock.now() }).where('id', '=', id).execute();
    const waiting = rows.filter(({ waits, looked }) => waits && looked);
    if (waiting.length === 0) return;
    const account = await readCollectionAccount(tx, row.account_id);
    const { n } = await unscopedTable(tx, 'statement_line', why)
      .select()
      .select(sql<number>`count(*)`.as('n'))
      .where('statement_id', '=', id)
      .executeTakeFirstOrThrow();
    const params = {
      sum: formatKesPlain(sumCents(waiting.map(({ cents }) => Number(cents)))),
      count: String(waiting.length),
      lines: String(n),
      account: `${account.name} …${account.number.slice(-4)}`,
    };
    await notifyPaymentStaff(asClock(tx, why), account.company_id, 'payment.waiting', params, String(id), undefined, { statement: id });
  });
