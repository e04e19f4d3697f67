import { z } from 'zod';
import { phone } from '#contract/kernel/phone.ts';
import { bankCodes } from '#contract/reference/banks.ts';
import { counties } from '#contract/reference/counties.ts';
import { accountNumberPattern, earbPattern, kraPinPattern } from './profile-kinds.ts';

const county = z.enum(counties.map((c) => c.code) as [string, ...string[]]);
const areas = z.array(county).max(47);
const upper = (pattern: RegExp, says: string) => z.string().trim().toUpperCase().regex(pattern, says);

const payout = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('mpesa'), phone }),
  z.strictObject({
    by: z.literal('bank'),
    bank: z.enum(bankCodes),
    account: z.string().trim().regex(accountNumberPattern, 'must be 6 to 16 digits'),
    name: z.string().trim().min(2).max(120),
  }),
]);

/** What each kind of person tells when they join (product §35). Everything that may come later is optional. */
export const profiles = {
  tenant: z.strictObject({ budget_cents: z.number().int().min(0).max(100_000_000_00).optional(), areas: areas.default([]) }),
  owner: z.strictObject({
    payout: payout.optional(),
    kra_pin: upper(kraPinPattern, 'is a letter, nine digits and a letter, for example A123456789Z').optional(),
  }),
  agent: z.strictObject({ earb: upper(earbPattern, 'is not an EARB number'), areas: areas.min(1, 'needs at least one county') }),
  dealer: z.strictObject({ region: county }),
} as const;
export type Profiles = { [K in keyof typeof profiles]: z.output<(typeof profiles)[K]> };

/** One object for the call; the service reads it with the schema of the chosen kind and names what is wrong. */
export const anyProfile = z.record(z.string().max(40), z.unknown()).default({});
