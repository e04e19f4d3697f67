export const meterKinds = ['water', 'power', 'gas', 'heat'] as const;
export type MeterKind = (typeof meterKinds)[number];
export const meterStatuses = ['active', 'replaced', 'archived'] as const;
export type MeterStatus = (typeof meterStatuses)[number];

/** The source of a reading. */
export const readingSources = ['caretaker', 'tenant', 'import', 'estimate', 'device'] as const;
export type ReadingSource = (typeof readingSources)[number];
export const readingStatuses = ['submitted', 'accepted', 'rejected', 'estimated'] as const;
export type ReadingStatus = (typeof readingStatuses)[number];

/** Reasons to review a reading before it is billed. */
export const readingFlags = ['lower', 'high', 'zero', 'rollover'] as const;
export type ReadingFlag = (typeof readingFlags)[number];

export const cycleStatuses = ['open', 'review', 'locked'] as const;
export type CycleStatus = (typeof cycleStatuses)[number];
/** Filters for the rows of a month. */
export const gridStates = ['missing', 'flagged', 'done'] as const;
export type GridState = (typeof gridStates)[number];

export const queryStatuses = ['open', 'stands', 'corrected', 'withdrawn'] as const;
export type QueryStatus = (typeof queryStatuses)[number];

export const purchaseSources = ['county', 'tanker', 'borehole', 'grid', 'generator', 'solar', 'bottle', 'other'] as const;
export type PurchaseSource = (typeof purchaseSources)[number];
/** The possible sources of each kind. */
export const purchaseSourcesByKind: Readonly<Record<MeterKind, readonly PurchaseSource[]>> = {
  water: ['county', 'tanker', 'borehole', 'other'],
  power: ['grid', 'generator', 'solar', 'other'],
  gas: ['bottle', 'other'],
  heat: ['grid', 'solar', 'other'],
};

/** The tax codes of the tax authority's invoices. */
export const taxCodes = ['A', 'B', 'C', 'D', 'E'] as const;
export type TaxCode = (typeof taxCodes)[number];

/** The tenancy charge under which each kind is billed. */
export const chargeKinds = { water: 'water', power: 'power', gas: 'other', heat: 'other' } as const satisfies Record<MeterKind, string>;
export type ChargeKind = (typeof chargeKinds)[MeterKind];

export const unitByMeterKind: Readonly<Record<MeterKind, 'm³' | 'kWh' | 'kg'>> = { water: 'm³', power: 'kWh', gas: 'kg', heat: 'kWh' };

export const meterLimits = { bands: 8, rows: 1000, numbers: 500, photoBytes: 15 * 1024 * 1024, valueMost: 999_999_999_999, askDays: 7 } as const;
