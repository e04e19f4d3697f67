export const meterKinds = ['water', 'power', 'gas', 'heat'] as const;
export type MeterKind = (typeof meterKinds)[number];
export const meterStatuses = ['active', 'replaced', 'archived'] as const;
export type MeterStatus = (typeof meterStatuses)[number];

/** The source of a reading. */
export const meterReadingSources = ['caretaker', 'tenant', 'import', 'estimate', 'device'] as const;
export type MeterReadingSource = (typeof meterReadingSources)[number];
export const meterReadingStatuses = ['submitted', 'accepted', 'rejected', 'estimated'] as const;
export type MeterReadingStatus = (typeof meterReadingStatuses)[number];

/** Reasons to review a reading before it is billed. */
export const meterReadingFlags = ['lower', 'high', 'zero', 'rollover'] as const;
export type MeterReadingFlag = (typeof meterReadingFlags)[number];

export const meterCycleStatuses = ['open', 'review', 'locked'] as const;
export type MeterCycleStatus = (typeof meterCycleStatuses)[number];
/** Filters for the rows of a month. */
export const readingGridStates = ['missing', 'flagged', 'done'] as const;
export type ReadingGridState = (typeof readingGridStates)[number];

export const meterQueryStatuses = ['open', 'stands', 'corrected', 'withdrawn'] as const;
export type MeterQueryStatus = (typeof meterQueryStatuses)[number];

export const utilityPurchaseSources = ['county', 'tanker', 'borehole', 'grid', 'generator', 'solar', 'bottle', 'other'] as const;
export type UtilityPurchaseSource = (typeof utilityPurchaseSources)[number];
/** The possible sources of each kind. */
export const purchaseSourcesByKind: Readonly<Record<MeterKind, readonly UtilityPurchaseSource[]>> = {
  water: ['county', 'tanker', 'borehole', 'other'],
  power: ['grid', 'generator', 'solar', 'other'],
  gas: ['bottle', 'other'],
  heat: ['grid', 'solar', 'other'],
};

/** The tax codes of eTIMS, the invoices of the tax authority (KRA). */
export const meterTaxCodes = ['A', 'B', 'C', 'D', 'E'] as const;
export type MeterTaxCode = (typeof meterTaxCodes)[number];

/** The tenancy charge under which each kind is billed. */
export const meterChargeKinds = { water: 'water', power: 'power', gas: 'other', heat: 'other' } as const satisfies Record<MeterKind, string>;
export type MeterChargeKind = (typeof meterChargeKinds)[MeterKind];

export const unitByMeterKind: Readonly<Record<MeterKind, 'm³' | 'kWh' | 'kg'>> = { water: 'm³', power: 'kWh', gas: 'kg', heat: 'kWh' };

export const meterLimits = {
  bands: 8,
  rows: 1000,
  numbers: 500,
  photoBytes: 15 * 1024 * 1024,
  valueMost: 999_999_999_999,
  askDays: 7,
  rateMost: 1_000_000,
} as const;
