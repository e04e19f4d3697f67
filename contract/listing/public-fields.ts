import { z } from 'zod';
import { furnishingKinds } from '#contract/catalogue/kinds.ts';
import { day } from '#contract/kernel/list.ts';
import { listingChargeFrequencies } from './kinds.ts';

/** Listing fields that staff and the public see alike. */
export const publicListingFields = {
  description: z.string(),
  description_sw: z.string(),
  negotiable: z.boolean(),
  deposit_cents: z.number(),
  service_charge_cents: z.number(),
  other_charges: z.array(z.object({ label: z.string(), cents: z.number(), often: z.enum(listingChargeFrequencies) })),
  agent_fee_cents: z.number(),
  available_from: day.nullable(),
  min_term_months: z.number(),
  furnished: z.enum(furnishingKinds),
  pets: z.boolean().nullable(),
  smoking: z.boolean().nullable(),
  parking_slots: z.number(),
  water_source: z.array(z.string()),
  power_type: z.string(),
  backup_power: z.boolean(),
  internet: z.string(),
  gate_security: z.boolean(),
};
