import { sql } from 'kysely';
import { kesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, startOf } from '#contract/time/days.ts';
import { eachDue } from '#server/jobs/each-due.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { audience, notify, screenPage } from '#server/notification/service.ts';
import type { CommissionRow, Said } from './book.ts';

/** Whoever leads the company that had earned it hears what of it is gone, and of which rent. */
export async function tellBack(ctx: Ctx, row: CommissionRow, { home, what }: Said): Promise<void> {
  const { beneficiary_company_id: earner, id, code } = row;
  const gone = -(row.amount_cents + row.tax_cents);
  if (earner === null || gone <= 0) return;
  const params = { sum: kesPlain(gone), home: home ?? what, code };
  const page = screenPage(['commission.detail', 'commission.one'], { id, code });
  await notify(ctx, 'commission.back', params, audience().heads(earner), { key: id, page });
}

/** What each earned in the week that ended last night, less what was taken back of it: said once, however often it is asked for. */
export async function tellWeek(db: Db): Promise<void> {
  const today = clock.today();
  const [from, to] = [startOf(addDays(today, -7)), startOf(today)];
  const { rows } = await sql<{ id: number; cents: number; count: number }>`/* all: the clock tells who earned */
    select beneficiary_company_id as id, sum(amount_cents + tax_cents)::bigint as cents, count(*) filter (where reverses is null)::int as count from commission
    where beneficiary_company_id is not null and created_at >= ${from} and created_at < ${to} group by 1 having sum(amount_cents + tax_cents) > 0 order by 1`.execute(
    db,
  );
  await eachDue(db, rows, async (tx, { id, cents, count }) => {
    const params = { sum: kesPlain(cents), count: String(count) };
    await notify({ db: tx }, 'commission.accrued', params, audience().heads(id), { key: `${id}:${today}` });
  });
}
