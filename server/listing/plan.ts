import { type Expression, sql } from 'kysely';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';

/**
 * Company, properties and then offers, as everywhere (kernel/move.ts): whoever changes offers takes what is above them first, since cards
 * hold the property and the plan holds the company. Where a plan has a limit, one offer more or less may change others of the company.
 */
export async function holdAbove(ctx: Pick<Ctx, 'db'>, properties: Expression<unknown>, offers: readonly number[]): Promise<void> {
  const companies = await sql<{ id: number; limited: boolean }>`/* all: above the offers the caller is about to change */
    select id, listing_limit is not null as limited from company
    where id in (select company_id from property where id in ${properties}) order by id for no key update`.execute(ctx.db);
  const limited = companies.rows.filter((row) => row.limited).map((row) => row.id);
  const planned = sql`(select l.id, l.property_id from listing l join property p on p.id = l.property_id
    where p.company_id = any (${limited}::bigint[]) and l.deleted_at is null and (l.status = 'live' or l.over_plan)) planned`;
  await sql`/* all: above the offers the caller is about to change */ select from property
    where id in ${properties} ${limited.length > 0 ? sql`or id in (select property_id from ${planned})` : sql``} order by id for no key update`.execute(
    ctx.db,
  );
  if (limited.length > 0)
    await sql`/* all: the offers the caller is about to change, and those of the same plan */ select from listing
      where id = any (${offers}::bigint[]) or id in (select id from ${planned}) order by id for no key update`.execute(ctx.db);
}

/**
 * Marks which of a holder's live offers its plan pays for: the ones published first. Called whenever one goes live or stops being so, in the
 * same transaction; the company's row is held (`holdAbove`), so two people publishing the last place take turns. `but` is audited by its own change.
 */
export async function replan(ctx: Ctx, propertyId: number, but: readonly number[] = []): Promise<void> {
  const company = await everything(ctx.db, 'company', "the holder's plan counts all their offers")
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
