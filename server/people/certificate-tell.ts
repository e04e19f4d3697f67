import { sql } from 'kysely';
import { reminderAt } from '#contract/people/certificate.ts';
import type { EventName, EventParams } from '#contract/rooms.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { daysBetween } from '#contract/time/days.ts';
import { eachDue } from '#server/jobs/each-due.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { audience, notify, screenPage, tell } from '#server/notification/service.ts';
import type { PersonRow } from './rows.ts';

type CertificateEvent = Extract<EventName, `agent.certificate_${string}`>;

/** The agent reads it in their account, where the next one is sent. */
export const tellAgent = <E extends CertificateEvent>(db: Db, personId: number, event: E, params: EventParams<E>, key: string) =>
  tell(atClock(db), {
    event,
    to: { personId },
    params,
    key: `${event}:${personId}:${key}`,
    page: `${linkTo('people.accounts', 'agent')}?section=public`,
  });

/** Those who approve agents: the subadmins of the county, else the admins. */
export async function tellApprovers(ctx: Ctx, agent: PersonRow): Promise<void> {
  const message = {
    key: `${agent.id}:${ctx.from.requestId}`,
    subject: agent.code,
    page: screenPage('people.agent', { id: agent.id, code: agent.code }),
  };
  const to = audience()
    .platform(['subadmin'], agent.region)
    .otherwise(audience().platform(['admin']));
  await notify(ctx, 'agent.certificate_sent', { name: agent.name }, to, message);
}

/** Reminders before the last day, and word when it has passed: a job of the clock, one transaction each. Of two certificates the later counts. */
export async function remindDue(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number; person_id: number; expires_on: string; reminded: number | null }>`/* all: the clock reminds agents */
    select c.id, c.person_id, to_char(c.expires_on, 'YYYY-MM-DD') as expires_on, c.reminded from agent_certificate c join person p on p.id = c.person_id
    where c.seen and p.is_active and p.closed_at is null and c.expires_on <= app.today() + 60 and c.reminded is distinct from 0
      and not exists (select from agent_certificate o where o.person_id = c.person_id and o.seen and (o.expires_on, o.id) > (c.expires_on, c.id))
    order by c.expires_on, c.id`.execute(db);
  const unsaid = rows.flatMap(({ reminded, ...row }) => {
    const left = daysBetween(clock.today(), row.expires_on);
    const due = reminderAt(left);
    return due === null || (reminded !== null && reminded <= due) ? [] : [{ ...row, left, due }];
  });
  return eachDue(db, unsaid, async (tx, { id, person_id, expires_on, left, due }) => {
    await everything(tx, 'agent_certificate', 'the clock reminds agents').change().set({ reminded: due }).where('id', '=', id).$call(oneRow);
    if (due === 0) await tellAgent(tx, person_id, 'agent.certificate_lapsed', { date: expires_on }, String(id));
    else await tellAgent(tx, person_id, 'agent.certificate_due', { date: expires_on, days: String(left) }, `${id}:${due}`);
  });
}
