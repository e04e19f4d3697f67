import { z } from 'zod';
import { day, moment } from '#contract/kernel/list.ts';
import { moveSchema } from '#contract/kernel/machine-schemas.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { isPlausibleDay } from '#contract/time/days.ts';
import { m } from '#words/messages.js';
import {
  meterCycleStatuses,
  meterKinds,
  meterLimits,
  meterQueryStatuses,
  meterReadingFlags,
  meterReadingSources,
  meterReadingStatuses,
  meterStatuses,
  meterTaxCodes,
  utilityPurchaseSources,
} from './kinds.ts';
import { meterCycleMachine, meterMachine } from './machine.ts';

/** Whole thousandths of a cubic metre or kilowatt-hour. */
export const milliUnitsSchema = z.number().int().min(0).max(meterLimits.valueMost);
export const readingMonthSchema = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: () => m.meter_problem_month() })
  .refine((text) => isPlausibleDay(`${text}-01`), { error: () => m.problem_day_meant() });

const Place = z.object({ id: z.number(), name: z.string() });

export const Meter = z.object({
  id: z.number(),
  code: z.string(),
  property_id: z.number(),
  unit: Place.nullable(),
  kind: z.enum(meterKinds),
  number: z.string(),
  place: z.string(),
  multiplier: z.number(),
  digits: z.number(),
  initial: z.number(),
  installed_on: day,
  sealed_on: day.nullable(),
  prepaid: z.boolean(),
  status: z.enum(meterStatuses),
  /** The meter it replaced and the meter that replaced it. */
  replaces: z.object({ id: z.number(), number: z.string() }).nullable(),
  replaced_by: z.object({ id: z.number(), number: z.string() }).nullable(),
  last: z.object({ value: z.number(), covers: day, estimated: z.boolean() }),
  revision: z.number(),
  moves: z.array(moveSchema(meterMachine)),
});
export type Meter = z.output<typeof Meter>;

export const MeterReading = z.object({
  id: z.number(),
  value: z.number(),
  on_day: day,
  covers: day,
  handover: z.boolean(),
  rolled: z.boolean(),
  source: z.enum(meterReadingSources),
  status: z.enum(meterReadingStatuses),
  used: z.number(),
  flags: z.array(z.enum(meterReadingFlags)),
  note: z.string(),
  photo: z.string().nullable(),
  by: z.string().nullable(),
  at: moment,
});
export type MeterReading = z.output<typeof MeterReading>;

/** One meter in one month, with everything needed to check a value during input. */
export const ReadingGridRow = z.object({
  meter: z.object({
    id: z.number(),
    number: z.string(),
    place: z.string(),
    unit: Place.nullable(),
    digits: z.number(),
    multiplier: z.number(),
    status: z.enum(meterStatuses),
  }),
  last: z.object({ value: z.number(), covers: day, estimated: z.boolean() }),
  past: z.object({ used: z.number(), days: z.number() }),
  occupied: z.boolean(),
  reading: MeterReading.nullable(),
  handovers: z.array(MeterReading),
});
export type ReadingGridRow = z.output<typeof ReadingGridRow>;

export const MeterCycle = z.object({
  month: readingMonthSchema,
  status: z.enum(meterCycleStatuses),
  locked_at: moment.nullable(),
  moves: z.array(moveSchema(meterCycleMachine)),
  /** Whether the caller may read meters and bill readings. */
  may: z.object({ read: z.boolean(), bill: z.boolean() }),
});
export type MeterCycle = z.output<typeof MeterCycle>;

export const TariffBandShape = z.strictObject({ upto: milliUnitsSchema.min(1).nullable(), rate_cents: amountSchema(meterLimits.rateMost) });
/** Each band reaches further than the one before; only the last has no end. */
export const TariffBandList = z
  .array(TariffBandShape)
  .min(1)
  .max(meterLimits.bands)
  .refine(
    (all) => all.every(({ upto }, at) => (at === all.length - 1 ? upto === null : upto !== null && upto > (at === 0 ? 0 : (all[at - 1]?.upto ?? 0)))),
    { error: () => m.meter_problem_bands() },
  );
