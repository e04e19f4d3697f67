import { platformRoles } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs, endOfDay, toNairobiDay } from '#contract/time/days.ts';
import { countAttempt } from '#server/http/throttle.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';

/** Daily sending limits per person, per company, per company in its first month, and per platform staff member. */
type Budget = {
  readonly person: number;
  readonly company: number;
  readonly young: number;
  readonly platform: number;
  readonly noun: () => Sentence;
};
const budgets = {
  invitation: { person: 300, company: 500, young: 50, platform: 1000, noun: m.limits_invitations },
  /** Recipients are counted: one message to a thousand people counts as a thousand. */
  broadcast: { person: 2000, company: 2000, young: 200, platform: 50_000, noun: m.limits_broadcasts },
  enquiry: { person: 30, company: 100, young: 30, platform: 100, noun: m.limits_enquiries },
  report: { person: 20, company: 40, young: 20, platform: 100, noun: m.limits_reports },
  test_notification: { person: 20, company: 60, young: 20, platform: 50, noun: m.limits_tests },
} as const satisfies Record<string, Budget>;

const youngDays = 30;
const secondsLeft = (): number => Math.ceil((endOfDay(toNairobiDay(clock.ms())).getTime() - clock.ms()) / 1000);

/**
 * Deducts from the daily limit in the transaction that sends, so that a message that is refused later does not count. A new company has a low limit,
 * so that one that passed verification wrongly cannot send much in the name of Makao before staff notice.
 */
export async function consumeDailySendingLimit(ctx: Pick<Ctx, 'db' | 'me'>, what: keyof typeof budgets, count = 1): Promise<void> {
  const { me } = ctx;
  const budget: Budget = budgets[what];
  // The company row is always locked first, so that two colleagues who send at once cannot deadlock.
  if (me.companyId !== null) {
    const { young } = await unscopedTable(ctx.db, 'company', "the age of the caller's own company")
      .select()
      .select((eb) => eb('created_at', '>', new Date(clock.ms() - youngDays * dayMs)).as('young'))
      .where('id', '=', me.companyId)
      .executeTakeFirstOrThrow();
    const most = young ? budget.young : budget.company;
    const says = (young ? m.limits_young_company : m.limits_company)({ most, what: budget.noun() });
    await within(ctx, `${what}:company:${me.companyId}`, most, count, says);
  }
  if (me.userId === null) return;
  const most = (platformRoles as readonly string[]).includes(me.role) ? budget.platform : budget.person;
  await within(ctx, `${what}:person:${me.userId}`, most, count, m.limits_person({ most, what: budget.noun() }));
}

async function within(ctx: Pick<Ctx, 'db'>, key: string, limit: number, count: number, says: Sentence): Promise<void> {
  const wait = await countAttempt(ctx.db, `send:${key}`, { limit, seconds: secondsLeft() }, count);
  if (wait > 0) throw new Refusal('tooMany', says, { retry_after: wait });
}
