import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { type PropertySummary, propertyCalls } from '#contract/property/calls.ts';
import { propertyMachine } from '#contract/property/machine.ts';
import { kenyanCounties } from '#contract/reference/counties.ts';
import { HiddenListingsBadge } from '#web/catalogue/hidden.tsx';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { CompanyName } from '#web/lists/holder.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import type { ActiveFilter } from '#web/ui/dash/table/filter-bar.tsx';
import { formatCount, formatDate, formatDateTime } from '#web/ui/format.ts';
import { IconBuilding, IconPlus } from '#web/ui/icons.ts';
import { ResponsivePicture } from '#web/ui/public/pic.tsx';
import { m } from '#words/messages.js';
import { PropertyStatusBadge } from './badges.tsx';
import { useIsDealerWithoutCounty } from './dealer-without-county.ts';
import classes from './property.module.css';
import { type PropertyState, propertyStatusNames } from './words.ts';

const names = [
  'name',
  'status',
  'property_type',
  'category',
  'region',
  'company',
  'vacant',
  'listed',
  'stalled',
  'archived',
  'company_id',
  'day_from',
  'day_to',
] as const;
type FilterName = (typeof names)[number];
const newest: ListSort = { by: 'updated_at', desc: true };
const isCompany = (layout: string) => (companyRoles as readonly string[]).includes(layout);

const Named = ({ property }: { property: PropertySummary }) => (
  <div className={classes.cell}>
    <span className={classes.thumb} aria-hidden="true">
      {property.cover ? <ResponsivePicture picture={{ ...property.cover, alt: '' }} sizes="56px" /> : <IconBuilding size={20} />}
    </span>
    <TwoLineCell top={property.name} bottom={`${property.type.name} · ${property.code}`} />
  </div>
);

const Live = ({ property }: { property: PropertySummary }) => (
  <div className={classes.live}>
    {formatCount(property.live_listings)}
    <HiddenListingsBadge hidden={property.hidden_listings} />
  </div>
);

const columns = (withHolder: boolean): readonly TableColumn<PropertySummary>[] => [
  { key: 'name', header: m.property_column_name(), sortable: true, cell: (p) => <Named property={p} /> },
  { key: 'place', header: m.property_column_place(), cell: (p) => <TwoLineCell top={p.place.name} bottom={p.place.county} /> },
  ...(withHolder ? [{ key: 'company', header: m.property_column_holder(), cell: (p: PropertySummary) => <CompanyName company={p.company} /> }] : []),
  {
    key: 'units',
    header: m.property_column_units(),
    align: 'right',
    cell: (p) => m.property_units_vacant({ vacant: formatCount(p.units.vacant), total: formatCount(p.units.total) }),
  },
  { key: 'live', header: m.property_column_live(), align: 'right', cell: (p) => <Live property={p} /> },
  { key: 'status', header: m.property_column_status(), sortable: true, cell: (p) => <PropertyStatusBadge property={p} /> },
  {
    key: 'updated_at',
    header: m.property_column_updated(),
    sortable: true,
    cell: (p) => <span title={formatDateTime(p.updated_at)}>{formatDate(p.updated_at)}</span>,
  },
];

const states = () => ({
  field: 'status',
  label: m.property_column_status(),
  options: (Object.keys(propertyMachine.states) as PropertyState[]).map((s) => ({ value: s, label: propertyStatusNames[s].label() })),
});

