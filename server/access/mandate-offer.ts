import type { Permission } from '#contract/access/documents.ts';
import { getInitialMandateGrants } from '#contract/access/mandate-rights.ts';
import type { InvitationMandateTerms } from '#contract/access/mandate-shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { readMe } from '#server/kernel/me.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { isWithinPropertyLimits } from './property-limits.ts';

/** A mandate as offered by an invitation; no list of properties means all of the owner's. */
export type MandateOffer = Pick<InvitationMandateTerms, 'scope' | 'ends_on' | 'commission_bp'> & {
  readonly grants: readonly Permission[];
  readonly properties: readonly { readonly id: number; readonly name: string }[] | null;
};

/** The owner's properties among the given ids, with their current names. */
export const readPropertyNames = (db: Db, owner: number, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : unscopedTable(db, 'property', 'the invitation promises these properties to the person who accepts it')
        .select()
        .select(['id', 'name'])
        .where('id', 'in', ids)
        .where('company_id', '=', owner)
        .where('deleted_at', 'is', null)
        .orderBy('name')
        .orderBy('id')
        .execute();

/** Checks that the inviter may offer this: properties of their own company, those of their teams where teams limit them, and a future end date. */
export async function assertCanOfferMandate(
  ctx: Ctx,
  owner: number,
  { all_properties, property_ids, ends_on }: InvitationMandateTerms,
): Promise<void> {
  if (ends_on !== null && ends_on < clock.today()) throw invalidInputRefusal({ 'mandate.ends_on': m.access_problem_ends_past() });
  if (all_properties) {
    if (!isWithinPropertyLimits(ctx, 'all')) throw invalidInputRefusal({ 'mandate.all_properties': m.access_problem_all_properties() });
    return;
  }
  const ids = [...new Set(property_ids)];
  if (ids.length === 0) throw invalidInputRefusal({ 'mandate.property_ids': sentence('requiredParameter') });
  const known = await from(ctx, 'property').select('property.id').where('property.id', 'in', ids).where('property.company_id', '=', owner).execute();
  if (known.length !== ids.length) throw invalidInputRefusal({ 'mandate.property_ids': m.access_problem_owners_property() });
}

/** The offer reduced to what its author still holds now, on the properties they still work on (decisions 039, 042). */
export async function readMandateOffer(db: Db, giverId: number, owner: number, promised: InvitationMandateTerms): Promise<MandateOffer | null> {
  const giver = await readMe(db, giverId);
  if (giver?.companyId !== owner || !giver.grants.has('agents.create')) return null;
  const { scope, ends_on, commission_bp } = promised;
  const grants = getInitialMandateGrants(scope).filter((grant) => giver.grants.has(grant));
  if (grants.length === 0 || (ends_on !== null && ends_on < clock.today())) return null;
  const terms = { scope, ends_on, commission_bp, grants };
  if (promised.all_properties && !giver.limits) return { ...terms, properties: null };
  const within = giver.limits?.propertyIds;
  const ids = promised.all_properties ? (within ?? []) : promised.property_ids.filter((id) => !within || within.includes(id));
  const properties = await readPropertyNames(db, owner, ids);
  return properties.length === 0 ? null : { ...terms, properties };
}

/** Gives an agent's company the offered mandate; an existing mandate stays unchanged. */
export async function grantOfferedMandate(
  db: Db,
  owner: number,
  agent: number,
  { grants, properties, ...terms }: MandateOffer,
): Promise<{ id: number; code: string } | null> {
  const made = await add({ db }, 'mandate')
    .values({ ...terms, owner_company_id: owner, agent_company_id: agent, grants: [...grants], all_properties: properties === null })
    .onConflict((oc) => oc.columns(['owner_company_id', 'agent_company_id']).where('ended_at', 'is', null).doNothing())
    .returning(['id', 'code'])
    .executeTakeFirst();
  if (made && properties)
    await add({ db }, 'mandate_property')
      .values(properties.map(({ id }) => ({ mandate_id: made.id, property_id: id })))
      .execute();
  return made ?? null;
}
