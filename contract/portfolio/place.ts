import { headingKey } from '#contract/importer/columns.ts';
import type { Table } from '#contract/importer/tables.ts';
import { nameKey } from '#contract/property/pattern.ts';
import type { PortfolioField } from './kinds.ts';

/** What somebody may make tenancies at, and who holds it: what a sheet's own words are compared with. */
export type Places = { readonly properties: readonly string[]; readonly companies: readonly string[] };

/** Heads under which some write the property and others a part of it: what stands under them decides. */
const doubtful = ['block', 'blockname', 'apartment', 'apartments', 'court', 'phase', 'wing', 'bloku', 'bloki'];

/**
 * A column whose cells are mostly names of one's own properties says the property, whatever it is called; one that may say it and names none
 * of them does not. A company's own name above a table is whose sheet it is, never a property.
 */
export function placedBy<T extends Table<PortfolioField>>(table: T, { properties, companies }: Places): T {
  const known = new Set(properties.map(nameKey));
  const firms = new Set(companies.map(nameKey));
  const share = (at: number) => {
    const said = table.lines.flatMap(({ cells }) => cells[at]?.trim() || []);
    return said.length === 0 ? 0 : said.filter((text) => known.has(nameKey(text))).length / said.length;
  };
  const shares = table.columns.map((_, at) => share(at));
  const most = Math.max(0, ...shares);
  const guessed = table.columns.indexOf('property');
  const sure = most >= 0.5 ? shares.indexOf(most) : -1;
  const isDoubtful = (at: number) => doubtful.includes(headingKey(table.heads[at] ?? ''));
  const at = sure >= 0 ? sure : guessed >= 0 && (most > 0 || !isDoubtful(guessed)) ? guessed : -1;
  const title = firms.has(nameKey(table.title)) && !known.has(nameKey(table.title)) ? '' : table.title;
  const columns = table.columns.map((field, n) => (n === at ? ('property' as const) : field === 'property' ? null : field));
  return { ...table, title, columns };
}
