import { type Expression, sql } from 'kysely';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

/**
 * Locks company, properties and listings in this order (kernel/move.ts), because cards lock the property and the plan limit locks the company. Under
 * a plan limit, one more or one less live listing can change other listings of the company.
 */
export async function lockCompanyPropertyAndListings(
  ctx: Pick<Ctx, 'db'>,
  properties: Expression<unknown>,
  offers: readonly number[],
): Promise<void> {
  const companies = await sql<{ id: number; limited: boolean }>`/* unscoped: listings above the limit that the caller is about to change */
    select id, listing_limit is not null as limited from company
    where id in (select company_id from property where id in ${properties}) order by id for no key update`.execute(ctx.db);
  const limited = companies.rows.filter((row) => row.limited).map((row) => row.id);
  const planned = sql`(select l.id, l.property_id from listing l join property p on p.id = l.property_id
    where p.company_id = any (${limited}::bigint[]) and l.deleted_at is null and (l.status = 'live' or l.over_plan)) planned`;
  await sql`/* unscoped: listings above the limit that the caller is about to change */ select from property
    where id in ${properties} ${limited.length > 0 ? sql`or id in (select property_id from ${planned})` : sql``} order by id for no key update`.execute(
    ctx.db,
  );
  if (limited.length > 0)
    await sql`/* unscoped: listings that the caller is about to change, and listings of the same plan */ select from listing
      where id = any (${offers}::bigint[]) or id in (select id from ${planned}) order by id for no key update`.execute(ctx.db);
}

/**
 * Marks the live listings that an owner's plan covers: those published first. Called in the same transaction whenever a listing goes live or ends.
 * The company is locked (`lockCompanyPropertyAndListings`), so that two people cannot both publish into the last place. Listings in `but` are audited
 * by their own change.
 */
export async function applyPlanLimit(ctx: Ctx, propertyId: number, but: readonly number[] = []): Promise<void> {
  const company = await unscopedTable(ctx.db, 'company', 'the plan limit counts all listings of the owner')
    .select()
    .innerJoin('property', 'property.company_id', 'company.id')
    .select(['company.id', 'company.listing_limit'])
    .where('property.id', '=', propertyId)
    .forNoKeyUpdate('company')
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ id: number; code: string; over: boolean }>`
    with ranked as (
      select l.id, l.over_plan, l.status = 'live' and row_number() over (partition by l.status = 'live' order by l.published_at, l.id) > coalesce(${company.listing_limit}::bigint, 9000000000) as over
      from listing l join property p on p.id = l.property_id
      where p.company_id = ${company.id} and l.deleted_at is null and (l.status = 'live' or l.over_plan)
    )
    update listing l set over_plan = ranked.over from ranked where ranked.id = l.id and ranked.over <> l.over_plan
    returning l.id, l.code, l.over_plan as over`.execute(ctx.db);
  for (const { id, code, over } of rows)
    if (!but.includes(id))
      await audit(ctx.db, ctx, {
        kind: 'edit',
        document: 'listing',
        id,
        code,
        before: { over_plan: !over },
        after: { over_plan: over },
        reason: 'plan',
      });
}
