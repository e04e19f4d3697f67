import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { tenantLookups } from './people/tenant-lookups.ts';

export const tenancyLookups: Partial<ModuleLookups> = {
  tenanciesOfCompany: (company) => sql`(select count(*) from tenancy t where t.company_id = ${company} and t.status in ('active', 'expired'))`,
  nextUnitOf: (tenancy) => sql`(select (t.transfer ->> 'unit_id')::bigint from tenancy t where t.id = ${tenancy})`,
  /** Whether an import occupied the unit. A tenant who transferred from another unit does not count. */
  livedInBySheet: (unit) =>
    sql<boolean>`exists (select 1 from tenancy t where t.unit_id = ${unit} and t.import_id is not null and t.status in ('active', 'expired')
      and not exists (select 1 from stay s where s.tenancy_id = t.id and s.unit_id <> t.unit_id))`,
  tenancyOfBooking: (booking) =>
    sql`(select json_build_object('id', t.id, 'code', t.code) from tenancy t where t.booking_id = ${booking} order by t.status = 'terminate', t.id desc limit 1)`,
  hasStartPassed: (unit) =>
    sql<boolean>`exists (select 1 from tenancy t where t.unit_id = ${unit} and t.status = 'pending' and t.starts_on < app.today())`,
  hasTermOver: (unit) => sql<boolean>`exists (select 1 from tenancy t where t.unit_id = ${unit} and t.status = 'expired' and t.leaving_on is null)`,
  hasMoveOutPassed: (unit) =>
    sql<boolean>`exists (select 1 from tenancy t where t.unit_id = ${unit} and t.status in ('active', 'expired') and t.leaving_on < app.today())`,
  tenantsIn: async (ctx, unitIds) => {
    const rows = await from(ctx, 'tenancy:managed')
      .innerJoin('tenancy_person as lead', (join) =>
        join.onRef('lead.tenancy_id', '=', 'tenancy.id').on('lead.role', '=', 'lead').on('lead.until', 'is', null),
      )
      .innerJoin('tenant', 'tenant.id', 'lead.tenant_id')
      // A tenancy of a whole property counts for each of its units.
      .innerJoin('unit as home', (join) =>
        join.on(sql<boolean>`home.id = tenancy.unit_id or (tenancy.whole and exists (select 1 from stay s where s.tenancy_id = tenancy.id
          and s.unit_id = home.id and s.released_at is null and lower(s.during) <= app.today()))`),
      )
      .select(['tenancy.id', 'tenancy.code', 'home.id as unit_id', 'tenant.name'])
      .where('home.id', 'in', unitIds)
      .where('tenancy.status', 'in', ['active', 'expired'])
      .execute();
    return rows.map(({ id, code, unit_id, name }) => [unit_id, { name, balance_cents: null, as_of: null, tenancy: { id, code } }] as const);
  },
  homeOfTenancy: (db, id) =>
    unscopedTable(db, 'tenancy', 'events of units that concern applicants who are waiting for them')
      .select()
      .select(['unit_id', 'status'])
      .where('id', '=', id)
      .executeTakeFirst(),
  ...tenantLookups,
};
