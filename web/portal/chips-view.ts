import { typedCents } from '#contract/money/cents.ts';
import type { FacetAnswer, SearchAnswer } from '#contract/search/calls.ts';
import { date, kes, type Locale } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { named } from './card-view.ts';
import { lacking, listFilters, searchAddress } from './query.ts';
import { spelled } from './relax.ts';
import { bedsName, type TypeName, typeNames } from './search-labels.ts';

export type ChipView = { readonly name: string; readonly label: string; readonly remove: string; readonly removeLabel: string };
export type Chips = readonly ChipView[];

export const furnishedNames: Readonly<Record<string, () => string>> = {
  unfurnished: m.portal_unfurnished,
  semi: m.portal_semi_furnished,
  furnished: m.portal_furnished,
};
export const withNames: Readonly<Record<string, () => string>> = { video: m.portal_with_video, tour: m.portal_with_tour, plan: m.portal_with_plan };

/** A word the facets no longer offer is shown as it stands in the address, without its underscores. */
const fromFacet = (facets: FacetAnswer, name: string, value: string, locale: Locale): string => {
  const rows = name === 'unit_type' || name === 'property_type' || name === 'amenities' ? facets[name] : [];
  const row = rows.find((one) => one.value === value);
  return row ? named(row, locale) : value.replaceAll('_', ' ');
};

export type Known = { readonly facets: FacetAnswer; readonly found: SearchAnswer; readonly locale: Locale };

export function labelOf(name: string, value: string, { facets, found, locale }: Known): string {
  switch (name) {
    case 'type':
      return value in typeNames ? typeNames[value as TypeName]() : value;
    case 'q':
      return `“${value}”`;
    case 'place':
      return found.understood.places.find((place) => String(place.id) === value)?.name ?? m.portal_where();
    case 'min':
      return m.portal_chip_min({ amount: kes(typedCents(Number(value))) });
    case 'max':
      return m.portal_chip_max({ amount: kes(typedCents(Number(value))) });
    case 'beds':
      return bedsName(value);
    case 'baths':
      return m.portal_chip_baths({ count: Number(value) });
    case 'furnished':
      return furnishedNames[value]?.() ?? value;
    case 'with':
      return withNames[value]?.() ?? value;
    case 'pets':
      return value === 'true' ? m.portal_pets_yes() : m.portal_pets_no();
    case 'available_by':
      return m.portal_chip_available({ date: date(value, locale) });
    case 'near':
      return m.portal_chip_near({ km: value.split(',')[2] ?? '' });
    case 'area':
    case 'bbox':
      return m.portal_area();
    case 'agent':
      return m.portal_agent();
    default:
      return fromFacet(facets, name, value, locale);
  }
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