/** The properties the user manages. The verification queue is this list with a filter. */
export default function PropertyList() {
  const { layout, link } = useDashboard();
  const { visitor } = useApp();
  const list = useListState(names, newest);
  const asked = { sort: list.wireSort as 'name', z_filter: { ...list.filters } as Partial<Record<FilterName, never>> };
  const properties = useCall(propertyCalls.list, { page: list.page, page_size: list.pageSize, tabs: 'true', ...asked });
  const filters = useFilters(list, layout, properties.data?.results[0]?.company.name);
  const total = properties.data?.count ?? 0;
  const create = isCompany(layout) && isAllowed(['property', 'create'], visitor) && (
    <>
      {layout !== 'dealer' && (
        <Button component={Link} to={link('intake.bring')} variant="default">
          {m.intake_title()}
        </Button>
      )}
      <Button component={Link} to={link('property.create')} leftSection={<IconPlus size={16} aria-hidden />}>
        {m.property_new()}
      </Button>
    </>
  );
  const noCounty = useIsDealerWithoutCounty(properties.data?.count === 0);
  const empty = noCounty
    ? m.property_empty_no_county()
    : isCompany(layout)
      ? m.property_empty_company()
      : layout === 'subadmin'
        ? m.property_empty_region()
        : m.property_empty_platform();
  return (
    <>
      <PageHeader
        title={m.property_title()}
        sub={properties.data ? m.property_count({ count: total }) : undefined}
        actions={
          <>
            {total > 0 && (
              <DownloadCsvButton label={m.property_export({ count: total })} fetch={(part) => send(propertyCalls.exportCsv, { ...asked, part })} />
            )}
            {create}
          </>
        }
      />
      <ListPage
        caption={m.property_title()}
        list={list}
        answer={properties}
        columns={columns(layout !== 'owner')}
        rowHref={(p) => link('property.detail', { id: p.id, code: p.code })}
        mobile={(p) => (
          <MobileRow
            name={p.name}
            amount={m.property_units_vacant({ vacant: formatCount(p.units.vacant), total: formatCount(p.units.total) })}
            meta={`${p.place.name}, ${p.place.county}`}
            metaEnd={m.property_live_count({ count: p.live_listings })}
            badge={
              <>
                <PropertyStatusBadge property={p} />
                <HiddenListingsBadge hidden={p.hidden_listings} />
              </>
            }
            when={formatDate(p.updated_at)}
          />
        )}
        search={{
          value: list.filters.name ?? '',
          set: (text) => list.setFilter('name', text),
          label: m.property_search(),
          hint: m.property_search_hint(),
        }}
        states={states()}
        filters={filters}
        counted={(n) => m.property_count({ count: n })}
        empty={<StateBlock title={m.property_empty_title()} text={empty} action={create || undefined} />}
        filteredText={m.property_filtered_text()}
      />
    </>
  );
}

function useFilters(list: ReturnType<typeof useListState<FilterName>>, layout: string, company: string | undefined): ActiveFilter[] {
  const { filters: on, setFilter } = list;
  const words = useCall(propertyCalls.choices, {});
  const options = (from: readonly { id: number; name: string }[] = []) => from.map((w) => ({ value: String(w.id), label: w.name }));
  const yesNo = (yes: string, no: string) => [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ];
  const any = m.property_any();
  const choice = (key: FilterName, label: string, from: readonly { value: string; label: string }[]) =>
    makeChoiceFilter(key, label, any, from, on[key], (value) => setFilter(key, value));
  const platform = !isCompany(layout);
  return [
    ...makeLinkedFilter(list, 'company_id', company ?? m.views_filter_one_company()),
    choice('property_type', m.property_field_type(), options(words.data?.types)),
    choice('category', m.property_field_category(), options(words.data?.categories)),
    ...(layout === 'subadmin'
      ? []
      : [
          choice(
            'region',
            m.property_field_county(),
            kenyanCounties.map((c) => ({ value: c.code, label: c.name })),
          ),
        ]),
    choice('vacant', m.property_filter_vacant(), yesNo(m.property_filter_vacant_yes(), m.property_filter_vacant_no())),
    choice('listed', m.property_filter_listed(), yesNo(m.property_filter_listed_yes(), m.property_filter_listed_no())),
    ...(platform
      ? [
          companyFilter(on.company, (text) => setFilter('company', text)),
          choice('stalled', m.property_stalled(), yesNo(m.property_filter_stalled_yes(), m.property_filter_stalled_no())),
        ]
      : []),
    makeDateRangeFilter(list, 'day_from', 'day_to', m.views_days_added()),
    choice('archived', m.property_archived(), [{ value: 'true', label: m.property_filter_archived_yes() }]),
  ];
}

const companyFilter = (value: string | undefined, set: (text: string | null) => void): ActiveFilter => ({
  key: 'company',
  label: m.property_column_holder(),
  on: value ? `${m.property_column_holder()}: ${value}` : undefined,
  onRemove: () => set(null),
  removeLabel: m.shell_filter_remove(),
  content: <CompanySearch value={value ?? ''} set={set} />,
});

function CompanySearch({ value, set }: { value: string; set: (text: string | null) => void }) {
  const [text, setText] = useState(value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        set(text.trim() || null);
      }}
    >
      <TextInput label={m.property_filter_holder()} value={text} onChange={(e) => setText(e.currentTarget.value)} maxLength={80} />
      <Button type="submit" mt={10} fullWidth>
        {m.property_filter_show()}
      </Button>
    </form>
  );
}
