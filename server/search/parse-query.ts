import { type DictionaryLocation, type DictionaryTaxon, editDistance, isInsideLocation, normalizeName, type SearchDictionary } from './dictionary.ts';
import {
  furnishedPhrases,
  ignoredWords,
  listingTypePhrases,
  lowerLimitPhrases,
  numberWords,
  parseTypedMoney,
  roomWords,
  upperLimitPhrases,
} from './vocabulary.ts';

/** A part of the typed text and its meaning; together the parts cover the whole text. */
export type QuerySpan = { readonly words: readonly string[]; readonly as: 'filter' | 'talk' | 'rest' };
export type ParsedQuery = {
  /** The filters as in the address. */
  readonly filters: Readonly<Record<string, string>>;
  readonly rest: string;
  readonly places: readonly Pick<DictionaryLocation, 'id' | 'name' | 'lat' | 'lng' | 'landmark'>[];
  readonly spans: readonly QuerySpan[];
};

type State = {
  readonly dictionary: SearchDictionary;
  /** The words as typed, and normalized. */
  readonly typed: readonly string[];
  readonly words: readonly string[];
  readonly one: Map<string, string>;
  readonly many: Map<string, Set<string>>;
  readonly candidates: DictionaryLocation[][];
};
/** The number of words it consumed, or zero. */
type Rule = (state: State, at: number) => number;

/** Parses "2 bedroom kilimani under 60k borehole" into filters, and returns the rest. */
export function parseQuery(text: string, dictionary: SearchDictionary): ParsedQuery {
  const typed = text.split(/\s+/u).flatMap(pieces);
  const state: State = { dictionary, typed, words: typed.map(normalizeName), one: new Map(), many: new Map(), candidates: [] };
  const spans: QuerySpan[] = [];
  const rest: string[] = [];
  for (let at = 0; at < typed.length; ) {
    const taken = first(state, at);
    const step = Math.max(1, taken);
    const words = typed.slice(at, at + step);
    const as = taken > 0 ? 'filter' : ignoredWords.has(state.words[at] ?? '') || state.words[at] === '' ? 'talk' : 'rest';
    if (as === 'rest') rest.push(...words);
    spans.push({ words, as });
    at += step;
  }
  const places = chosen(state);
  if (places.length > 0) state.one.set('place', places.map((p) => p.id).join(','));
  for (const [name, values] of state.many) state.one.set(name, [...values].join(','));
  // Land is for sale unless the text says otherwise.
  if (state.one.get('category') === 'land' && !state.one.has('type')) state.one.set('type', 'buy');
  return {
    filters: Object.fromEntries(state.one),
    rest: rest.join(' '),
    places: places.map(({ id, name, lat, lng, landmark }) => ({ id, name, lat, lng, landmark })),
    spans,
  };
}

/** Splits a word: "8k-12k" is three pieces, and the comma in "2br," is dropped. */
const pieces = (word: string): string[] => {
  const range = /^((?:ksh|kes|sh)?[\d.,]+[km]?)(-|–|—)((?:ksh|kes|sh)?[\d.,]+[km]?)(\D*)$/iu.exec(word);
  return range ? [`${range[1]}`, `${range[2]}`, `${range[3]}${range[4] ?? ''}`] : word === '' ? [] : [word];
};

const first = (state: State, at: number): number => {
  for (const rule of rules) {
    const taken = rule(state, at);
    if (taken > 0) return taken;
  }
  return 0;
};

const phrase = (state: State, at: number, length: number): string =>
  state.words
    .slice(at, at + length)
    .join(' ')
    .trim();
const add = (state: State, name: string, value: string): void => {
  const there = state.many.get(name) ?? new Set();
  if (there.size < 6) state.many.set(name, there.add(value));
};

/** The longest fixed phrase that starts here. */
const fixed =
  (phrases: ReadonlyMap<string, string>, name: string): Rule =>
  (state, at) => {
    for (let length = Math.min(3, state.words.length - at); length > 0; length--) {
      const means = phrases.get(phrase(state, at, length));
      if (means === undefined) continue;
      if (!state.one.has(name)) state.one.set(name, means);
      return length;
    }
    return 0;
  };

