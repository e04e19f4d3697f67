import { z } from 'zod';
import { day, moment } from '#contract/kernel/list.ts';
import { most } from '#contract/money/cents.ts';
import { m } from '#words/messages.js';
import { feeEvery, feeKinds, runStates, runWarnings, skipReasons } from './kinds.ts';
import { DraftLine, some } from './shapes.ts';

const Named = z.object({ id: z.number(), name: z.string() });
const Ref = z.object({ id: z.number(), code: z.string() });

/** One step of what being late costs: after so many days, once or again and again, so much or a part of the overdue rent, up to a cap. */
export const FeeTier = z
  .strictObject({
    /** Of a step that was kept before; null: a new one. Unsaid it is the one that stood in its place. */
    id: z.number().int().nullable().optional(),
    grace_days: z.number().int().min(0).max(365),
    every: z.enum(feeEvery),
    kind: z.enum(feeKinds),
    /** Cents, or hundredths of a percent. */
    value: z.number().int().min(1).max(most.rent),
    /** All of this step together comes to no more; null: no cap. */
    cap_cents: some.nullable().default(null),
  })
  .refine(({ kind, value }) => kind !== 'percent' || value <= 10_000, { error: () => m.invoice_problem_percent(), path: ['value'] });
export type FeeTier = z.output<typeof FeeTier>;

export const RunRow = z.object({
  tenancy: Ref,
  tenant: Named,
  property: Named,
  unit: Named,
  due_on: day.nullable(),
  lines: z.array(DraftLine),
  total_cents: z.number(),
  warnings: z.array(z.enum(runWarnings)),
  /** The invoice that stands for the same month. */
  invoice: Ref.nullable(),
});
export type RunRow = z.output<typeof RunRow>;

/** A home a run made no invoice for, and the one that stands instead. */
export const Skipped = z.object({
  tenancy: Ref,
  tenant: Named,
  unit: Named,
  property: Named,
  why: z.enum(skipReasons),
  /** Of what failed: its fault, in its own words. */
  problem: z.string().nullable(),
  invoice: Ref.nullable(),
});

export const InvoiceRun = z.object({
  id: z.number(),
  code: z.string(),
  state: z.enum(runStates),
  /** The first day of the month it is for. */
  month: day,
  /** Null: every property of the company. */
  property: Named.nullable(),
  /** By the clock. */
  auto: z.boolean(),
  of: z.number(),
  done: z.number(),
  made: z.number(),
  skipped: z.number(),
  total_cents: z.number(),
  /** Why it stopped; it goes on where it stood. */
  problem: z.string().nullable(),
  by: z.string().nullable(),
  started_at: moment,
  finished_at: moment.nullable(),
});
export type InvoiceRun = z.output<typeof InvoiceRun>;

/** One home's part of a charge to many. */
export const SharedRow = z.object({
  tenancy: Ref,
  tenant: Named,
  unit: Named,
  property: Named,
  /** What it counts for; null where nobody knows it (no area written down). */
  weight: z.number().nullable(),
  cents: z.number(),
});
export const FeePolicy = z.object({
  id: z.number(),
  property: Named.nullable(),
  tenancy: Ref.nullable(),
  active: z.boolean(),
  tiers: z.array(
    z.object({
      id: z.number(),
      grace_days: z.number(),
      every: z.enum(feeEvery),
      kind: z.enum(feeKinds),
      value: z.number(),
      cap_cents: z.number().nullable(),
    }),
  ),
  revision: z.number(),
});
export const FeeRow = z.object({
  invoice: Ref,
  tenancy: Ref,
  tenant: Named,
  unit: Named,
  property: Named,
  overdue_days: z.number(),
  overdue_cents: z.number(),
  /** What was asked for before because of it. */
  charged_cents: z.number(),
  /** When that was; null: never. */
  charged_on: day.nullable(),
  /** Nothing, where its days of grace are not over or each step was charged. */
  cents: z.number(),
});
