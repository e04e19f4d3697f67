import { type UnitField, unitFields } from './kinds.ts';

/** Names people give to columns, without spaces and marks, in English and Kiswahili. Exact names win over those that only contain one. */
export const columnNames: Readonly<Record<UnitField, readonly string[]>> = {
  name: [
    'name',
    'unit',
    'unitno',
    'unitnumber',
    'unitname',
    'house',
    'houseno',
    'housenumber',
    'hse',
    'hses',
    'hseno',
    'hsenumber',
    'door',
    'doorno',
    'apartment',
    'apt',
    'flat',
    'flatno',
    'roomno',
    'shopno',
    'no',
    'number',
    'nyumba',
    'nambayanyumba',
    'jina',
    'namba',
  ],
  block: ['block', 'wing', 'tower', 'phase', 'court', 'building', 'jengo', 'bloku', 'bloki'],
  floor: ['floor', 'level', 'flr', 'ghorofa', 'sakafu', 'floorno'],
  unit_type: ['type', 'unittype', 'housetype', 'category', 'kind', 'size', 'aina', 'ainayanyumba'],
  bedrooms: ['bedrooms', 'bedroom', 'beds', 'br', 'bdrms', 'rooms', 'noofbedrooms', 'vyumba', 'vyumbavyakulala'],
  bathrooms: ['bathrooms', 'bathroom', 'baths', 'bath', 'toilets', 'washrooms', 'bafu', 'choo'],
  area_m2: ['area', 'aream2', 'sqm', 'sqft', 'm2', 'squaremetres', 'floorarea', 'ukubwa', 'eneo'],
  rent: ['rent', 'monthlyrent', 'rentpm', 'rentkes', 'rentksh', 'price', 'amount', 'rentamount', 'kodi', 'kodiyamwezi', 'bei'],
  deposit: ['deposit', 'rentdeposit', 'securitydeposit', 'dhamana', 'amana'],
  service_charge: ['servicecharge', 'service', 'servicefee', 'adayahuduma', 'huduma'],
  furnished: ['furnished', 'furnishing', 'furniture', 'samani', 'fanicha'],
  available_from: ['availablefrom', 'available', 'availability', 'vacantfrom', 'movein', 'inapatikana', 'inapatikanakuanzia'],
  water_meter: ['watermeter', 'watermeterno', 'water', 'mitayamaji', 'maji'],
  electricity_meter: [
    'electricitymeter',
    'powermeter',
    'kplcmeter',
    'kplc',
    'tokenmeter',
    'meterno',
    'meter',
    'electricity',
    'mitayaumeme',
    'umeme',
    'stima',
  ],
  occupied: ['status', 'occupied', 'occupancy', 'occupancystatus', 'unitstatus', 'vacancy', 'hali', 'inakaliwa', 'livedin'],
  keys_count: ['keys', 'keyscount', 'noofkeys', 'funguo'],
  notes: ['notes', 'note', 'remarks', 'remark', 'comment', 'comments', 'description', 'maelezo', 'maoni'],
};

export const squeezedHead = (head: string): string =>
  head
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\(.*?\)/g, '')
    .replace(/²/g, '2')
    .replace(/[^a-z0-9]/g, '');

/** What this company called its columns last time, by the squeezed head. */
export type SavedMapping = Readonly<Record<string, UnitField>>;

/** Which field each column holds, as well as its head tells; no field twice. What was said last time counts most. */
export function guessColumns(heads: readonly string[], remembered: SavedMapping = {}): (UnitField | null)[] {
  const squeezed = heads.map(squeezedHead);
  const guessed: (UnitField | null)[] = heads.map(() => null);
  const free = new Set<UnitField>(unitFields);
  const give = (fits: (head: string, field: UnitField) => boolean) => {
    for (const [at, head] of squeezed.entries()) {
      if (guessed[at] || head === '') continue;
      const field = [...free].find((one) => fits(head, one));
      if (!field) continue;
      guessed[at] = field;
      free.delete(field);
    }
  };
  give((head, field) => Object.hasOwn(remembered, head) && remembered[head] === field);
  give((head, field) => columnNames[field].includes(head));
  // Longer names only: "no" is in too many words.
  give((head, field) => columnNames[field].some((name) => name.length > 3 && head.includes(name)));
  return guessed;
}

/** Whether the first row names the columns: a head is known, and it holds no amount. */
export const looksHeaded = (first: readonly string[]): boolean =>
  guessColumns(first).filter((field) => field !== null).length >= 1 && !first.some((cell) => /^\s*(?:ksh|kes)?\.?\s*[\d,.]{4,}\s*$/i.test(cell));

/** To be kept for the next file. */
export const savedMappingOf = (heads: readonly string[], columns: readonly (UnitField | null)[]): Record<string, UnitField> =>
  Object.fromEntries(
    heads.flatMap((head, at): [string, UnitField][] => (columns[at] && squeezedHead(head) ? [[squeezedHead(head), columns[at]]] : [])),
  );
