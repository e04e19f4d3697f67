import type { FacetAnswer, SearchAnswer } from '#contract/search/calls.ts';
import { criterionText } from '#contract/search/criteria.ts';
import { searchListFilters } from '#contract/search/limits.ts';
import { nameInLocale } from '#web/portal/card/card-view.ts';
import { formatDate, type Locale } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { removeSearchFilter, searchAddress } from './query.ts';
import { toExplicitFilters } from './relax.ts';

export type ChipView = { readonly name: string; readonly label: string; readonly remove: string; readonly removeLabel: string };
export type FilterChips = readonly ChipView[];

export type ChipFacts = { readonly facets: FacetAnswer; readonly found: SearchAnswer; readonly locale: Locale };

/** Labels of a result page: places by name, types and amenities as in the facets. */
export function filterChipLabelOf(name: string, value: string, { facets, found, locale }: ChipFacts): string {
  const nameOf = (filter: string, one: string) => {
    if (filter === 'place') return found.understood.places.find((place) => String(place.id) === one)?.name ?? null;
    const rows = filter === 'unit_type' || filter === 'property_type' || filter === 'amenities' ? facets[filter] : [];
    const row = rows.find((it) => it.value === one);
    return row ? nameInLocale(row, locale) : null;
  };
  return criterionText(name, value, { nameOf, day: (day) => formatDate(day, locale) });
}

/** Each value of each filter, with the address without it. */
export function listActiveChips(filters: URLSearchParams, facets: FacetAnswer, found: SearchAnswer, locale: Locale): FilterChips {
  const known = { facets, found, locale };
  return [...filters].flatMap(([name, text]) => {
    const values = searchListFilters.includes(name) ? text.split(',') : [text];
    return values.map((value) => {
      const label = filterChipLabelOf(name, value, known);
      const rest = searchListFilters.includes(name) ? removeSearchFilter(filters, name, value) : removeSearchFilter(filters, name);
      return { name, label, remove: searchAddress(rest), removeLabel: m.portal_remove({ filter: label }) };
    });
  });
}

/** Filters parsed from free text: each can be removed, and the others then become filters in the address. */
export function listUnderstoodChips(asked: URLSearchParams, found: SearchAnswer, facets: FacetAnswer, locale: Locale) {
  const { filters: read, rest } = found.understood;
  // A manual filter has priority over a parsed one and has its own chip.
  const names = Object.keys(read).filter((name) => !asked.has(name));
  if (!asked.has('q') || names.length === 0) return null;
  const query = toExplicitFilters(asked, found.understood);
  const chips = names.flatMap((name) => {
    const text = read[name] ?? '';
    const values = searchListFilters.includes(name) ? text.split(',') : [text];
    return values.map((value) => {
      const label = filterChipLabelOf(name, value, { facets, found, locale });
      return {
        name,
        label,
        remove: searchAddress(removeSearchFilter(query, name, searchListFilters.includes(name) ? value : undefined)),
        removeLabel: m.portal_remove({ filter: label }),
      };
    });
  });
  return { label: m.portal_understood(), chips, rest: rest ? m.portal_understood_rest({ text: rest }) : null };
}
