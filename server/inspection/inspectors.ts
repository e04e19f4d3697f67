import { sql } from 'kysely';
import type { inspectionCalls } from '#contract/inspection/calls.ts';
import type { InspectionKind } from '#contract/inspection/machine.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { isPlatformStaff } from './edit-lock.ts';

type Calls = typeof inspectionCalls;

/** People who can be assigned: the caller, people of the caller's company, and for a verification the county's dealers and sub admins. */
export async function findInspectors(ctx: Ctx, kind: InspectionKind | undefined, propertyId: number | undefined) {
  const dealers =
    kind === 'verification' && propertyId !== undefined && isPlatformStaff(ctx)
      ? sql`or (p.user_type in (3, 7) and coalesce(case p.user_type when 3 then p.region end, c.region) = (select property.region from property where property.id = ${propertyId} and ${visibleTo('property', ctx.me)}))`
      : sql``;
  const { rows } = await sql<{ id: number; name: string }>`/* unscoped: the caller’s own staff, and dealers in the public directory */
    select p.id, p.name from person p left join company c on c.id = p.company_id
    where p.is_active and p.closed_at is null and (p.id = ${ctx.me.userId} or (p.company_id = ${ctx.me.companyId}::bigint) ${dealers})
    order by p.id <> ${ctx.me.userId}, p.name limit 200`.execute(ctx.db);
  return rows.map(({ id, name }) => ({ id: Number(id), name }));
}

export async function listInspectors(
  ctx: Ctx,
  { kind, property_id }: HandlerInput<Calls['listInspectors']>,
): Promise<HandlerResult<Calls['listInspectors']>> {
  if (property_id !== undefined && !(await from(ctx, 'property').select('id').where('id', '=', property_id).executeTakeFirst()))
    throw new Refusal('notFound', sentence('itemNotFound'));
  return { results: await findInspectors(ctx, kind, property_id) };
}
