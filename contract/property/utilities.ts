import { z } from 'zod';
import { utilityChargeKinds, utilitySupplies } from './kinds.ts';

const one = <const S extends readonly [string, ...string[]]>(from: S) =>
  z
    .strictObject({
      supply: z.array(z.enum(from)).max(from.length).default([]),
      charge: z.enum(utilityChargeKinds).default('included'),
      /** Per month if fixed, per meter unit if metered. */
      rate_cents: z.number().int().min(0).max(100_000_00).default(0),
      note: z.string().trim().max(200).default(''),
    })
    .prefault({});

/** Water, electricity, garbage and internet of a property: the shape of `property.utilities`. An empty object is complete. */
export const UtilitySettings = z.strictObject({
  water: one(utilitySupplies.water),
  power: one(utilitySupplies.power),
  garbage: one(utilitySupplies.garbage),
  internet: one(utilitySupplies.internet),
});
export type UtilitySettings = z.output<typeof UtilitySettings>;
