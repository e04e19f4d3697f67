/** Built-in search vocabulary: how people in Kenya write buy, rent, number of rooms and amounts. Pure. */
export const listingTypePhrases: ReadonlyMap<string, string> = new Map([
  ...[
    'to let',
    'tolet',
    'rent',
    'renting',
    'rental',
    'rentals',
    'for rent',
    'to rent',
    'kukodisha',
    'kukodi',
    'kodi',
    'kupanga',
    'kupangisha',
    'ya kupanga',
  ].map((w) => [w, 'rent'] as const),
  ...['for sale', 'sale', 'on sale', 'buy', 'buying', 'to buy', 'kuuza', 'ya kuuza', 'inauzwa', 'zinauzwa', 'kununua', 'selling'].map(
    (w) => [w, 'buy'] as const,
  ),
  ...['lease', 'for lease', 'to lease', 'leasing', 'leasehold'].map((w) => [w, 'lease'] as const),
]);

export const furnishedPhrases: ReadonlyMap<string, string> = new Map([
  ['furnished', 'furnished'],
  ['fully furnished', 'furnished'],
  ['semi furnished', 'semi'],
  ['unfurnished', 'unfurnished'],
  ['not furnished', 'unfurnished'],
]);

export const upperLimitPhrases: ReadonlySet<string> = new Set([
  'under',
  'below',
  'less than',
  'max',
  'maximum',
  'upto',
  'up to',
  'not more than',
  'chini ya',
  'budget',
  'hadi',
  'within',
  'at most',
  'cheaper than',
]);
export const lowerLimitPhrases: ReadonlySet<string> = new Set([
  'over',
  'above',
  'more than',
  'from',
  'min',
  'minimum',
  'at least',
  'zaidi ya',
  'juu ya',
  'kuanzia',
  'kutoka',
  'starting',
  'starting from',
]);

export const numberWords: ReadonlyMap<string, number> = new Map([
  ['one', 1],
  ['two', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
  ['six', 6],
  ['moja', 1],
  ['mbili', 2],
  ['viwili', 2],
  ['tatu', 3],
  ['vitatu', 3],
  ['nne', 4],
  ['vinne', 4],
  ['tano', 5],
]);

const beds = [
  'bedroom',
  'bedrooms',
  'bedroomed',
  'bed',
  'beds',
  'br',
  'brs',
  'b r',
  'bdrm',
  'bdrms',
  'bdr',
  'bd',
  'bhk',
  'bed room',
  'bed rooms',
  'vyumba',
  'chumba',
  'bedrm',
  'bedrms',
];
const baths = ['bath', 'baths', 'bathroom', 'bathrooms', 'ba', 'bafu', 'toilets'];
export const roomWords: ReadonlyMap<string, 'beds' | 'baths'> = new Map([
  ...beds.map((w) => [w, 'beds'] as const),
  ...baths.map((w) => [w, 'baths'] as const),
]);

/** Words that the parser ignores. */
export const ignoredWords: ReadonlySet<string> = new Set(
  'a an the in at on near around along beside opposite with and or for of to by is am i need want looking search find any me my please na ya wa za la kwa katika karibu nataka natafuta home homes house houses keja kejas nyumba place property properties unit units'.split(
    ' ',
  ),
);

const scales: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, elfu: 1e3, m: 1e6, mil: 1e6, million: 1e6, milioni: 1e6, millions: 1e6 };

/** "60k", "25,000", "25,000/=", "1.5m", "ksh25000", or a number followed by a scale. Unless `sure`, a plain number must look like a price. */
export function parseTypedMoney(typed: string, next: string, sure: boolean): { shillings: number; taken: number } | null {
  const found = /^(ksh|kes|sh|kshs)?\.?(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{1,3})?(k|m)?(?:\/[=-]*|bob|[.,;])*$/i.exec(typed);
  if (!found) return null;
  const [, mark, whole = '', part = '', suffix] = found;
  const scale = suffix ? scales[suffix.toLowerCase()] : scales[next];
  const value = Math.round(Number(whole.replaceAll(',', '') + part) * (scale ?? 1));
  if (value > 100_000_000_000) return null;
  const looks = mark !== undefined || scale !== undefined || whole.includes(',') || value >= 3000;
  // "from 2 bedrooms": two is not a price, even after a word that often precedes one.
  if (!looks && !(sure && value >= 500)) return null;
  return { shillings: value, taken: suffix || scale === undefined ? 1 : 2 };
}
