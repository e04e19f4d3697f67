export const unitMeterKinds = ['water', 'electricity', 'gas'] as const;
export type UnitMeterKind = (typeof unitMeterKinds)[number];

/** Maximum number of units for one file, one name pattern and one bulk change. */
export const unitLimits = { rows: 1000, pattern: 200, bulk: 500, csvChars: 900_000 } as const;
/** The number of units that the building view renders at once, and the number of floors that it shows before the user requests more. */
export const buildingViewLimits = { doors: 2000, floors: 12 } as const;
/** Limits of one bulk rent change, in hundredths of a percent; a rent cannot fall to zero or below. */
export const bulkRentPercentRange = { min: -9_900, max: 100_000 } as const;

/** Fields that a column of a file can hold. */
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

/** Contradictions between a unit's record and its tenancies or listings; the list of units can be filtered by them. */
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
export const maxUnitReshapeParts = 12;
