import { type SelectQueryBuilder, sql } from 'kysely';
import type { OpeningBalance, RentEscalation } from '#contract/tenancy/kinds.ts';
import { tenancyStatuses } from '#contract/tenancy/kinds.ts';
import { findNextDate } from '#contract/tenancy/next-dates.ts';
import type { TenancySummary } from '#contract/tenancy/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import type { DB } from '#server/db/types.gen.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import type { RowOf, ScopeChecked } from '#server/kernel/scoped-row.ts';
import { type CompanyAndCountyRow, companyAndCountyColumns, toCompanyAndCounty } from '#server/lists/holder.ts';

export type TenancyRow = RowOf<'tenancy'>;
export const tenancyNotFound = () => new Refusal('notFound', sentence('itemNotFound'));

/** The column of the term that applies now; before the start that of the first term, after the end that of the last. */
export const currentTermSql = (column: 'rent_cents' | 'period') =>
  sql<number>`coalesce((select t.${sql.ref(column)} from tenancy_term t where t.tenancy_id = tenancy.id
    order by t.during @> greatest(app.today(), tenancy.starts_on) desc, lower(t.during) desc limit 1), 0)`;

export const tenancySummaryColumns = [
  'unit.code as unit_code',
  sql<string>`case when tenancy.whole then app.whole_name(tenancy.property_id) else unit.name end`.as('unit_name'),
  'property.code as property_code',
  'property.name as property_name',
  currentTermSql('rent_cents').as('rent_cents'),
  currentTermSql('period').as('period'),
  sql<{ tenant_id: number; name: string } | null>`(select jsonb_build_object('tenant_id', n.id, 'name', n.name) from tenancy_person p
    join tenant n on n.id = p.tenant_id where p.tenancy_id = tenancy.id and p.role = 'lead' order by p.until nulls first, p.id desc limit 1)`.as(
    'lead',
  ),
  sql<number>`(select count(*)::int from tenancy_person p where p.tenancy_id = tenancy.id and p.role = 'co_tenant' and p.until is null)`.as('others'),
  ...companyAndCountyColumns('tenancy.company_id'),
] as const;

/** Joins unit and property. Queries that only filter or count do not need them. */
export const joinUnitAndProperty = (tenancies: SelectQueryBuilder<DB, 'tenancy', ScopeChecked<'tenancy'>>) =>
  tenancies.innerJoin('unit', 'unit.id', 'tenancy.unit_id').innerJoin('property', 'property.id', 'tenancy.property_id');

type Named = Record<'unit_code' | 'unit_name' | 'property_code' | 'property_name', string> & {
  rent_cents: number;
  period: number;
  lead: { tenant_id: number; name: string } | null;
  others: number;
} & CompanyAndCountyRow;

export const readEscalation = (row: Pick<TenancyRow, 'escalation'>): RentEscalation => row.escalation as RentEscalation;

export const toTenancySummary = (r: TenancyRow & Named): TenancySummary => ({
  id: r.id,
  code: r.code,
  status: tenancyStatuses[r.status],
  stage: r.stage,
  listing_type: r.listing_type,
  unit: { id: r.unit_id, code: r.unit_code, name: r.unit_name },
  property: { id: r.property_id, code: r.property_code, name: r.property_name },
  lead: r.lead,
  others: r.others,
  starts_on: r.starts_on,
  ends_on: r.ends_on,
  leaving_on: r.leaving_on,
  next: findNextDate({ ...r, escalation: readEscalation(r) }, clock.today()),
  asks: r.leaving_ask !== null || r.renewal !== null || r.terms_ask !== null,
  rent_cents: Number(r.rent_cents),
  period: r.period,
  ...toCompanyAndCounty(r),
  created_at: r.created_at.toISOString(),
  revision: r.revision,
});

/** The facts of a tenancy that the audit log compares and shows. */
export const toTenancyAuditValues = (r: TenancyRow) => ({
  unit_id: r.unit_id,
  status: r.status,
  stage: r.stage,
  starts_on: r.starts_on,
  ends_on: r.ends_on,
  term_type: r.term_type,
  holdover: r.holdover,
  notice_days: r.notice_days,
  due_day: r.due_day,
  deposit_cents: r.deposit_cents,
  review_on: r.review_on,
  leaving_on: r.leaving_on,
});
export const getOpeningBalance = (row: Pick<TenancyRow, 'opening'>) => row.opening as OpeningBalance | null;
