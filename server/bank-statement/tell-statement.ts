import { sql } from 'kysely';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { sum } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { paymentOf, tellDesk, tellUnmatched } from '#server/collection/service.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { accountOf } from '#server/treasury/service.ts';

const why = 'what of a statement waits for a person, told once';
/** What could not be looked at for so long is told of by itself, once it can. */
const patienceMs = 3600 * 1000;

/** Whoever keeps the desk hears of it with all its statement: by itself it is told of only afterwards. */
const isToldTogether = async (db: Db, paymentId: number): Promise<boolean> =>
  (await everything(db, 'statement_line', why)
    .select()
    .innerJoin('statement', 'statement.id', 'statement_line.statement_id')
    .select('statement.id')
    .where('statement_line.payment_id', '=', paymentId)
    .where('statement_line.fate', '=', 'new')
    .where('statement.status', 'in', ['importing', 'imported'])
    .where('statement.told_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Nobody was found for a payment: who keeps the desk hears of it, unless its statement tells of all that came together. */
export async function tellOwnerless(ctx: Ctx, { paymentId }: Happenings['payment.ownerless']): Promise<void> {
  const payment = (await isToldTogether(ctx.db, paymentId)) ? undefined : await paymentOf(ctx.db, paymentId);
  if (payment) await tellUnmatched(ctx, payment);
}

/** Once all that came of it was looked at: one notice of what nobody was found for. Twice is once. */
export const tellWaiting = (db: Db, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await everything(tx, 'statement', why).select().selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row?.status !== 'imported' || row.told_at !== null) return;
    const rows = await everything(tx, 'payment', why)
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
    await everything(tx, 'statement', why).change().set({ told_at: clock.now() }).where('id', '=', id).execute();
    const waiting = rows.filter(({ waits, looked }) => waits && looked);
    if (waiting.length === 0) return;
    const account = await accountOf(tx, row.account_id);
    const { n } = await everything(tx, 'statement_line', why)
      .select()
      .select(sql<number>`count(*)`.as('n'))
      .where('statement_id', '=', id)
      .executeTakeFirstOrThrow();
    const params = {
      ...{ sum: kesPlain(sum(waiting.map(({ cents }) => Number(cents)))), count: String(waiting.length), lines: String(n) },
      account: `${account.name} …${account.number.slice(-4)}`,
    };
    await tellDesk(atClock(tx, why), account.company_id, 'payment.waiting', params, String(id), undefined, { statement: id });
  });
