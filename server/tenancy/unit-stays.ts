import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { tenancyCalls } from '#contract/tenancy/calls.ts';
import { tenancyStatuses } from '#contract/tenancy/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mayChange, visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { currentTermSql, tenancyNotFound } from './rows.ts';

const shown = 50;
/** The past, present and future stays of a unit, newest first. A stay whose tenancy the caller may not see has no name. */
export async function listUnitStays(
  ctx: Ctx,
  { unit_id }: HandlerInput<(typeof tenancyCalls)['listUnitStays']>,
): Promise<HandlerResult<(typeof tenancyCalls)['listUnitStays']>> {
  const unit = await from(ctx, 'unit')
    .innerJoin('property', 'property.id', 'unit.property_id')
    .select(['unit.status', 'unit.occupied_said', 'unit.let_from', mayChange('property', ctx.me, 'tenancies.create').as('may')])
    .select(mayChange('property', ctx.me, 'tenancies.read').as('reads'))
    .where('unit.id', '=', unit_id)
    .executeTakeFirst();
  if (!unit) throw tenancyNotFound();
  const rows = await from(ctx, 'stay')
    .leftJoin('tenancy', (join) => join.onRef('tenancy.id', '=', 'stay.tenancy_id').on(visibleTo('tenancy:managed', ctx.me, 'tenancy')))
    .select([
      'stay.id',
      'stay.released_at',
      'tenancy.id as tenancy_id',
      'tenancy.code',
      'tenancy.status',
      currentTermSql('rent_cents').as('rent_cents'),
    ])
    .select([sql<string>`lower(stay.during)::text`.as('from'), sql<string | null>`(upper(stay.during) - 1)::text`.as('last')])
    .select(
      sql<string | null>`(select n.name from tenancy_person p join tenant n on n.id = p.tenant_id where p.tenancy_id = tenancy.id and p.role = 'lead'
        order by p.until nulls first, p.id desc limit 1)`.as('name'),
    )
    .where('stay.unit_id', '=', unit_id)
    .orderBy(sql`lower(stay.during)`, 'desc')
    .orderBy('stay.id', 'desc')
    .limit(shown)
    .execute();
  const free = unit.status === 'vacant' || unit.let_from !== null || (unit.status === 'occupied' && unit.occupied_said);
  return {
    results: rows.map(({ released_at, tenancy_id, code, status, name, rent_cents, ...stay }) => ({
      ...stay,
      released: released_at !== null,
      tenancy:
        tenancy_id === null || code === null || status === null
          ? null
          : { id: tenancy_id, code, status: tenancyStatuses[status], name, rent_cents: Number(rent_cents) },
    })),
    kept: unit.status === 'occupied' && !unit.occupied_said && !unit.reads,
    may_make: free && unit.may && ctx.me.grants.has('tenancies.create'),
  };
}
