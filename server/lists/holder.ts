import { sql } from 'kysely';
import { countyName } from '#contract/reference/counties.ts';

/** Whose a row is and in which county, where the query knows the property: read for the rows of a page, not joined to all that are counted. */
export const holderColumns = (company: 'property.company_id' | 'lead.company_id') =>
  [
    sql<number>`${sql.ref(company)}`.as('holder_id'),
    sql<string>`(select c.name from company c where c.id = ${sql.ref(company)})`.as('holder_name'),
    sql<string | null>`property.region`.as('holder_region'),
  ] as const;
export type HolderRow = { readonly holder_id: number; readonly holder_name: string; readonly holder_region: string | null };
export const toHolder = (r: HolderRow) => ({ company: { id: r.holder_id, name: r.holder_name }, county: countyName(r.holder_region) });