export const MeterTariff = z.object({
  id: z.number(),
  kind: z.enum(meterKinds),
  valid_from: day,
  bands: z.array(z.object({ upto: z.number().nullable(), rate_cents: z.number() })),
  fixed_cents: z.number(),
  minimum_cents: z.number(),
  tax_code: z.enum(meterTaxCodes),
  note: z.string(),
  /** Whether the tariff is in force today, in the future, or past. */
  state: z.enum(['now', 'later', 'past']),
  /** A locked month uses the tariff, so it cannot be changed. */
  locked: z.boolean(),
});
export type MeterTariff = z.output<typeof MeterTariff>;

export const UtilityPurchase = z.object({
  id: z.number(),
  kind: z.enum(meterKinds),
  source: z.enum(utilityPurchaseSources),
  on_day: day,
  quantity: z.number(),
  cents: z.number(),
  supplier: z.string(),
  note: z.string(),
  by: z.string().nullable(),
});
export type UtilityPurchase = z.output<typeof UtilityPurchase>;

/** Purchases, measured usage and the difference of one month. Without purchases the loss is unknown. */
export const UtilityLossMonth = z.object({
  month: readingMonthSchema,
  bought: z.number(),
  bought_cents: z.number(),
  used: z.number(),
  lost: z.number().nullable(),
  lost_bp: z.number().nullable(),
  /** Meters without a reading; their usage counts as loss until they are read. */
  unread: z.number(),
  status: z.enum([...meterCycleStatuses, 'none']),
});
export type UtilityLossMonth = z.output<typeof UtilityLossMonth>;

/** The result of a row of a file, or the reason it was rejected. */
export const MeterImportRow = z.object({
  line: z.number(),
  number: z.string(),
  value: z.number().nullable(),
  on_day: z.string(),
  used: z.number().nullable(),
  flags: z.array(z.enum(meterReadingFlags)),
  problem: z.string(),
});
export type MeterImportRow = z.output<typeof MeterImportRow>;

const Shown = z.object({ value: z.number(), on_day: day, estimated: z.boolean(), photo: z.string().nullable() });
export const MeterQuery = z.object({
  id: z.number(),
  code: z.string(),
  status: z.enum(meterQueryStatuses),
  text: z.string(),
  value: z.number().nullable(),
  answer: z.string(),
  at: moment,
  answered_at: moment.nullable(),
});
export type MeterQuery = z.output<typeof MeterQuery>;

/** The basis of a tenant's charge: two readings with photos, the usage between them and the amount. */
export const MeasuredCharge = z.object({
  id: z.number(),
  tenancy_id: z.number(),
  kind: z.enum(meterKinds),
  meter: z.string(),
  home: z.string(),
  month: readingMonthSchema,
  from_day: day,
  last_day: day,
  opening: Shown,
  closing: Shown,
  used: z.number(),
  cents: z.number(),
  parts: z.array(z.object({ what: z.enum(['band', 'fixed', 'minimum']), rate_cents: z.number(), used: z.number() })),
  corrects: z.boolean(),
  invoice_line_id: z.number().nullable(),
  /** The deadline for queries; null when it has passed. */
  ask_until: moment.nullable(),
  query: MeterQuery.nullable(),
});
export type MeasuredCharge = z.output<typeof MeasuredCharge>;

/** A query for the people who answer it, with its author and home. */
export const ReceivedMeterQuery = MeterQuery.extend({
  asker: z.string(),
  tenancy: z.object({ id: z.number(), code: z.string() }),
  measured: MeasuredCharge.omit({ query: true }),
});
export type ReceivedMeterQuery = z.output<typeof ReceivedMeterQuery>;
