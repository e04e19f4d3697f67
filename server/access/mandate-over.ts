import { sql } from 'kysely';
import { linkTo } from '#contract/screens.ts';
import { eachDue } from '#server/jobs/each-due.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { LockOut } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';
import { audience, notify } from '#server/notification/service.ts';
import { isHead } from '#server/people/service.ts';
import { inForce } from './scopes.ts';

const why = 'what a mandate that is over was about';
type Reach = { readonly id: number; readonly owner_company_id: number; readonly all_properties: boolean };

/** The owner's properties a mandate reaches, whether it is in force or not. */
export async function reachedBy(ctx: Pick<Ctx, 'db'>, { id, owner_company_id, all_properties }: Reach): Promise<number[]> {
  const named = everything(ctx.db, 'mandate_property', why).select().select('property_id').where('mandate_id', '=', id);
  const rows = await everything(ctx.db, 'property', why)
    .select()
    .select('id')
    .where('company_id', '=', owner_company_id)
    .$if(!all_properties, (q) => q.where('id', 'in', named))
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Every room gives back what the agency had of these: said again it finds nothing more to give. */
export async function over(ctx: Ctx, owner: number, agent: number, propertyIds: readonly number[]): Promise<void> {
  if (propertyIds.length > 0) await happened(ctx, 'mandate.ended', { ownerCompanyId: owner, agentCompanyId: agent, propertyIds });
}

type Told = { readonly id: number; readonly agent: { readonly id: number }; readonly owner: { readonly name: string } };
/** Those who lead the agent's company. */
export async function tellAgent(
  ctx: Pick<Ctx, 'db'>,
  { id, agent, owner }: Told,
  event: 'mandate.made' | 'mandate.changed' | 'mandate.ended',
  key: string,
): Promise<void> {
  const page = linkTo('access.mandates', 'agent');
  await notify(ctx, event, { owner: owner.name }, audience().heads(agent.id), { key: `${id}:${key}`, page });
}

const lapsed = (db: Db) =>
  everything(db, 'mandate', why)
    .select()
    .innerJoin('company as owner', 'owner.id', 'mandate.owner_company_id')
    .select(['mandate.id', 'mandate.owner_company_id', 'mandate.agent_company_id', 'mandate.all_properties', 'mandate.ends_on', 'owner.name'])
    .where('mandate.ended_at', 'is', null)
    .where(sql<boolean>`mandate.ends_on < app.today()`);

/** The last day of a mandate has passed: what it was about is its holder's again, as if somebody had ended it. */
const endLapsed = async (db: Db): Promise<number> =>
  eachDue(db, await lapsed(db).orderBy('mandate.id').execute(), async (tx, { id }) => {
    const row = await lapsed(tx).where('mandate.id', '=', id).forUpdate('mandate').executeTakeFirst();
    if (!row) return;
    const ctx = atClock(tx, why);
    await over(ctx, row.owner_company_id, row.agent_company_id, await reachedBy(ctx, row));
    await tellAgent(ctx, { id, agent: { id: row.agent_company_id }, owner: { name: row.name } }, 'mandate.ended', row.ends_on ?? '');
  });
export const mandateJobs: readonly Job[] = [{ name: 'mandate.end', everyMinutes: 60, run: endLapsed }];

/** Nobody leads the agency any more: owners answer for their homes themselves. */
export const agencyShut: LockOut = async (db, personId) => {
  const led = everything(db, 'person', why)
    .select()
    .select(sql`1`.as('one'))
    .where(isHead('person'))
    .where(sql<boolean>`person.company_id = company.id`);
  const agency = await everything(db, 'company', why)
    .select()
    .innerJoin('person as gone', 'gone.company_id', 'company.id')
    .select('company.id')
    .where('gone.id', '=', personId)
    .where('company.kind', '=', 'agent')
    .where((eb) => eb.not(eb.exists(led)))
    .executeTakeFirst();
  if (!agency) return;
  const ctx = atClock(db, why);
  const held = await everything(db, 'mandate', why)
    .select()
    .select(['id', 'owner_company_id', 'all_properties'])
    .where('agent_company_id', '=', agency.id)
    .where(inForce('mandate'))
    .orderBy('id')
    .execute();
  for (const one of held) await over(ctx, one.owner_company_id, agency.id, await reachedBy(ctx, one));
};
