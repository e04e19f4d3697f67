import { platformRoles } from '#contract/kernel/roles.ts';
import { counties } from '#contract/reference/counties.ts';
import type { Column } from '#web/ui/dash/data-table.tsx';
import type { Filter } from '#web/ui/dash/filter-bar.tsx';
import { m } from '#words/messages.js';
import { choiceFilter } from './list-page.tsx';

type Held = { readonly company: { readonly name: string }; readonly county: string | null };

/** Who looks at rows of many companies: the platform, and dealers for those they brought. */
export const looksAtMany = (layout: string): boolean => layout === 'dealer' || (platformRoles as readonly string[]).includes(layout);

/** Whose a row is and where, for who looks at many; a company knows its own. */
export const holderColumns = <Row extends Held>(layout: string): Column<Row>[] =>
  looksAtMany(layout)
    ? [
        { key: 'company', header: m.views_company(), cell: (row) => row.company.name },
        { key: 'county', header: m.views_county(), cell: (row) => row.county ?? '' },
      ]
    : [];

/** The same in the row of a phone, behind what stands there for everybody. */
export const holderMeta = (layout: string, row: Held, said: string): string =>
  looksAtMany(layout) ? [said, row.company.name, row.county].filter(Boolean).join(' · ') : said;

/** By county; a subadmin has one. */
export const countyFilter = (layout: string, value: string | undefined, set: (value: string | null) => void): Filter[] =>
  looksAtMany(layout) && layout !== 'subadmin'
    ? [
        choiceFilter(
          'region',
          m.views_county(),
          m.views_any_county(),
          counties.map(({ code, name }) => ({ value: code, label: name })),
          value,
          set,
        ),
      ]
    : [];
