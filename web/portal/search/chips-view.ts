import type { FacetAnswer, SearchAnswer } from '#contract/search/calls.ts';
import { criterion } from '#contract/search/criteria.ts';
import { listFilters } from '#contract/search/limits.ts';
import { named } from '#web/portal/card/card-view.ts';
import { date, type Locale } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { lacking, searchAddress } from './query.ts';
import { spelled } from './relax.ts';

export type ChipView = { readonly name: string; readonly label: string; readonly remove: string; readonly removeLabel: string };
export type Chips = readonly ChipView[];

export type Known = { readonly facets: FacetAnswer; readonly found: SearchAnswer; readonly locale: Locale };

/** Of a found page: its places by name, its kinds and amenities as its facets name them. */
export function labelOf(name: string, value: string, { facets, found, locale }: Known): string {
  const nameOf = (filter: string, one: string) => {
    if (filter === 'place') return found.understood.places.find((place) => String(place.id) === one)?.name ?? null;
    const rows = filter === 'unit_type' || filter === 'property_type' || filter === 'amenities' ? facets[filter] : [];
    const row = rows.find((it) => it.value === one);
    return row ? named(row, locale) : null;
  };
  return criterion(name, value, { nameOf, day: (day) => date(day, locale) });
}

/** Each value of each filter, with the address that leaves it out. */
export function activeChips(filters: URLSearchParams, facets: FacetAnswer, found: SearchAnswer, locale: Locale): Chips {
  const known = { facets, found, locale };
  return [...filters].flatMap(([name, text]) => {
    const values = listFilters.includes(name) ? text.split(',') : [text];
    return values.map((value) => {
      const label = labelOf(name, value, known);
      const rest = listFilters.includes(name) ? lacking(filters, name, value) : lacking(filters, name);
      return { name, label, remove: searchAddress(rest), removeLabel: m.portal_remove({ filter: label }) };
    });
  });
}

/** What free text was read as: each reading can be taken away, the others then stand in the address as filters of their own. */
export function understoodChips(asked: URLSearchParams, found: SearchAnswer, facets: FacetAnswer, locale: Locale) {
  const { filters: read, rest } = found.understood;
  // What was chosen by hand counts before what was read, and has a chip of its own.
  const names = Object.keys(read).filter((name) => !asked.has(name));
  if (!asked.has('q') || names.length === 0) return null;
  const query = spelled(asked, found.understood);
  const chips = names.flatMap((name) => {
    const text = read[name] ?? '';
    const values = listFilters.includes(name) ? text.split(',') : [text];
    return values.map((value) => {
      const label = labelOf(name, value, { facets, found, locale });
      return {
        name,
        label,
        remove: searchAddress(lacking(query, name, listFilters.includes(name) ? value : undefined)),
        removeLabel: m.portal_remove({ filter: label }),
      };
    });
  });
  return { label: m.portal_understood(), chips, rest: rest ? m.portal_understood_rest({ text: rest }) : null };
}
