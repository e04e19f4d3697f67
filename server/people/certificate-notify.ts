import { sql } from 'kysely';
import type { EventName, EventParams } from '#contract/modules.ts';
import { findDueCertificateReminder } from '#contract/people/certificate.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { countDaysBetween } from '#contract/time/days.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience, notifyPerson, screenPagePath } from '#server/notification/service.ts';
import type { PersonRow } from './rows.ts';

type CertificateEvent = Extract<EventName, `agent.certificate_${string}`>;

/** Notifies the agent, with a link to the page for sending the next certificate. */
export const notifyCertificateAgent = <E extends CertificateEvent>(db: Db, personId: number, event: E, params: EventParams<E>, key: string) =>
  notifyPerson(asClock(db), {
    event,
    to: { personId },
    params,
    key: `${event}:${personId}:${key}`,
    page: `${linkTo('people.accounts', 'agent')}?section=public`,
  });

/** Notifies the approvers of agents: the sub admins of the county, otherwise the admins. */
export async function notifyCertificateApprovers(ctx: Ctx, agent: PersonRow): Promise<void> {
  const message = {
    key: `${agent.id}:${ctx.from.requestId}`,
    subject: agent.code,
    page: screenPagePath('people.agent', { id: agent.id, code: agent.code }),
  };
  const to = createNotificationAudience()
    .platform(['subadmin'], agent.region)
    .otherwise(createNotificationAudience().platform(['admin']));
  await notifyAudience(ctx, 'agent.certificate_sent', { name: agent.name }, to, message);
}

/**
 * Reminds agents before the last day of a certificate and after its expiry, in one transaction each. A scheduled job calls it. The later of two
 * certificates counts.
 */
export async function remindExpiringCertificates(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number;
    person_id: number;
    expires_on: string;
    reminded: number | null;
  }>`/* unscoped: scheduled job reminds agents */
    select c.id, c.person_id, to_char(c.expires_on, 'YYYY-MM-DD') as expires_on, c.reminded from agent_certificate c join person p on p.id = c.person_id
    where c.seen and p.is_active and p.closed_at is null and c.expires_on <= app.today() + 60 and c.reminded is distinct from 0
      and not exists (select from agent_certificate o where o.person_id = c.person_id and o.seen and (o.expires_on, o.id) > (c.expires_on, c.id))
    order by c.expires_on, c.id`.execute(db);
  const unsaid = rows.flatMap(({ reminded, ...row }) => {
    const left = countDaysBetween(clock.today(), row.expires_on);
    const due = findDueCertificateReminder(left);
    return due === null || (reminded !== null && reminded <= due) ? [] : [{ ...row, left, due }];
  });
  return processDueRows(db, unsaid, async (tx, { id, person_id, expires_on, left, due }) => {
    await unscopedTable(tx, 'agent_certificate', 'scheduled job reminds agents').change().set({ reminded: due }).where('id', '=', id).$call(oneRow);
    if (due === 0) await notifyCertificateAgent(tx, person_id, 'agent.certificate_lapsed', { date: expires_on }, String(id));
    else await notifyCertificateAgent(tx, person_id, 'agent.certificate_due', { date: expires_on, days: String(left) }, `${id}:${due}`);
  });
}
