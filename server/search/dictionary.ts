import type { LandmarkKind } from '#contract/catalogue/kinds.ts';

/** Names of places, home types and amenities for lookup. Pure and immutable, built from rows. */
export type DictionaryLocationKind = 'county' | 'sub_county' | 'ward' | 'estate' | 'landmark';
export type DictionaryLocation = {
  readonly id: number;
  readonly kind: DictionaryLocationKind;
  readonly parent_id: number | null;
  readonly name: string;
  readonly slug: string;
  readonly aliases: readonly string[];
  readonly lat: number | null;
  readonly lng: number | null;
  /** For a landmark: its kind, the line of a road as [lat, lng], and its reach. */
  readonly landmark: LandmarkKind | null;
  readonly line: readonly (readonly [number, number])[] | null;
  readonly radius_km: number | null;
  /** The number of listings when the dictionary was built. Of two places with one name, the place with more listings is chosen. */
  readonly n: number;
};
export type DictionaryTaxon = {
  readonly id: number;
  readonly kind: 'amenity' | 'property_type' | 'property_category' | 'unit_type';
  readonly code: string;
  readonly name: string;
  readonly name_sw: string;
  readonly aliases: readonly string[];
  readonly bit: number | null;
  readonly sort: number;
  readonly category: string | null;
};
export type DictionaryEntry = { place: DictionaryLocation; taxon: DictionaryTaxon };
export type SearchDictionary = {
  readonly places: ReadonlyMap<number, DictionaryLocation>;
  readonly byName: ReadonlyMap<string, readonly DictionaryLocation[]>;
  /** Names by their first letter, to find misspelt names (fuzzy search). */
  readonly byLetter: ReadonlyMap<string, readonly string[]>;
  readonly taxons: ReadonlyMap<string, readonly DictionaryTaxon[]>;
  readonly byCode: ReadonlyMap<string, DictionaryTaxon>;
  readonly all: readonly DictionaryTaxon[];
  /** The longest name, in words. */
  readonly longest: number;
};

/** Normalizes names and typed text for comparison: lower case without accents, single spaces. */
export const normalizeName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const put = <T>(into: Map<string, T[]>, key: string, value: T): void => {
  if (key === '') return;
  const there = into.get(key);
  if (!there) into.set(key, [value]);
  else if (!there.includes(value)) there.push(value);
};

export function makeDictionary(places: readonly DictionaryLocation[], taxons: readonly DictionaryTaxon[]): SearchDictionary {
  const byName = new Map<string, DictionaryLocation[]>();
  for (const place of places) for (const name of [place.name, ...place.aliases]) put(byName, normalizeName(name), place);
  const byLetter = new Map<string, string[]>();
  for (const name of byName.keys()) put(byLetter, name[0] ?? '', name);
  const words = new Map<string, DictionaryTaxon[]>();
  for (const taxon of taxons)
    for (const name of [taxon.name, taxon.name_sw, taxon.code.replaceAll('_', ' '), ...taxon.aliases]) put(words, normalizeName(name), taxon);
  const longest = Math.max(1, ...[...byName.keys(), ...words.keys()].map((name) => name.split(' ').length));
  return {
    places: new Map(places.map((p) => [p.id, p])),
    byName,
    byLetter,
    taxons: words,
    byCode: new Map(taxons.map((t) => [`${t.kind} ${t.code}`, t])),
    all: taxons,
    longest: Math.min(longest, 5),
  };
}

/** The parent place; none above a county. */
export const findParentLocation = ({ places }: SearchDictionary, { parent_id }: DictionaryLocation): DictionaryLocation | undefined =>
  parent_id === null ? undefined : places.get(parent_id);
/** Whether a place is the given one or inside it. */
export function isInsideLocation(dictionary: SearchDictionary, place: DictionaryLocation, inside: number): boolean {
  for (let at: DictionaryLocation | undefined = place, steps = 0; at && steps < 6; at = findParentLocation(dictionary, at), steps++)
    if (at.id === inside) return true;
  return false;
}

/** Edit distance of two words: letters omitted, inserted, changed or swapped; stops counting beyond `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}
