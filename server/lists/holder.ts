import { type RawBuilder, sql } from 'kysely';
import { canSeeManyCompanies, companyHeadUserTypes } from '#contract/kernel/roles.ts';
import { getCountyName } from '#contract/reference/counties.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';

type Column = string | RawBuilder<unknown>;
const column = (of: Column) => (typeof of === 'string' ? sql.ref(of) : of);

/** The company and county of a row, as subqueries that run only for the rows of a page and not for the count. */
export const companyAndCountyColumns = (company: Column, region: Column = 'property.region') =>
  [
    sql<number>`${column(company)}`.as('holder_id'),
    sql<string>`(select c.name from company c where c.id = ${column(company)})`.as('holder_name'),
    sql<string | null>`${column(region)}`.as('holder_region'),
  ] as const;
export type CompanyAndCountyRow = { readonly holder_id: number; readonly holder_name: string; readonly holder_region: string | null };
export const toCompanyAndCounty = (r: CompanyAndCountyRow) => ({
  company: { id: r.holder_id, name: r.holder_name },
  county: getCountyName(r.holder_region),
});

/** The same for rows that may belong to no company. */
export type OptionalCompanyAndCounty = { readonly [K in keyof CompanyAndCountyRow]: CompanyAndCountyRow[K] | null };
export const toOptionalCompanyAndCounty = (r: OptionalCompanyAndCounty) => ({
  company: r.holder_id === null ? null : { id: r.holder_id, name: r.holder_name ?? '' },
  county: getCountyName(r.holder_region),
});

type Held = { readonly company: { readonly id: number; readonly name: string } | null };

/** Adds the head of each company, for callers who see many companies. The name is a link if they see that person. */
export async function withCompanyHeads<R extends Held>(ctx: Ctx, rows: readonly R[]) {
  const companies = canSeeManyCompanies(ctx.me.layout) ? [...new Set(rows.flatMap(({ company }) => (company ? [company.id] : [])))] : [];
  if (companies.length === 0) return [...rows];
  const heads = await from(ctx, 'person')
    .select(['person.id', 'person.code', 'person.user_type', 'person.company_id'])
    .distinctOn('person.company_id')
    .where(sql<boolean>`person.company_id = any (${companies}::bigint[]) and person.user_type = any (${[...companyHeadUserTypes]}::int[])`)
    .orderBy('person.company_id')
    .orderBy('person.id')
    .execute();
  const headOf = new Map(heads.map(({ company_id, ...head }) => [company_id, head]));
  return rows.map((row) => {
    const head = row.company && headOf.get(row.company.id);
    return head ? { ...row, company: { ...row.company, head } } : row;
  });
}
