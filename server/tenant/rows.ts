import { sql } from 'kysely';
import type { TenantSummary } from '#contract/tenant/calls.ts';
import { tenantStatusNumbers } from '#contract/tenant/status.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RowOf } from '#server/kernel/scoped-row.ts';
import { type CompanyAndCountyRow, companyAndCountyColumns, toCompanyAndCounty } from '#server/lists/holder.ts';

export type TenantRow = RowOf<'tenant'>;
export const tenantNotFound = () => new Refusal('notFound', sentence('itemNotFound'));

/** Tenant records the caller may see, without merged ones. */
export const selectVisibleTenants = (ctx: Ctx) => from(ctx, 'tenant').where('tenant.merged_into', 'is', null);

type Home = TenantSummary['home'];

/** Since when the company has known the tenant; earlier bookings and tenancies count. */
export const knownSinceSql = () => sql<string>`/* unscoped: data of a tenant that the caller sees */ least(app.day(tenant.created_at),
  ${getLookup('firstTenancyOf')(sql.ref('tenant.id'))},
  ${getLookup('firstBookingOf')(sql.ref('tenant.id'))},
  (select app.day(min(l.created_at)) from lead l where l.person_id = tenant.person_id and l.company_id = tenant.company_id))`;

export const tenantSummaryColumns = (ctx: Ctx) =>
  [
    ...companyAndCountyColumns('tenant.company_id', sql`(select c.region from company c where c.id = tenant.company_id)`),
    getLookup('homeOfTenant')(ctx.me, sql.ref('tenant.id')).as('home'),
    sql<string>`(${knownSinceSql()})::text`.as('known_since'),
  ] as const;

export const toTenantSummary = (r: TenantRow & CompanyAndCountyRow & { readonly home: Home; readonly known_since: string }): TenantSummary => ({
  id: r.id,
  code: r.code,
  name: r.name,
  phone: r.phone,
  email: r.email,
  status: tenantStatusNumbers[r.status],
  tags: r.tags,
  has_account: r.person_id !== null,
  home: r.home,
  ...toCompanyAndCounty(r),
  created_at: r.created_at.toISOString(),
  known_since: r.known_since,
  revision: r.revision,
});

/** The fields of a record that the audit log keeps. */
export const toTenantAuditValues = ({ name, phone, email, tags }: Pick<TenantRow, 'name' | 'phone' | 'email' | 'tags'>) => ({
  name,
  phone,
  email,
  tags,
});
