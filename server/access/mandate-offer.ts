import type { Permission } from '#contract/access/documents.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { meNow } from '#server/kernel/me.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { startingGrants } from './mandates.ts';

/** A mandate as an invitation promises it; no list of properties means all of the owner's. */
export type Offer = {
  readonly grants: readonly Permission[];
  readonly properties: readonly { readonly id: number; readonly name: string }[] | null;
};

/** What somebody of an owner's company could give an agent at this moment: what they hold, on the properties they work on (decision 039). */
export async function offerOf(db: Db, giverId: number, owner: number): Promise<Offer | null> {
  const giver = await meNow(db, giverId);
  if (giver?.companyId !== owner || !giver.grants.has('agents.create')) return null;
  const grants = startingGrants.filter((grant) => giver.grants.has(grant));
  if (grants.length === 0) return null;
  if (!giver.limits) return { grants, properties: null };
  const { propertyIds } = giver.limits;
  if (propertyIds.length === 0) return null;
  const properties = await everything(db, 'property', 'the properties of the team of whoever invites')
    .select()
    .select(['id', 'name'])
    .where('id', 'in', propertyIds)
    .where('company_id', '=', owner)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return properties.length === 0 ? null : { grants, properties };
}

/** Gives an agent's company the mandate that was offered; where there is one already it stays as it is. */
export async function linkCompanies(
  db: Db,
  owner: number,
  agent: number,
  { grants, properties }: Offer,
): Promise<{ id: number; code: string } | null> {
  const made = await add({ db }, 'mandate')
    .values({ owner_company_id: owner, agent_company_id: agent, grants: [...grants], all_properties: properties === null })
    .onConflict((oc) => oc.columns(['owner_company_id', 'agent_company_id']).where('ended_at', 'is', null).doNothing())
    .returning(['id', 'code'])
    .executeTakeFirst();
  if (made && properties)
    await add({ db }, 'mandate_property')
      .values(properties.map(({ id }) => ({ mandate_id: made.id, property_id: id })))
      .execute();
  return made ?? null;
}
