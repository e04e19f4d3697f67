import { normaliseHeading } from '#contract/importer/columns.ts';
import type { SheetTable } from '#contract/importer/tables.ts';
import { toUnitNameKey } from '#contract/property/unit-pattern.ts';
import type { PortfolioField } from './kinds.ts';

/** Names of the properties and companies for which the user may create tenancies; cells of the sheet are compared with them. */
export type PropertyAndCompanyNames = { readonly properties: readonly string[]; readonly companies: readonly string[] };

/** Headings that some sheets use for the property and others for a part of it; the cells decide. */
const doubtful = ['block', 'blockname', 'apartment', 'apartments', 'court', 'phase', 'wing', 'bloku', 'bloki'];

/**
 * A column whose cells are mostly names of the company's properties is the property column, whatever its heading. An ambiguous heading without any
 * known property name is not. A company's own name above a table is the owner of the sheet, never a property.
 */
export function fillPropertyAndCompanyColumns<T extends SheetTable<PortfolioField>>(table: T, { properties, companies }: PropertyAndCompanyNames): T {
  const known = new Set(properties.map(toUnitNameKey));
  const firms = new Set(companies.map(toUnitNameKey));
  const share = (at: number) => {
    const said = table.lines.flatMap(({ cells }) => cells[at]?.trim() || []);
    return said.length === 0 ? 0 : said.filter((text) => known.has(toUnitNameKey(text))).length / said.length;
  };
  const shares = table.columns.map((_, at) => share(at));
  const most = Math.max(0, ...shares);
  const guessed = table.columns.indexOf('property');
  const sure = most >= 0.5 ? shares.indexOf(most) : -1;
  const isDoubtful = (at: number) => doubtful.includes(normaliseHeading(table.heads[at] ?? ''));
  const at = sure >= 0 ? sure : guessed >= 0 && (most > 0 || !isDoubtful(guessed)) ? guessed : -1;
  const title = firms.has(toUnitNameKey(table.title)) && !known.has(toUnitNameKey(table.title)) ? '' : table.title;
  const columns = table.columns.map((field, n) => (n === at ? ('property' as const) : field === 'property' ? null : field));
  return { ...table, title, columns };
}
