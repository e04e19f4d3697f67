import { type RawBuilder, sql } from 'kysely';
import { tenancyMachine } from '#contract/tenancy/machine.ts';
import type { ModuleLookups } from '#server/kernel/lookups.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';

const pays = (tenant: RawBuilder<unknown> | number, more: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from tenancy_person p join tenancy t on t.id = p.tenancy_id
    where p.tenant_id = ${tenant} and p.role in ('lead', 'co_tenant') and ${more})`;

/** Lookups of the tenant module about the tenancies of a tenant. */
export const tenantLookups = {
  placesOfTenant: (tenant) => sql`(select p.id from tenancy_person p where p.tenant_id = ${tenant})`,
  holdTenanciesOf: (db, tenantIds) =>
    sql`/* unscoped: records of two relations the caller may change */ select id from tenancy where id in (select tenancy_id from tenancy_person where tenant_id = any (${[...tenantIds]}::bigint[])) order by id for no key update`.execute(
      db,
    ),
  sharedTenancy: async (db, one, other) => {
    const { rows } = await sql<{ code: string }>`/* unscoped: a lease that both merged tenants share */
      select ty.code from tenancy_person a join tenancy_person b on b.tenancy_id = a.tenancy_id and b.tenant_id = ${other}
      join tenancy ty on ty.id = a.tenancy_id where a.tenant_id = ${one} limit 1`.execute(db);
    return rows[0]?.code;
  },
  managesTenancyOf: (me, tenant) =>
    sql<boolean>`exists (select 1 from tenancy_person tp join tenancy ty on ty.id = tp.tenancy_id where tp.tenant_id = ${tenant} and ${visibleTo('tenancy:managed', me, 'ty')})`,
  homeOfTenant: (me, tenant) => sql`(select json_build_object('id', u.id, 'code', u.code, 'name', u.name, 'property', p.name,
      'more', greatest(0, count(*) filter (where tenancy.status in ('active', 'expired')) over () - 1))
    from tenancy_person tp join tenancy on tenancy.id = tp.tenancy_id join unit u on u.id = tenancy.unit_id join property p on p.id = tenancy.property_id
    where tp.tenant_id = ${tenant} and ${visibleTo('tenancy:managed', me)}
    order by tenancy.status in ('active', 'expired') desc, tenancy.id desc limit 1)`,
  firstTenancyOf: (tenant) =>
    sql`(select min(t.starts_on) from tenancy_person tp join tenancy t on t.id = tp.tenancy_id where tp.tenant_id = ${tenant})`,
  paysIn: (tenant, states) => pays(tenant, sql`p.until is null and t.status in (${sql.join(states)})`),
  paysStill: (tenant) => pays(tenant, sql`p.until is null and t.status <> 'terminate'`),
  paidToTheEnd: (tenant) =>
    pays(
      tenant,
      sql`t.status = 'terminate' and exists (select 1 from move_log l where l.subject = 'tenancy' and l.subject_id = t.id and l.move = 'end')`,
    ),
  tenantTenancies: async (ctx, tenantId) => {
    const rows = await from(ctx, 'tenancy:managed')
      .innerJoin('tenancy_person', 'tenancy_person.tenancy_id', 'tenancy.id')
      .innerJoin('unit', 'unit.id', 'tenancy.unit_id')
      .innerJoin('property', 'property.id', 'tenancy.property_id')
      .select(['tenancy.id', 'tenancy.code', 'tenancy.status', 'tenancy.starts_on', 'tenancy.ends_on', 'tenancy.unit_id', 'tenancy.property_id'])
      .select(['unit.code as unit_code', 'unit.name as unit_name', 'property.code as property_code', 'property.name as property_name'])
      .select(['tenancy_person.role', 'tenancy_person.until'])
      .where('tenancy_person.tenant_id', '=', tenantId)
      .orderBy('tenancy.id', 'desc')
      .execute();
    return rows.map((r) => ({
      id: r.id,
      code: r.code,
      status: tenancyMachine.states[r.status] as number,
      role: r.role,
      unit: { id: r.unit_id, code: r.unit_code, name: r.unit_name },
      property: { id: r.property_id, code: r.property_code, name: r.property_name },
      starts_on: r.starts_on,
      ends_on: r.ends_on,
      until: r.until,
    }));
  },
} satisfies Partial<ModuleLookups>;
