import { typedAmountToCents } from '#contract/money/cents.ts';
import type { FacetResponse, SearchResponse } from '#contract/search/calls.ts';
import { amenityFilterLabels, furnishedFilterLabels } from '#contract/search/criteria.ts';
import { searchSortLabels } from '#contract/search/labels.ts';
import { searchSorts } from '#contract/search/limits.ts';
import { formatBedrooms, listingTypeSearchLabels } from '#contract/search/names.ts';
import { getLocalizedName } from '#web/portal/card/card-view.ts';
import { computeWholePercent, formatCount, formatKesShort, type Locale } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { getLocationKindLabels } from './search-labels.ts';

export type FilterOption = { readonly value: string; readonly label: string; readonly n: string | null; readonly on: boolean };
export type FilterGroup = { readonly name: string; readonly title: string; readonly options: readonly FilterOption[] };

/** Rents and leases are compared per month, whatever period their price has. */
const priceNames: Readonly<Record<string, () => string>> = { rent: m.portal_price_month, lease: m.portal_price_lease, buy: m.portal_price };

type Rows = FacetResponse['beds'];
/** Ticked options stay in the list even if they would find nothing more. */
function optionsOf(rows: Rows, ticked: readonly string[], nameOf: (row: Rows[number]) => string): FilterOption[] {
  const missing = ticked
    .filter((value) => !rows.some((row) => row.value === value))
    .map((value) => ({ value, name: value.replaceAll('_', ' '), name_sw: '', n: 0 }));
  return [...rows, ...missing].map((row) => ({ value: row.value, label: nameOf(row), n: formatCount(row.n), on: ticked.includes(row.value) }));
}

type Places = SearchResponse['understood']['places'];

export function toFiltersView(asked: URLSearchParams, facets: FacetResponse, places: Places, locale: Locale, show: string) {
  const ticked = (name: string) => (asked.get(name) ?? '').split(',').filter((value) => value !== '');
  const group = (name: 'unit_type' | 'property_type' | 'amenities', title: string): FilterGroup => ({
    name,
    title,
    options: optionsOf(facets[name], ticked(name), (row) => getLocalizedName(row, locale)),
  });
  const groups: FilterGroup[] = [
    { name: 'beds', title: m.portal_size(), options: optionsOf(facets.beds, ticked('beds'), (row) => formatBedrooms(row.value)) },
    group('unit_type', m.portal_unit_type()),
    group('property_type', m.portal_property_type()),
    group('amenities', m.portal_amenities()),
    {
      name: 'furnished',
      title: m.portal_furnishing(),
      options: optionsOf(facets.furnished, ticked('furnished'), (row) => furnishedFilterLabels[row.value]?.() ?? row.value),
    },
    {
      name: 'with',
      title: m.portal_media(),
      options: Object.entries(amenityFilterLabels).map(([value, name]) => ({ value, label: name(), n: null, on: ticked('with').includes(value) })),
    },
  ];
  const near = asked.has('near');
  return {
    type: asked.get('type') ?? '',
    types: [{ value: '', label: m.portal_any_type() }, ...Object.entries(listingTypeSearchLabels).map(([value, name]) => ({ value, label: name() }))],
    where: whereView(asked, places),
    hidden: ['place', 'q', 'agent', 'bbox', 'near', 'area', 'category'].flatMap((name) =>
      asked.has(name) && !inBox(asked).includes(name) ? [{ name, value: asked.get(name) ?? '' }] : [],
    ),
    groups: groups.filter((one) => one.options.length > 0),
    prices: pricesView(asked, facets),
    baths: asked.get('baths') ?? '',
    pets: asked.get('pets') === 'true',
    available: asked.get('available_by') ?? '',
    sort: asked.get('sort') ?? 'best',
    sorts: searchSorts.filter((sort) => sort !== 'nearest' || near).map((sort) => ({ value: sort as string, label: searchSortLabels[sort]() })),
    says: {
      type: m.portal_type(),
      where: m.portal_where(),
      whereHint: m.portal_where_hint(),
      kinds: getLocationKindLabels(),
      price: (priceNames[asked.get('type') ?? ''] ?? m.portal_price_mixed)(),
      lowest: m.portal_lowest(),
      highest: m.portal_highest(),
      baths: m.portal_bathrooms(),
      anyBaths: m.portal_any_baths(),
      pets: m.portal_pets_yes(),
      available: m.portal_available(),
      sort: m.portal_sort(),
      more: m.portal_more(),
      show,
      /** The text of the result count, also for a count that loads while filters change. */
      showOne: m.portal_show_results({ count: 1, shown: '1' }),
      showMany: m.portal_show_results({ count: 2, shown: '#' }),
    },
  };
}
/** The box shows the one chosen place, else the text; other values are sent as hidden fields. */
const inBox = (asked: URLSearchParams): readonly string[] => (!asked.has('place') ? ['q'] : asked.get('place')?.includes(',') ? [] : ['place']);
function whereView(asked: URLSearchParams, places: Places) {
  const [shown] = inBox(asked);
  if (shown !== 'place') return { text: shown ? (asked.get('q') ?? '') : '', place: '' };
  const place = asked.get('place') ?? '';
  return { text: places.find((one) => String(one.id) === place)?.name ?? '', place };
}

export type FiltersView = ReturnType<typeof toFiltersView>;

/** Bars between the lowest and highest price, as shares of the tallest; in shillings, like the address. */
function pricesView(asked: URLSearchParams, { prices }: FacetResponse) {
  const tallest = Math.max(1, ...prices.counts);
  const { from, to } = prices;
  // Rents beside sale prices would form one bar at the left edge.
  const comparable = to <= 200 * Math.max(1, from);
  const step = (to - from) / Math.max(1, prices.counts.length);
  const min = Number(asked.get('min') ?? 0);
  const max = Number(asked.get('max') ?? Number.POSITIVE_INFINITY);
  const bars = (comparable ? prices.counts : []).map((n, at) => ({
    share: computeWholePercent(n, tallest),
    on: from + step * (at + 1) > min && from + step * at < max,
  }));
  return {
    bars,
    from,
    to,
    min: asked.get('min') ?? '',
    max: asked.get('max') ?? '',
    fromLabel: formatKesShort(typedAmountToCents(from)),
    toLabel: formatKesShort(typedAmountToCents(to)),
  };
}
