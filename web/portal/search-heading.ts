import type { SearchResponse } from '#contract/search/calls.ts';
import { m } from '#words/messages.js';

type Places = SearchResponse['understood']['places'];
/** The applied search, from the address or from parsed text. */
export type SearchHeadingFacts = {
  readonly query: URLSearchParams;
  readonly places: Places;
  readonly nameOf: (name: string, value: string) => string;
};

const headings: Readonly<Record<string, (said: { what: string }) => string>> = {
  rent: m.portal_head_of_rent,
  lease: m.portal_head_of_lease,
  buy: m.portal_head_of_buy,
};

/** "2-bedroom homes to rent in Kilimani": the heading describes the results. */
export function buildSearchHeading(shown: SearchHeadingFacts): string {
  const type = shown.query.get('type') ?? '';
  const what = whatOf(shown, type);
  const heading = headings[type]?.({ what }) ?? what;
  const where = whereOf(shown.places);
  const said = where ? m.portal_head_where({ heading, where }) : heading;
  // A type parsed from text keeps its spelling.
  return said.charAt(0).toUpperCase() + said.slice(1);
}

const only = (query: URLSearchParams, name: string): string | null => {
  const values = (query.get(name) ?? '').split(',').filter((value) => value !== '');
  return values.length === 1 ? (values[0] ?? null) : null;
};

function whatOf({ query, nameOf }: SearchHeadingFacts, type: string): string {
  const beds = only(query, 'beds');
  const name = (['unit_type', 'property_type', 'category'] as const).find((one) => only(query, one) !== null);
  const kind = name ? nameOf(name, only(query, name) ?? '') : null;
  const counted = beds !== null && beds !== '0' && beds !== '5';
  if (kind && counted) return m.portal_what_beds_kind({ count: beds, kind: kind.toLowerCase() });
  if (kind) return kind;
  if (beds === '0') return m.portal_what_beds_none();
  if (beds === '5') return m.portal_what_beds_five();
  if (beds === '1') return m.portal_what_beds_one();
  if (counted) return m.portal_what_beds({ count: beds });
  return ({ rent: m.portal_what_rent, lease: m.portal_what_lease, buy: m.portal_what_buy }[type] ?? m.portal_what_any)();
}

function whereOf(places: Places): string | null {
  const names = places.map((place) => place.name);
  const [only] = places;
  if (!only) return null;
  const place = names.length > 2 ? names.slice(0, 2).join(', ') : names.join(` ${m.portal_and()} `);
  const landmark = places.length === 1 ? only.landmark : null;
  if (landmark === null || landmark === 'area') return m.portal_where_in({ place });
  return landmark === 'road' ? m.portal_where_along({ place }) : m.portal_where_near({ place });
}