const joins = new Set(['-', '–', '—', 'to', 'and', 'hadi', 'mpaka']);
const currency = new Set(['ksh', 'kes', 'sh', 'shs', 'kshs', 'bob', 'shillings']);

/** An amount that starts here, and its number of words ("ksh 25,000", "60 k", "8 million"). */
function sum(state: State, at: number, sure: boolean): { value: number; taken: number } | null {
  const marked = currency.has(state.words[at] ?? '') ? 1 : 0;
  const typed = state.typed[at + marked];
  if (typed === undefined) return null;
  const next = state.words[at + marked + 1] ?? '';
  const value = parseTypedMoney(typed, next, sure || marked === 1);
  if (!value) return null;
  const after = state.words[at + marked + value.taken] ?? '';
  return { value: value.shillings, taken: marked + value.taken + (currency.has(after) ? 1 : 0) };
}

const price: Rule = (state, at) => {
  for (const [words, name] of [
    [upperLimitPhrases, 'max'],
    [lowerLimitPhrases, 'min'],
  ] as const) {
    for (let length = 3; length > 0; length--) {
      if (!words.has(phrase(state, at, length))) continue;
      const found = sum(state, at + length, true);
      if (!found) continue;
      const range = name === 'min' ? upTo(state, at + length + found.taken) : null;
      state.one.set(name, String(found.value));
      if (range) state.one.set('max', String(range.value));
      return length + found.taken + (range?.taken ?? 0);
    }
  }
  if (['between', 'kati'].includes(state.words[at] ?? '')) {
    const low = sum(state, at + 1, true);
    const high = low && upTo(state, at + 1 + low.taken);
    if (low && high) return both(state, low.value, high.value, 1 + low.taken + high.taken);
  }
  const low = sum(state, at, false);
  const high = low && upTo(state, at + low.taken);
  if (low && high) return both(state, low.value, high.value, low.taken + high.taken);
  if (!low) return 0;
  // A single amount is the maximum price.
  if (!state.one.has('max')) state.one.set('max', String(low.value));
  return low.taken;
};
const upTo = (state: State, at: number) => {
  if (!joins.has(state.typed[at]?.toLowerCase() ?? '')) return null;
  const found = sum(state, at + 1, true);
  return found ? { value: found.value, taken: found.taken + 1 } : null;
};

const both = (state: State, a: number, b: number, taken: number): number => {
  state.one.set('min', String(Math.min(a, b)));
  state.one.set('max', String(Math.max(a, b)));
  return taken;
};

/** "2 bedroom", "3br", "two bed", "vyumba 2", "2 baths". */
const rooms: Rule = (state, at) => {
  const word = state.words[at] ?? '';
  const together = /^(\d{1,2}) ?([a-z]+)$/.exec(word);
  const glued = together ? roomWords.get(together[2] ?? '') : undefined;
  if (together && glued) return roomed(state, glued, Number(together[1]), 1);
  const number = numberWords.get(word) ?? (/^\d{1,2}$/.test(word) ? Number(word) : undefined);
  if (number !== undefined) {
    for (const length of [2, 1]) {
      const kind = roomWords.get(phrase(state, at + 1, length));
      if (kind && at + length < state.words.length) return roomed(state, kind, number, length + 1);
    }
    return 0;
  }
  const after = state.words[at + 1] ?? '';
  const follows = numberWords.get(after) ?? (/^\d{1,2}$/.test(after) ? Number(after) : undefined);
  return word === 'vyumba' && follows !== undefined ? roomed(state, 'beds', follows, 2) : 0;
};
const roomed = (state: State, kind: 'beds' | 'baths', number: number, taken: number): number => {
  if (number > 20) return 0;
  if (kind === 'beds') add(state, 'beds', String(Math.min(number, 5)));
  else state.one.set('baths', String(number));
  return taken;
};

