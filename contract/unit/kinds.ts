export const meterKinds = ['water', 'electricity', 'gas'] as const;
export type MeterKind = (typeof meterKinds)[number];

/** How many units one file, one pattern and one bulk change may be about. */
export const unitLimits = { rows: 1000, pattern: 200, bulk: 500, csvChars: 900_000 } as const;
/** How many doors a building is drawn with at once, and how many of its floors before the others are asked for. */
export const doorLimits = { doors: 2000, floors: 12 } as const;
/** How far one bulk change may move a rent, in hundredths of a percent: never to nothing or below. */
export const rentPercent = { min: -9_900, max: 100_000 } as const;

/** What a column of a file may hold. */
export const unitFields = [
  'name',
  'block',
  'floor',
  'unit_type',
  'bedrooms',
  'bathrooms',
  'area_m2',
  'rent',
  'deposit',
  'service_charge',
  'furnished',
  'available_from',
  'water_meter',
  'electricity_meter',
  'keys_count',
  'occupied',
  'notes',
] as const;
export type UnitField = (typeof unitFields)[number];

/** Where a unit's record and what is done with it disagree; the list of units filters by these. */
export const unitMismatches = [
  'works_overdue',
  'hold_overdue',
  'vacant_unlisted',
  'rent_differs',
  'offered_taken',
  'no_tenancy',
  'start_passed',
  'term_over',
  'not_gone',
] as const;
export type UnitMismatch = (typeof unitMismatches)[number];

/** How many parts a unit may be split into, or be made of. */
export const reshapeParts = 12;
