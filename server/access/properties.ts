import { sql } from 'kysely';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { add, change, remove, unscopedTable } from '#server/kernel/scoped.ts';
import { mandateInForceSql } from './scopes.ts';

/** Sets which of these teams work on a property. The property module checks who may do this and writes the audit log. */
export async function assignPropertyTeams(ctx: Ctx, property_id: number, among: readonly number[], wanted: readonly number[]): Promise<void> {
  if (among.length > 0) await remove(ctx, 'team_property').where('property_id', '=', property_id).where('team_id', 'in', among).execute();
  if (wanted.length === 0) return;
  await add(ctx, 'team_property')
    .values(wanted.map((team_id) => ({ team_id, property_id })))
    .execute();
  // A team that is given a property becomes limited to its own properties.
  await change(ctx, 'team').set({ limited: true }).where('id', 'in', wanted).where('limited', '=', false).execute();
}

/** Removes team and mandate access when the property changes its company: it belonged to the former holder. */
export async function removePropertyAccess(db: Db, property: number): Promise<void> {
  await unscopedTable(db, 'team_property', 'people who worked on a property worked for its former owner')
    .remove()
    .where('property_id', '=', property)
    .execute();
  await unscopedTable(db, 'mandate_property', 'people who worked on a property worked for its former owner')
    .remove()
    .where('property_id', '=', property)
    .execute();
}

/** Adds a property an agent creates for an owner to their mandate, also where the mandate names its properties one by one. */
export async function addPropertyToMandate(ctx: Ctx, owner: number, property: number): Promise<void> {
  await sql`/* unscoped: the caller's own mandate */ insert into mandate_property (mandate_id, property_id) select m.id, ${property} from mandate m
    where m.agent_company_id = ${ctx.me.companyId} and m.owner_company_id = ${owner} and ${mandateInForceSql('m')} and not m.all_properties`.execute(
    ctx.db,
  );
}
