import type { SearchAnswer } from '#contract/search/calls.ts';
import { listFilters } from '#contract/search/limits.ts';
import { m } from '#words/messages.js';
import { having, lacking, onlyFilters } from './query.ts';

type Understood = SearchAnswer['understood'];
/** One thing asked for less, or asked for more loosely. */
export type Looser = { readonly label: string; readonly query: URLSearchParams };
type NameOf = (name: string, value: string) => string;

/** A search with what its free text was read as written out as filters; what was chosen by hand counts before what was read. */
export function spelled(asked: URLSearchParams, { filters: read, rest }: Understood): URLSearchParams {
  const chosen = onlyFilters(asked);
  if (!chosen.has('q')) return chosen;
  const more = Object.fromEntries(Object.entries(read).filter(([name]) => !chosen.has(name)));
  return having(chosen, { ...more, q: rest });
}

const without = (query: URLSearchParams, ...names: string[]) => names.reduce((rest, name) => lacking(rest, name), query);
const kinds = ['unit_type', 'property_type', 'category'];
const ground = ['place', 'near', 'area', 'bbox'];
const rings = [3, 10];
const widest = 30;

/** Where nothing fits: each part of what was asked for, one at a time, left out or widened; the smallest change first. */
export function looser(asked: URLSearchParams, understood: Understood, nameOf: NameOf): Looser[] {
  const query = spelled(asked, understood);
  const has = (...names: string[]) => names.some((name) => query.has(name));
  const made: Looser[] = [...around(query, understood)];
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
        query: lacking(query, name, listFilters.includes(name) ? value : undefined),
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
  return !text ? [] : listFilters.includes(name) ? text.split(',') : [text];
};

/** The one place that was meant, with some of the country around it; a circle becomes a wider one. */
function around(query: URLSearchParams, { places }: Understood): Looser[] {
  const [place] = places;
  if (query.has('place') && place && places.length === 1 && place.lat !== null && place.lng !== null) {
    const open = without(query, ...ground);
    return rings.map((km) => ({
      label: m.portal_relax_around({ km, place: place.name }),
      query: having(open, { near: `${place.lat},${place.lng},${km}` }),
    }));
  }
  const [lat, lng, km] = (query.get('near') ?? '').split(',').map(Number);
  if (!lat || !lng || !km || km >= widest) return [];
  const wider = rings.find((ring) => ring > km) ?? widest;
  return [{ label: m.portal_relax_within({ km: wider }), query: having(query, { near: `${lat},${lng},${wider}` }) }];
}

/** Where not even one thing less helps: everything there, everything of that kind of deal, everything. */
export function atLast(asked: URLSearchParams, understood: Understood): URLSearchParams[] {
  const query = spelled(asked, understood);
  const keep = (...names: string[]) => new URLSearchParams([...query].filter(([name]) => names.includes(name)));
  const all = [keep('type', ...ground), keep(...ground), keep('type'), new URLSearchParams()];
  const own = String(query);
  return all.filter((one, at) => String(one) !== own && all.findIndex((other) => String(other) === String(one)) === at);
}
