import { z } from 'zod';
import { supplies, utilityCharges } from './kinds.ts';

const one = <const S extends readonly [string, ...string[]]>(from: S) =>
  z
    .strictObject({
      supply: z.array(z.enum(from)).max(from.length).default([]),
      charge: z.enum(utilityCharges).default('included'),
      /** A month where fixed, a unit of the meter where metered. */
      rate_cents: z.number().int().min(0).max(100_000_00).default(0),
      note: z.string().trim().max(200).default(''),
    })
    .prefault({});

/** Water, power, garbage and internet of a property: the shape of `property.utilities`. An empty object is a whole one. */
export const Utilities = z.strictObject({
  water: one(supplies.water),
  power: one(supplies.power),
  garbage: one(supplies.garbage),
  internet: one(supplies.internet),
});
export type Utilities = z.output<typeof Utilities>;