/** A type or an amenity by any of its names; the longest name that starts here. */
const kinds: Rule = (state, at) => {
  for (let length = Math.min(state.dictionary.longest, state.words.length - at); length > 0; length--) {
    const named = state.dictionary.taxons.get(phrase(state, at, length));
    const taxon = named?.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))[0];
    if (taxon) {
      // "Garden City" is a mall, although a garden is an amenity: the longer name applies.
      if (placeAt(state, at, length)) return 0;
      keep(state, taxon, named ?? []);
      return length;
    }
  }
  return /^\d{2,3}x\d{2,3}$/.test(state.words[at] ?? '') ? land(state) : 0;
};
const order: readonly DictionaryTaxon['kind'][] = ['property_type', 'unit_type', 'amenity', 'property_category'];
const land = (state: State): number => {
  add(state, 'category', 'land');
  return 1;
};
function keep(state: State, taxon: DictionaryTaxon, named: readonly DictionaryTaxon[]): void {
  const isLand = taxon.category === 'land' || named.some((t) => t.kind === 'property_category' && t.code === 'land') || taxon.code === 'plot_of_land';
  if (isLand) land(state);
  else if (taxon.kind === 'property_category') add(state, 'category', taxon.code);
  else add(state, taxon.kind === 'amenity' ? 'amenities' : taxon.kind, taxon.code);
}

/** Places with the longest name that starts here and has more than the given number of words. */
function placeAt(state: State, at: number, longer: number): { found: readonly DictionaryLocation[]; length: number } | null {
  for (let length = Math.min(state.dictionary.longest, state.words.length - at); length > longer; length--) {
    const found = state.dictionary.byName.get(phrase(state, at, length));
    if (found) return { found, length };
  }
  return null;
}

const place: Rule = (state, at) => {
  const there = placeAt(state, at, 0);
  if (!there) return 0;
  state.candidates.push([...there.found]);
  return there.length;
};

/** "kilimni", "westland": a misspelt place name; only if nothing else matches. */
const misspelt: Rule = (state, at) => {
  for (const length of [2, 1]) {
    const word = phrase(state, at, length);
    if (word.length < 5 || at + length > state.words.length || /\d/.test(word) || ignoredWords.has(word)) continue;
    const most = word.length >= 9 ? 2 : 1;
    let best = most + 1;
    let names: string[] = [];
    for (const name of state.dictionary.byLetter.get(word[0] ?? '') ?? []) {
      if (name.length < 5) continue;
      const off = editDistance(word, name, Math.min(most, best));
      if (off > most || off > best) continue;
      names = off < best ? [name] : [...names, name];
      best = off;
    }
    const found = names.flatMap((name) => state.dictionary.byName.get(name) ?? []);
    if (found.length > 0) {
      state.candidates.push(found);
      return length;
    }
  }
  return 0;
};

const rules: readonly Rule[] = [rooms, price, fixed(furnishedPhrases, 'furnished'), fixed(listingTypePhrases, 'type'), kinds, place, misspelt];

const width = { county: 0, sub_county: 1, ward: 2, estate: 3, landmark: 4 } as const;
/** Chooses between places with one name: the place inside another named place, then the one with most listings, then the largest. */
function chosen({ candidates, dictionary }: State): DictionaryLocation[] {
  const all = new Set(candidates.flat().map((p) => p.id));
  const picked = candidates.map((list) => {
    const inside = list.filter((p) => [...all].some((id) => id !== p.id && !list.some((l) => l.id === id) && isInsideLocation(dictionary, p, id)));
    return (inside.length > 0 ? inside : list).toSorted((a, b) => b.n - a.n || width[a.kind] - width[b.kind] || a.id - b.id)[0];
  });
  const places = [...new Map(picked.filter((p) => p !== undefined).map((p) => [p.id, p])).values()];
  // "Kilimani Nairobi" is Kilimani.
  return places.filter((p) => !places.some((other) => other !== p && isInsideLocation(dictionary, other, p.id))).slice(0, 10);
}
