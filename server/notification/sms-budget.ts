import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { endOfDay, toNairobiDay } from '#contract/time/days.ts';
import { countAttempt } from '#server/http/throttle.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { Env } from '#server/kernel/env.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { notifyAudience, screenPagePath } from './notify.ts';
import { createNotificationAudience } from './recipients.ts';

type Settings = Pick<Env, 'SMS_PER_TENANCY' | 'SMS_PER_COMPANY'>;

/** The SMS a company can send in a day. It grows with the tenancies, because every tenant of a large company gets an invoice on the same day. */
async function readDailyBudget(db: Db, { SMS_PER_TENANCY, SMS_PER_COMPANY }: Settings, companyId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${getLookup('tenanciesOfCompany')(sql`${companyId}::bigint`)} as count`.execute(db);
  return Math.max(SMS_PER_COMPANY, SMS_PER_TENANCY * Number(rows[0]?.count ?? 0));
}

/**
 * Deducts an SMS from the daily budget of the company in whose name it is sent. False: the budget is used up, so that the SMS is not sent; the heads
 * of the company are notified once a day. Email and the app are not counted.
 */
export async function consumeSmsBudget(db: Db, settings: Settings, companyId: number): Promise<boolean> {
  const budget = await readDailyBudget(db, settings, companyId);
  const today = toNairobiDay(clock.ms());
  const seconds = Math.ceil((endOfDay(today).getTime() - clock.ms()) / 1000);
  if ((await countAttempt(db, `sms-budget:${companyId}:${today}`, { limit: budget, seconds })) === 0) return true;
  await notifyAudience({ db }, 'message.sms_budget', { count: String(budget) }, createNotificationAudience().heads(companyId), {
    key: `${companyId}:${today}`,
    page: screenPagePath('invoice.list'),
  });
  return false;
}
