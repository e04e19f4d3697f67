import { canSeeManyCompanies } from '#contract/kernel/roles.ts';
import { kenyanCounties } from '#contract/reference/counties.ts';
import { useApp } from '#web/layout/app.tsx';
import { getPersonPath, type LinkedPerson } from '#web/layout/person-page.ts';
import type { TableColumn } from '#web/ui/dash/table/data-table.tsx';
import type { ActiveFilter } from '#web/ui/dash/table/filter-bar.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { makeChoiceFilter } from './list-page.tsx';
import { makeLinkedFilter } from './shared-filters.tsx';

type Company = { readonly name: string; readonly head?: LinkedPerson | undefined };
type Held = { readonly company: Company | null; readonly county: string | null };

/** A company's name, as a link where the reader may open the page of its account holder. */
export function CompanyName({ company }: { company: Company | null }) {
  const { visitor } = useApp();
  const href = company?.head && getPersonPath(visitor, company.head);
  return href ? <AppLink href={href}>{company.name}</AppLink> : (company?.name ?? '');
}

/** The owner and location of a row, for readers of many companies; in a company's own lists they are left out. */
export const makeCompanyTableColumns = <Row extends Held>(layout: string): TableColumn<Row>[] =>
  canSeeManyCompanies(layout)
    ? [
        { key: 'company', header: m.views_company(), cell: (row) => <CompanyName company={row.company} /> },
        { key: 'county', header: m.views_county(), cell: (row) => row.county ?? '' },
      ]
    : [];

/** The owner and location in the row of a phone, after the general text. */
export const appendCompanyAndCounty = (layout: string, row: Held, said: string): string =>
  canSeeManyCompanies(layout) ? [said, row.company?.name, row.county].filter(Boolean).join(' · ') : said;

/** A filter by county; a sub admin has only one. */
export const makeCountyFilter = (layout: string, value: string | undefined, set: (value: string | null) => void): ActiveFilter[] =>
  canSeeManyCompanies(layout) && layout !== 'subadmin'
    ? [
        makeChoiceFilter(
          'region',
          m.views_county(),
          m.views_any_county(),
          kenyanCounties.map(({ code, name }) => ({ value: code, label: name })),
          value,
          set,
        ),
      ]
    : [];

type Asked = 'company_id' | 'region';
type List = {
  readonly filters: Partial<Record<Asked, string>>;
  readonly setFilter: (name: Asked, value: string | null) => void;
  readonly setFilters: (values: Partial<Record<Asked, string | null>>) => void;
};
/** Both filters of a list of many companies: the company from another page's link, and the county. */
export const makeCompanyAndCountyFilters = (layout: string, list: List, company?: string): ActiveFilter[] => [
  ...makeLinkedFilter(list, 'company_id', company ?? m.views_filter_one_company()),
  ...makeCountyFilter(layout, list.filters.region, (value) => list.setFilter('region', value)),
];
