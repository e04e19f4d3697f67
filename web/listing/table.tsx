import { Button, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { listingMachine } from '#contract/listing/machine.ts';
import type { ListingSummary } from '#contract/listing/shapes.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { formatListingPrice } from '#web/catalogue/price.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { appendCompanyAndCounty, makeCompanyTableColumns, makeCountyFilter } from '#web/lists/holder.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { useIsDealerWithoutCounty } from '#web/property/dealer-without-county.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import type { ActiveFilter } from '#web/ui/dash/table/filter-bar.tsx';
import { formatCount, formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { ListingStatusBadge } from './badges.tsx';
import { ListingBulkActions } from './bulk.tsx';
import { getListingTypeLabel, type ListingState, listingStatusNames } from './words.ts';

const names = [
  'q',
  'listing_type',
  'status',
  'property_id',
  'min',
  'max',
  'days',
  'unconfirmed',
  'company_id',
  'region',
  'shown',
  'day_from',
  'day_to',
] as const;
const newest: ListSort = { by: 'updated_at', desc: true };
const dayChoices = [7, 30, 60, 90];
type State = ReturnType<typeof useListState<(typeof names)[number]>>;

const placeOf = (l: ListingSummary) => (l.unit ? `${l.unit.name}, ${l.property.name}` : `${m.listing_whole_property()}, ${l.property.name}`);

const columns = (layout: string): readonly TableColumn<ListingSummary>[] => [
  {
    key: 'title',
    header: m.listing_column_listing(),
    sortable: true,
    wrap: true,
    cell: (l) => <TwoLineCell top={l.title} bottom={`${placeOf(l)} · ${l.code}`} />,
  },
  ...makeCompanyTableColumns<ListingSummary>(layout),
  { key: 'listing_type', header: m.listing_column_type(), cell: (l) => getListingTypeLabel(l.listing_type) },
  { key: 'price_cents', header: m.listing_column_price(), sortable: true, align: 'right', cell: formatListingPrice },
  { key: 'status', header: m.listing_column_status(), cell: (l) => <ListingStatusBadge of={l} /> },
  {
    key: 'published_at',
    header: m.listing_column_online(),
    sortable: true,
    cell: (l) => (l.published_at && l.status === 'live' ? <span title={formatDateTime(l.published_at)}>{formatDate(l.published_at)}</span> : ''),
  },
  { key: 'views', header: m.listing_column_views(), sortable: true, align: 'right', cell: (l) => formatCount(l.views) },
  { key: 'enquiries', header: m.listing_column_enquiries(), sortable: true, align: 'right', cell: (l) => formatCount(l.enquiries) },
];

const states = () => ({
  field: 'status',
  label: m.listing_column_status(),
  options: (Object.keys(listingMachine.states) as ListingState[]).map((s) => ({ value: s, label: listingStatusNames[s].label() })),
});

/** The filters of the address in the format of the call. */
const asked = ({ filters: f }: State, propertyId: number | undefined) => ({
  ...f,
  property_id: propertyId ?? f.property_id,
  status: f.status as ListingState | undefined,
  unconfirmed: f.unconfirmed ? ('true' as const) : undefined,
  shown: f.shown ? ('true' as const) : undefined,
});

/** The listings the user manages, or those of one property. */
export function useListingRows(propertyId?: number) {
  const list = useListState(names, newest);
  const given = { sort: list.wireSort as 'title', z_filter: asked(list, propertyId) };
  const answer = useCall(listingCalls.list, { page: list.page, page_size: list.pageSize, tabs: 'true', ...given });
  return { list, given, answer };
}

export function ListingListActions({ given, propertyId }: { given: ReturnType<typeof useListingRows>['given']; propertyId?: number }) {
  const { visitor } = useApp();
  const { link } = useDashboard();
  const { code } = useParams();
  const may = isAllowed(listingCalls.create.needs, visitor);
  const held = useCall(propertyCalls.details, may && propertyId !== undefined ? { id: propertyId, code } : null);
  const places = useCall(listingCalls.choices, { creating: 'true' }, { enabled: may && propertyId === undefined });
  return (
    <>
      <DownloadCsvButton label={m.listing_export()} fetch={(part) => send(listingCalls.exportCsv, { ...given, part })} />
      {may && (propertyId === undefined ? places.data?.properties.length !== 0 : held.data?.may.offers) && (
        <Button
          component={Link}
          to={`${link('listing.detail', { id: 'new', code: 'draft' })}${propertyId ? `?property=${propertyId}` : ''}`}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {m.listing_new()}
        </Button>
      )}
    </>
  );
}

export function ListingTable({ list, answer, propertyId }: Omit<ReturnType<typeof useListingRows>, 'given'> & { propertyId?: number }) {
  const { layout, link } = useDashboard();
  const properties = useCall(listingCalls.choices, {}, { enabled: propertyId === undefined }).data?.properties ?? [];
  const noCounty = useIsDealerWithoutCounty(propertyId === undefined && answer.data?.count === 0);
  const { filters } = list;
  const { visitor } = useApp();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const mayEdit = isAllowed(['units', 'edit'], visitor) && (companyRoles as readonly string[]).includes(visitor.role);
  return (
    <ListPage
      caption={m.listing_title()}
      list={list}
      answer={answer}
      columns={columns(propertyId === undefined ? layout : '')}
      rowHref={(l) => link('listing.detail', { id: l.id, code: l.code })}
      mobile={(l) => (
        <MobileRow
          name={l.title}
          amount={formatListingPrice(l)}
          meta={placeOf(l)}
          metaEnd={
            propertyId === undefined ? appendCompanyAndCounty(layout, l, getListingTypeLabel(l.listing_type)) : getListingTypeLabel(l.listing_type)
          }
          badge={<ListingStatusBadge of={l} />}
          when={`${m.listing_column_views()} ${formatCount(l.views)}`}
        />
      )}
      search={{ value: filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.listing_search(), hint: m.listing_search_hint() }}
      states={states()}
      filters={chips(list, propertyId === undefined ? properties : null, layout, answer.data?.results[0]?.company.name)}
      counted={(n) => m.listing_count({ count: n })}
      empty={<StateBlock title={m.listing_empty_title()} text={noCounty ? m.property_empty_no_county() : m.listing_empty_text()} />}
      filteredText={m.listing_filtered_text()}
      {...(mayEdit
        ? {
            selection: {
              selected,
              onChange: setSelected,
              allLabel: m.listing_pick_all(),
              rowLabel: (l: ListingSummary) => m.listing_pick({ title: `${l.title}, ${l.code}` }),
              countLabel: (n: number) => m.listing_picked({ count: n }),
              clearLabel: m.listing_pick_none(),
              actions: (ids: ReadonlySet<string>) => (
                <ListingBulkActions
                  ids={[...ids].map(Number)}
                  // Possible contacts are loaded for one property; the server checks each listing.
                  propertyId={propertyId ?? answer.data?.results.find((l) => ids.has(String(l.id)))?.property.id}
                  done={() => setSelected(new Set())}
                />
              ),
            },
          }
        : {})}
    />
  );
}

function chips(list: State, properties: readonly { id: number; name: string }[] | null, layout: string, company: string | undefined): ActiveFilter[] {
  const { filters, setFilter } = list;
  const types = Object.values(listingTypes).map((n) => ({ value: String(n), label: getListingTypeLabel(n) }));
  const days = dayChoices.map((n) => ({ value: String(n), label: m.listing_filter_days_over({ count: n }) }));
  const places = (properties ?? []).map((p) => ({ value: String(p.id), label: p.name }));
  return [
    ...makeLinkedFilter(list, 'company_id', company ?? m.views_filter_one_company()),
    ...(properties ? makeCountyFilter(layout, filters.region, (v) => setFilter('region', v)) : []),
    makeChoiceFilter('listing_type', m.listing_column_type(), m.listing_any_type(), types, filters.listing_type, (v) => setFilter('listing_type', v)),
    ...(properties
      ? [
          makeChoiceFilter('property_id', m.listing_filter_property(), m.listing_any_property(), places, filters.property_id, (v) =>
            setFilter('property_id', v),
          ),
        ]
      : []),
    priceFilter(list),
    makeDateRangeFilter(list, 'day_from', 'day_to', m.listing_column_online()),
    makeChoiceFilter('days', m.listing_filter_days(), m.listing_any_days(), days, filters.days, (v) => setFilter('days', v)),
    {
      key: 'unconfirmed',
      label: m.listing_filter_unconfirmed(),
      on: filters.unconfirmed ? m.listing_filter_unconfirmed() : undefined,
      onRemove: () => setFilter('unconfirmed', null),
      removeLabel: m.shell_filter_remove(),
      content: (
        <Switch
          label={m.listing_filter_unconfirmed()}
          checked={filters.unconfirmed === 'true'}
          onChange={(e) => setFilter('unconfirmed', e.currentTarget.checked ? 'true' : null)}
        />
      ),
    },
    {
      key: 'shown',
      label: m.listing_filter_shown(),
      on: filters.shown ? m.listing_filter_shown() : undefined,
      onRemove: () => setFilter('shown', null),
      removeLabel: m.shell_filter_remove(),
      content: (
        <Switch
          label={m.listing_filter_shown()}
          checked={filters.shown === 'true'}
          onChange={(e) => setFilter('shown', e.currentTarget.checked ? 'true' : null)}
        />
      ),
    },
  ];
}

function priceFilter({ filters, setFilters }: State): ActiveFilter {
  const words = (cents: string | undefined) => (cents ? formatKes(Number(cents)) : '…');
  const isOn = filters.min !== undefined || filters.max !== undefined;
  return {
    key: 'price',
    label: m.listing_filter_price(),
    on: isOn ? m.listing_filter_price_on({ from: words(filters.min), to: words(filters.max) }) : undefined,
    onRemove: () => setFilters({ min: null, max: null }),
    removeLabel: m.shell_filter_remove(),
    content: <PriceRange key={`${filters.min}-${filters.max}`} min={filters.min} max={filters.max} set={(min, max) => setFilters({ min, max })} />,
  };
}

type Range = { min: string | undefined; max: string | undefined; set: (min: string | null, max: string | null) => void };
function PriceRange({ min, max, set }: Range) {
  const whole = (cents: string | undefined): number | '' => (cents ? toShillings(Number(cents)) : '');
  const [from, setFrom] = useState<number | string>(whole(min));
  const [to, setTo] = useState<number | string>(whole(max));
  const wire = (value: number | string) => (value === '' || Number.isNaN(Number(value)) ? null : String(typedAmountToCents(Number(value))));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        set(wire(from), wire(to));
      }}
    >
      <Stack gap={10}>
        <MoneyInput upTo="price" label={m.listing_filter_price_from()} value={from} onChange={setFrom} />
        <MoneyInput upTo="price" label={m.listing_filter_price_to()} value={to} onChange={setTo} />
        <Button type="submit">{m.listing_filter_price_set()}</Button>
      </Stack>
    </form>
  );
}
