import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { tenancyCalls } from '#contract/tenancy/calls.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { containsTextSql, toPhoneDigits } from '#server/lists/list.ts';
import { readUnitAvailableDates } from '#server/stay/service.ts';
import { tenancyNotFound } from './rows.ts';

type Calls = typeof tenancyCalls;
const offered = 50;

/** Units for which the caller may create a tenancy, vacant ones first. */
const unitsToLet = (ctx: Ctx, q: string, unit_id: number | undefined) =>
  from(ctx, 'unit')
    .innerJoin('property', 'property.id', 'unit.property_id')
    .leftJoin('occupant', (join) => join.onRef('occupant.unit_id', '=', 'unit.id').on('occupant.ended_at', 'is', null))
    .leftJoin('opening_balance', 'opening_balance.occupant_id', 'occupant.id')
    .select([
      'unit.id',
      'unit.code',
      'unit.name',
      'unit.status',
      'unit.occupied_said',
      'unit.rent_cents',
      'unit.deposit_cents',
      'unit.service_charge_cents',
    ])
    .select(
      sql<number>`(select count(*)::int from booking b where b.property_id = unit.property_id and (b.unit_id = unit.id or b.whole) and b.status = 'await_screening')`.as(
        'applicants',
      ),
    )
    .select(['property.id as property_id', 'property.code as property_code', 'property.name as property_name'])
    .select([
      'occupant.name as occupant_name',
      'occupant.phone',
      'occupant.since',
      'occupant.deposit_held_cents',
      'opening_balance.cents as balance_cents',
    ])
    .where(mayChange('property', ctx.me, 'tenancies.create'))
    .where('property.archived_at', 'is', null)
    .where('unit.status', 'in', ['vacant', 'ordered', 'occupied'])
    .$if(unit_id !== undefined, (all) => all.where('unit.id', '=', unit_id ?? null))
    .$if(q !== '', (all) =>
      all.where((eb) => eb.or([containsTextSql('unit.name', q), containsTextSql('unit.code', q), containsTextSql('property.name', q)])),
    )
    .orderBy(sql`array_position(array['vacant', 'occupied', 'ordered'], unit.status)`)
    .orderBy(sql`unit.occupied_said`, 'desc')
    .orderBy('property.name')
    .orderBy('unit.name')
    .limit(offered)
    .execute();
type UnitToLet = Awaited<ReturnType<typeof unitsToLet>>[number];

/** `names`: the caller may read the names of occupants. */
const choiceOf = (row: UnitToLet, free: ReadonlyMap<number, string | null>, names: boolean) => ({
  id: row.id,
  code: row.code,
  name: row.name,
  property: { id: row.property_id, code: row.property_code, name: row.property_name },
  free_from: free.has(row.id) ? (free.get(row.id) ?? null) : row.status === 'occupied' ? null : clock.today(),
  lived_in: row.status === 'occupied' && row.occupied_said,
  applicants: row.applicants,
  occupant:
    names && row.occupant_name !== null
      ? {
          name: row.occupant_name,
          phone: row.phone,
          since: row.since,
          balance_cents: row.balance_cents,
          deposit_held_cents: row.deposit_held_cents,
        }
      : null,
  rent_cents: row.rent_cents,
  deposit_cents: row.deposit_cents,
  service_charge_cents: row.service_charge_cents,
});

/** Units that the caller may let: vacant ones first, then those that become vacant, then those that are only recorded as occupied. */
export async function findLettableUnits(ctx: Ctx, { q, unit_id }: HandlerInput<Calls['findUnits']>): Promise<HandlerResult<Calls['findUnits']>> {
  if (unit_id !== undefined && !(await from(ctx, 'unit').select('id').where('id', '=', unit_id).executeTakeFirst())) throw tenancyNotFound();
  const rows = await unitsToLet(ctx, q, unit_id);
  const free = new Map(
    (
      await readUnitAvailableDates(
        ctx,
        rows.map((row) => row.id),
      )
    ).map((one) => [one.unit_id, one.free_from]),
  );
  const names = ctx.me.grants.has('tenants.read');
  return {
    results: rows.map((row) => choiceOf(row, free, names)),
  };
}

export async function findTenantsForTenancy(ctx: Ctx, { q }: HandlerInput<Calls['findPeople']>): Promise<HandlerResult<Calls['findPeople']>> {
  const digits = toPhoneDigits(q);
  const rows = await from(ctx, 'tenant')
    .select(['id', 'code', 'name', 'phone'])
    .where('merged_into', 'is', null)
    .$if(q !== '', (all) => all.where((eb) => eb.or([containsTextSql('name', q), ...(digits === null ? [] : [containsTextSql('phone', digits)])])))
    .orderBy('name')
    .limit(offered)
    .execute();
  return { results: rows };
}
