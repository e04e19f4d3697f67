import { z } from 'zod';
import { day, moment } from '#contract/kernel/list.ts';
import { moveSchema } from '#contract/kernel/machine-schemas.ts';
import { most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { isMeant } from '#contract/time/days.ts';
import { m } from '#words/messages.js';
import {
  cycleStatuses,
  meterKinds,
  meterLimits,
  meterStatuses,
  purchaseSources,
  queryStatuses,
  readingFlags,
  readingSources,
  readingStatuses,
  taxCodes,
} from './kinds.ts';
import { cycleMachine, meterMachine } from './machine.ts';

/** Whole thousandths of a cubic metre or kilowatt-hour. */
export const milli = z.number().int().min(0).max(meterLimits.valueMost);
export const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: () => m.meter_problem_month() })
  .refine((text) => isMeant(`${text}-01`), { error: () => m.problem_day_meant() });

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
  /** The one it took the place of, and the one that took its place. */
  replaces: z.object({ id: z.number(), number: z.string() }).nullable(),
  replaced_by: z.object({ id: z.number(), number: z.string() }).nullable(),
  last: z.object({ value: z.number(), covers: day, estimated: z.boolean() }),
  revision: z.number(),
  moves: z.array(moveSchema(meterMachine)),
});
export type Meter = z.output<typeof Meter>;

export const Reading = z.object({
  id: z.number(),
  value: z.number(),
  on_day: day,
  covers: day,
  handover: z.boolean(),
  rolled: z.boolean(),
  source: z.enum(readingSources),
  status: z.enum(readingStatuses),
  used: z.number(),
  flags: z.array(z.enum(readingFlags)),
  note: z.string(),
  photo: z.string().nullable(),
  by: z.string().nullable(),
  at: moment,
});
export type Reading = z.output<typeof Reading>;

/** One meter in one month, with all that says at once whether a value can be. */
export const GridRow = z.object({
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
  reading: Reading.nullable(),
  handovers: z.array(Reading),
});
export type GridRow = z.output<typeof GridRow>;

export const Cycle = z.object({
  month,
  status: z.enum(cycleStatuses),
  locked_at: moment.nullable(),
  moves: z.array(moveSchema(cycleMachine)),
  /** Whoever asks may read the meters, and bill what was read. */
  may: z.object({ read: z.boolean(), bill: z.boolean() }),
});
export type Cycle = z.output<typeof Cycle>;

export const Band = z.strictObject({ upto: milli.min(1).nullable(), rate_cents: amount(most.rent) });
/** Each reaches further than the one before; only the last has no end. */
export const Bands = z
  .array(Band)
  .min(1)
  .max(meterLimits.bands)
  .refine(
    (all) => all.every(({ upto }, at) => (at === all.length - 1 ? upto === null : upto !== null && upto > (at === 0 ? 0 : (all[at - 1]?.upto ?? 0)))),
    { error: () => m.meter_problem_bands() },
  );
export const Tariff = z.object({
  id: z.number(),
  kind: z.enum(meterKinds),
  valid_from: day,
  bands: z.array(z.object({ upto: z.number().nullable(), rate_cents: z.number() })),
  fixed_cents: z.number(),
  minimum_cents: z.number(),
  tax_code: z.enum(taxCodes),
  note: z.string(),
  /** In force today, or still to come, or over. */
  state: z.enum(['now', 'later', 'past']),
  /** A month it counts in is locked: it stays as it is. */
  locked: z.boolean(),
});
export type Tariff = z.output<typeof Tariff>;

export const Purchase = z.object({
  id: z.number(),
  kind: z.enum(meterKinds),
  source: z.enum(purchaseSources),
  on_day: day,
  quantity: z.number(),
  cents: z.number(),
  supplier: z.string(),
  note: z.string(),
  by: z.string().nullable(),
});
export type Purchase = z.output<typeof Purchase>;

/** What came in, what was measured and what is missing between, of one month; nothing bought, nothing known. */
export const LossMonth = z.object({
  month,
  bought: z.number(),
  bought_cents: z.number(),
  used: z.number(),
  lost: z.number().nullable(),
  lost_bp: z.number().nullable(),
  /** Meters nobody has read yet: what they measured is among what is lost until then. */
  unread: z.number(),
  status: z.enum([...cycleStatuses, 'none']),
});
export type LossMonth = z.output<typeof LossMonth>;

/** What a row of a file became, or why it became nothing. */
export const ImportRow = z.object({
  line: z.number(),
  number: z.string(),
  value: z.number().nullable(),
  on_day: z.string(),
  used: z.number().nullable(),
  flags: z.array(z.enum(readingFlags)),
  problem: z.string(),
});
export type ImportRow = z.output<typeof ImportRow>;

const Shown = z.object({ value: z.number(), on_day: day, estimated: z.boolean(), photo: z.string().nullable() });
export const Query = z.object({
  id: z.number(),
  code: z.string(),
  status: z.enum(queryStatuses),
  text: z.string(),
  value: z.number().nullable(),
  answer: z.string(),
  at: moment,
  answered_at: moment.nullable(),
});
export type Query = z.output<typeof Query>;

/** What a tenant is billed by: two readings with their photos, what went through between and what it comes to. */
export const Measured = z.object({
  id: z.number(),
  tenancy_id: z.number(),
  kind: z.enum(meterKinds),
  meter: z.string(),
  home: z.string(),
  month,
  from_day: day,
  last_day: day,
  opening: Shown,
  closing: Shown,
  used: z.number(),
  cents: z.number(),
  parts: z.array(z.object({ what: z.enum(['band', 'fixed', 'minimum']), rate_cents: z.number(), used: z.number() })),
  corrects: z.boolean(),
  invoice_line_id: z.number().nullable(),
  /** Until when it can be asked about; null when that is over. */
  ask_until: moment.nullable(),
  query: Query.nullable(),
});
export type Measured = z.output<typeof Measured>;

/** The same to those who answer: who asks, of which home. */
export const AskedQuery = Query.extend({
  asker: z.string(),
  tenancy: z.object({ id: z.number(), code: z.string() }),
  measured: Measured.omit({ query: true }),
});
export type AskedQuery = z.output<typeof AskedQuery>;
