import { platformRoles } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs, dayOf, endOf } from '#contract/time/days.ts';
import { take } from '#server/http/throttle.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';

/** How many of a thing go out a day: by one person, by one company, by a company in its first month, by one of the platform's own people. */
type Budget = {
  readonly person: number;
  readonly company: number;
  readonly young: number;
  readonly platform: number;
  readonly noun: () => Sentence;
};
const budgets = {
  invitation: { person: 300, company: 500, young: 50, platform: 1000, noun: m.limits_invitations },
  /** Counted by who reads it: one message to a thousand people is a thousand. */
  broadcast: { person: 2000, company: 2000, young: 200, platform: 50_000, noun: m.limits_broadcasts },
  enquiry: { person: 30, company: 100, young: 30, platform: 100, noun: m.limits_enquiries },
  report: { person: 20, company: 40, young: 20, platform: 100, noun: m.limits_reports },
  test_notification: { person: 20, company: 60, young: 20, platform: 50, noun: m.limits_tests },
} as const satisfies Record<string, Budget>;

const youngDays = 30;
const secondsLeft = (): number => Math.ceil((endOf(dayOf(clock.ms())).getTime() - clock.ms()) / 1000);

/**
 * Takes from what may go out today, in the transaction that sends it: what is refused in the end was not sent and does not count. A company
 * that is new starts low, so that whoever got past verification cannot spend our name before anybody looks.
 */
export async function spend(ctx: Pick<Ctx, 'db' | 'me'>, what: keyof typeof budgets, count = 1): Promise<void> {
  const { me } = ctx;
  const budget: Budget = budgets[what];
  // The company first, always: two of its people who send at once wait for each other and never in a circle.
  if (me.companyId !== null) {
    const { young } = await everything(ctx.db, 'company', "the age of the caller's own company")
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
  const wait = await take(ctx.db, `send:${key}`, { limit, seconds: secondsLeft() }, count);
  if (wait > 0) throw new Refusal('tooMany', says, { retry_after: wait });
}
