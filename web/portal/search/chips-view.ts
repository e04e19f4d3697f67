import type { FacetResponse, SearchResponse } from '#contract/search/calls.ts';
import { formatCriterion } from '#contract/search/criteria.ts';
import { multiValueSearchFilters } from '#contract/search/limits.ts';
import { getLocalizedName } from '#web/portal/card/card-view.ts';
import { formatDate, type Locale } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { buildListingsHref, removeSearchFilter } from './query.ts';
import { toExplicitFilters } from './relax.ts';

export type ChipView = { readonly name: string; readonly label: string; readonly remove: string; readonly removeLabel: string };
export type FilterChips = readonly ChipView[];

export type FilterChipContext = { readonly facets: FacetResponse; readonly found: SearchResponse; readonly locale: Locale };

/** Labels of a result page: places by name, types and amenities as in the facets. */
export function getFilterChipLabel(name: string, value: string, { facets, found, locale }: FilterChipContext): string {
  const nameOf = (filter: string, one: string) => {
    if (filter === 'place') return found.understood.places.find((place) => String(place.id) === one)?.name ?? null;
    const rows = filter === 'unit_type' || filter === 'property_type' || filter === 'amenities' ? facets[filter] : [];
    const row = rows.find((it) => it.value === one);
    return row ? getLocalizedName(row, locale) : null;
  };
  return formatCriterion(name, value, { nameOf, day: (day) => formatDate(day, locale) });
}

/** Each value of each filter, with the address without it. */
export function listActiveChips(filters: URLSearchParams, facets: FacetResponse, found: SearchResponse, locale: Locale): FilterChips {
  const known = { facets, found, locale };
  return [...filters].flatMap(([name, text]) => {
    const values = multiValueSearchFilters.includes(name) ? text.split(',') : [text];
    return values.map((value) => {
      const label = getFilterChipLabel(name, value, known);
      const rest = multiValueSearchFilters.includes(name) ? removeSearchFilter(filters, name, value) : removeSearchFilter(filters, name);
      return { name, label, remove: buildListingsHref(rest), removeLabel: m.portal_remove({ filter: label }) };
    });
  });
}

/** Filters parsed from free text: each can be removed, and the others then become filters in the address. */
export function listParsedFilterChips(asked: URLSearchParams, found: SearchResponse, facets: FacetResponse, locale: Locale) {
  const { filters: read, rest } = found.understood;
  // A manual filter has priority over a parsed one and has its own chip.
  const names = Object.keys(read).filter((name) => !asked.has(name));
  if (!asked.has('q') || names.length === 0) return null;
  const query = toExplicitFilters(asked, found.understood);
  const chips = names.flatMap((name) => {
    const text = read[name] ?? '';
    const values = multiValueSearchFilters.includes(name) ? text.split(',') : [text];
    return values.map((value) => {
      const label = getFilterChipLabel(name, value, { facets, found, locale });
      return {
        name,
        label,
        remove: buildListingsHref(removeSearchFilter(query, name, multiValueSearchFilters.includes(name) ? value : undefined)),
        removeLabel: m.portal_remove({ filter: label }),
      };
    });
  });
  return { label: m.portal_understood(), chips, rest: rest ? m.portal_understood_rest({ text: rest }) : null };
}
