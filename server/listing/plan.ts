import { sql } from 'kysely';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';

/**
 * Marks which of a holder's live offers its plan pays for: the ones published first. Called whenever one goes live or stops being so, in the
 * same transaction; the company's row is locked, so two people publishing the last place take turns. `but` is audited by its own change.
 */
export async function replan(ctx: Ctx, propertyId: number, but: readonly number[] = []): Promise<void> {
  const company = await everything(ctx.db, 'company', "the holder's plan counts all their offers")
    .select()
    .innerJoin('property', 'property.company_id', 'company.id')
    .select(['company.id', 'company.listing_limit'])
    .where('property.id', '=', propertyId)
    .forUpdate('company')
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
