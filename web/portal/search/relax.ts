import type { SearchResponse } from '#contract/search/calls.ts';
import { multiValueSearchFilters } from '#contract/search/limits.ts';
import { m } from '#words/messages.js';
import { addSearchFilters, pickSearchFilters, removeSearchFilter } from './query.ts';

type Understood = SearchResponse['understood'];
/** A search with one condition less or relaxed. */
export type RelaxedSearch = { readonly label: string; readonly query: URLSearchParams };
type NameOf = (name: string, value: string) => string;

/** The search with parsed text written as filters; manual filters have priority. */
export function toExplicitFilters(asked: URLSearchParams, { filters: read, rest }: Understood): URLSearchParams {
  const chosen = pickSearchFilters(asked);
  if (!chosen.has('q')) return chosen;
  const more = Object.fromEntries(Object.entries(read).filter(([name]) => !chosen.has(name)));
  return addSearchFilters(chosen, { ...more, q: rest });
}

const without = (query: URLSearchParams, ...names: string[]) => names.reduce((rest, name) => removeSearchFilter(rest, name), query);
const kinds = ['unit_type', 'property_type', 'category'];
const ground = ['place', 'near', 'area', 'bbox'];
const rings = [3, 10];
const widest = 30;

/** Without results: each condition dropped or widened, one at a time, the smallest change first. */
export function listRelaxedSearches(asked: URLSearchParams, understood: Understood, nameOf: NameOf): RelaxedSearch[] {
  const query = toExplicitFilters(asked, understood);
  const has = (...names: string[]) => names.some((name) => query.has(name));
  const made: RelaxedSearch[] = [...around(query, understood)];
  const add = (label: string, ...names: string[]) => {
    if (has(...names)) made.push({ label, query: without(query, ...names) });
  };
  add(m.portal_any_price(), 'min', 'max');
  add(m.portal_any_size(), 'beds');
  add(m.portal_relax_any_rooms(), 'baths');
  for (const name of ['amenities', 'furnished', 'with', 'pets'])
    for (const value of valuesOf(query, name))
      made.push({
        label: m.portal_without({ filter: nameOf(name, value) }),
        query: removeSearchFilter(query, name, multiValueSearchFilters.includes(name) ? value : undefined),
      });
  add(m.portal_relax_any_kind(), ...kinds);
  add(m.portal_relax_any_date(), 'available_by');
  const agent = query.get('agent');
  if (agent) add(m.portal_without({ filter: nameOf('agent', agent) }), 'agent');
  add(m.portal_relax_words({ text: query.get('q') ?? '' }), 'q');
  add(m.portal_relax_anywhere(), ...ground);
  const type = query.get('type');
  if (type) add(m.portal_without({ filter: nameOf('type', type) }), 'type');
  return made;
}

const valuesOf = (query: URLSearchParams, name: string): string[] => {
  const text = query.get(name);
  return !text ? [] : multiValueSearchFilters.includes(name) ? text.split(',') : [text];
};

/** The chosen place with its surroundings; a circle becomes wider. */
function around(query: URLSearchParams, { places }: Understood): RelaxedSearch[] {
  const [place] = places;
  if (query.has('place') && place && places.length === 1 && place.lat !== null && place.lng !== null) {
    const open = without(query, ...ground);
    return rings.map((km) => ({
      label: m.portal_relax_around({ km, place: place.name }),
      query: addSearchFilters(open, { near: `${place.lat},${place.lng},${km}` }),
    }));
  }
  const [lat, lng, km] = (query.get('near') ?? '').split(',').map(Number);
  if (!lat || !lng || !km || km >= widest) return [];
  const wider = rings.find((ring) => ring > km) ?? widest;
  return [{ label: m.portal_relax_within({ km: wider }), query: addSearchFilters(query, { near: `${lat},${lng},${wider}` }) }];
}

/** If no single change helps: everything in the place, everything of the listing type, everything. */
export function listBroadestSearches(asked: URLSearchParams, understood: Understood): URLSearchParams[] {
  const query = toExplicitFilters(asked, understood);
  const keep = (...names: string[]) => new URLSearchParams([...query].filter(([name]) => names.includes(name)));
  const all = [keep('type', ...ground), keep(...ground), keep('type'), new URLSearchParams()];
  const own = String(query);
  return all.filter((one, at) => String(one) !== own && all.findIndex((other) => String(other) === String(one)) === at);
}
