import { sql } from 'kysely';
import { linkTo } from '#contract/screens.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import type { LockOutHandler } from '#server/kernel/personal-data.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { isCompanyHeadSql } from '#server/people/service.ts';
import { mandateInForceSql } from './scopes.ts';

const why = 'records of a mandate that has ended';
type Reach = { readonly id: number; readonly owner_company_id: number; readonly all_properties: boolean };

/** The owner's properties that a mandate covers, whether or not it is in force. */
export async function readMandatePropertyIds(ctx: Pick<Ctx, 'db'>, { id, owner_company_id, all_properties }: Reach): Promise<number[]> {
  const named = unscopedTable(ctx.db, 'mandate_property', why).select().select('property_id').where('mandate_id', '=', id);
  const rows = await unscopedTable(ctx.db, 'property', why)
    .select()
    .select('id')
    .where('company_id', '=', owner_company_id)
    .$if(!all_properties, (q) => q.where('id', 'in', named))
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Every module returns the agency's work on these properties to the owner; a repeated event changes nothing. */
export async function publishMandateEnded(ctx: Ctx, owner: number, agent: number, propertyIds: readonly number[]): Promise<void> {
  if (propertyIds.length > 0) await publishEvent(ctx, 'mandate.ended', { ownerCompanyId: owner, agentCompanyId: agent, propertyIds });
}

type Told = { readonly id: number; readonly agent: { readonly id: number }; readonly owner: { readonly name: string } };
/** Notifies the heads of the agent's company. */
export async function notifyMandateAgent(
  ctx: Pick<Ctx, 'db'>,
  { id, agent, owner }: Told,
  event: 'mandate.made' | 'mandate.changed' | 'mandate.ended',
  key: string,
): Promise<void> {
  const page = linkTo('access.mandates', 'agent');
  await notifyAudience(ctx, event, { owner: owner.name }, createNotificationAudience().heads(agent.id), { key: `${id}:${key}`, page });
}

const lapsed = (db: Db) =>
  unscopedTable(db, 'mandate', why)
    .select()
    .innerJoin('company as owner', 'owner.id', 'mandate.owner_company_id')
    .select(['mandate.id', 'mandate.owner_company_id', 'mandate.agent_company_id', 'mandate.all_properties', 'mandate.ends_on', 'owner.name'])
    .where('mandate.ended_at', 'is', null)
    .where(sql<boolean>`mandate.ends_on < app.today()`);

/** After the last day of a mandate its work returns to the owner, as if someone had ended it. */
const endLapsed = async (db: Db): Promise<number> =>
  processDueRows(db, await lapsed(db).orderBy('mandate.id').execute(), async (tx, { id }) => {
    const row = await lapsed(tx).where('mandate.id', '=', id).forUpdate('mandate').executeTakeFirst();
    if (!row) return;
    const ctx = asClock(tx, why);
    await publishMandateEnded(ctx, row.owner_company_id, row.agent_company_id, await readMandatePropertyIds(ctx, row));
    await notifyMandateAgent(ctx, { id, agent: { id: row.agent_company_id }, owner: { name: row.name } }, 'mandate.ended', row.ends_on ?? '');
  });
export const mandateJobs: readonly ScheduledJob[] = [{ name: 'mandate.end', everyMinutes: 60, run: endLapsed }];

/** When an agency has no head any more, owners manage their units themselves. */
export const onAgentLockOut: LockOutHandler = async (db, personId) => {
  const led = unscopedTable(db, 'person', why)
    .select()
    .select(sql`1`.as('one'))
    .where(isCompanyHeadSql('person'))
    .where(sql<boolean>`person.company_id = company.id`);
  const agency = await unscopedTable(db, 'company', why)
    .select()
    .innerJoin('person as gone', 'gone.company_id', 'company.id')
    .select('company.id')
    .where('gone.id', '=', personId)
    .where('company.kind', '=', 'agent')
    .where((eb) => eb.not(eb.exists(led)))
    .executeTakeFirst();
  if (!agency) return;
  const ctx = asClock(db, why);
  const held = await unscopedTable(db, 'mandate', why)
    .select()
    .select(['id', 'owner_company_id', 'all_properties'])
    .where('agent_company_id', '=', agency.id)
    .where(mandateInForceSql('mandate'))
    .orderBy('id')
    .execute();
  for (const one of held) await publishMandateEnded(ctx, one.owner_company_id, agency.id, await readMandatePropertyIds(ctx, one));
};
