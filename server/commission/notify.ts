import { sql } from 'kysely';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, startOfDay } from '#contract/time/days.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { createNotificationAudience, notifyAudience, screenPagePath } from '#server/notification/service.ts';
import type { CommissionNames, CommissionRow } from './post-commissions.ts';

/** Notifies the leaders of the company that earned the commission of the reversed amount and its rent. */
export async function notifyCommissionReversed(ctx: Ctx, row: CommissionRow, { home, what }: CommissionNames): Promise<void> {
  const { beneficiary_company_id: earner, id, code } = row;
  const gone = -(row.amount_cents + row.tax_cents);
  if (earner === null || gone <= 0) return;
  const params = { sum: formatKesPlain(gone), home: home ?? what, code };
  const page = screenPagePath(['commission.detail', 'commission.one'], { id, code });
  await notifyAudience(ctx, 'commission.back', params, createNotificationAudience().heads(earner), { key: id, page });
}

/** Notifies each company of its earnings in the week that ended last night, less reversals: once, however often it runs. */
export async function notifyWeeklyEarnings(db: Db): Promise<void> {
  const today = clock.today();
  const [from, to] = [startOfDay(addDays(today, -7)), startOfDay(today)];
  const { rows } = await sql<{ id: number; cents: number; count: number }>`/* unscoped: scheduled job notifies people of commission earned */
    select beneficiary_company_id as id, sum(amount_cents + tax_cents)::bigint as cents, count(*) filter (where reverses is null)::int as count from commission
    where beneficiary_company_id is not null and created_at >= ${from} and created_at < ${to} group by 1 having sum(amount_cents + tax_cents) > 0 order by 1`.execute(
    db,
  );
  await processDueRows(db, rows, async (tx, { id, cents, count }) => {
    const params = { sum: formatKesPlain(cents), count: String(count) };
    await notifyAudience({ db: tx }, 'commission.accrued', params, createNotificationAudience().heads(id), { key: `${id}:${today}` });
  });
}
