import { sql } from 'kysely';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { add, change, everything, remove } from '#server/kernel/scoped.ts';
import { inForce } from './scopes.ts';

/** Which of these teams work on a property from now on. Who may say so, and the trace, are the property room's to see to. */
export async function giveToTeams(ctx: Ctx, property_id: number, among: readonly number[], wanted: readonly number[]): Promise<void> {
  if (among.length > 0) await remove(ctx, 'team_property').where('property_id', '=', property_id).where('team_id', 'in', among).execute();
  if (wanted.length === 0) return;
  await add(ctx, 'team_property')
    .values(wanted.map((team_id) => ({ team_id, property_id })))
    .execute();
  // A team that is given a property works on its own from now on.
  await change(ctx, 'team').set({ limited: true }).where('id', 'in', wanted).where('limited', '=', false).execute();
}

/** Who worked on a property worked for the one who held it. */
export async function letGoOf(db: Db, property: number): Promise<void> {
  await everything(db, 'team_property', 'who worked on it worked for the one who held it').remove().where('property_id', '=', property).execute();
  await everything(db, 'mandate_property', 'who worked on it worked for the one who held it').remove().where('property_id', '=', property).execute();
}

/** What an agent makes for an owner is theirs to work on, also where the mandate names its properties one by one. */
export async function putUnderMandate(ctx: Ctx, owner: number, property: number): Promise<void> {
  await sql`/* all: the caller's own mandate */ insert into mandate_property (mandate_id, property_id) select m.id, ${property} from mandate m
    where m.agent_company_id = ${ctx.me.companyId} and m.owner_company_id = ${owner} and ${inForce('m')} and not m.all_properties`.execute(ctx.db);
}
