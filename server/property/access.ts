import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { propertyCalls } from '#contract/property/calls.ts';
import { assertNoTeamLimit, assignPropertyTeams, mandateInForceSql } from '#server/access/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { lockProperty } from './checks.ts';
import { propertyNotFound, selectVisibleProperties } from './rows.ts';

type Calls = typeof propertyCalls;

export async function readPropertyAccess(ctx: Ctx, { id }: HandlerInput<Calls['access']>): Promise<HandlerResult<Calls['access']>> {
  const row = await selectVisibleProperties(ctx)
    .select(['property.company_id', 'property.updated_at'])
    .where('property.id', '=', id)
    .executeTakeFirst();
  if (!row) throw propertyNotFound();
  const mandates = await from(ctx, 'mandate')
    .innerJoin('company as agent', 'agent.id', 'mandate.agent_company_id')
    .select([
      'mandate.id',
      'mandate.code',
      'mandate.scope',
      'mandate.all_properties',
      'mandate.ends_on',
      'agent.id as agent_id',
      'agent.name as agent_name',
    ])
    .where('mandate.owner_company_id', '=', row.company_id)
    .where(
      sql<boolean>`(mandate.all_properties or exists (select 1 from mandate_property mp where mp.mandate_id = mandate.id and mp.property_id = ${id}))`,
    )
    .where(mandateInForceSql('mandate'))
    .orderBy('agent.name')
    .execute();
  return {
    teams: await teamsOf(ctx, id, teamCompany(ctx, row.company_id)),
    mandates: mandates.map(({ agent_id, agent_name, ...rest }) => ({ ...rest, agent: { id: agent_id, name: agent_name } })),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A company, also an agent's for an owner's property, chooses among its own teams; the platform among the owner's. */
const teamCompany = (ctx: Ctx, holder: number): number => ctx.me.companyId ?? holder;

const teamsOf = (ctx: Ctx, id: number, company: number) =>
  from(ctx, 'team')
    .select(['team.id', 'team.code', 'team.name'])
    .select([
      sql<number>`(select count(*) from team_member tm where tm.team_id = team.id)`.as('members'),
      sql<boolean>`exists (select 1 from team_property tp where tp.team_id = team.id and tp.property_id = ${id})`.as('here'),
    ])
    .where('team.company_id', '=', company)
    .orderBy('team.name')
    .execute();

export async function setPropertyTeams(ctx: Ctx, { id, team_ids }: HandlerInput<Calls['setTeams']>): Promise<HandlerResult<Calls['setTeams']>> {
  const property = await lockProperty(ctx, id, 'property.read');
  assertNoTeamLimit(ctx);
  const before = await teamsOf(ctx, id, teamCompany(ctx, property.company_id));
  const known = new Set(before.map((team) => team.id));
  if (team_ids.some((team) => !known.has(team))) throw invalidInputRefusal({ team_ids: m.property_problem_team() });
  const wanted = [...new Set(team_ids)];
  await assignPropertyTeams(ctx, id, [...known], wanted);
  const after = before.map((team) => ({ ...team, here: wanted.includes(team.id) }));
  const names = (rows: typeof before) => rows.filter((team) => team.here).map((team) => team.name);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'teams',
    id,
    code: property.code,
    before: { teams: names(before) },
    after: { teams: names(after) },
    reason: `teams of ${property.name}`,
  });
  return { teams: after };
}
