import { z } from 'zod';
import { singleLine } from '#contract/kernel/line.ts';
import { phone } from '#contract/kernel/phone.ts';
import { bankCodes } from '#contract/reference/banks.ts';
import { kenyanCounties } from '#contract/reference/counties.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { bankAccountNumberPattern, earbPattern, kraPinPattern } from './profile-kinds.ts';

const county = z.enum(kenyanCounties.map((c) => c.code) as [string, ...string[]]);
const areas = z.array(county).max(47);
const upper = (pattern: RegExp, error: () => Sentence) =>
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(pattern, { error: () => error() });

/** The account to which an owner's rent is paid out. */
export const payoutAccountSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('mpesa'), phone }),
  z.strictObject({
    by: z.literal('bank'),
    bank: z.enum(bankCodes),
    account: z
      .string()
      .trim()
      .regex(bankAccountNumberPattern, { error: () => m.identity_problem_account_number() }),
    name: singleLine.min(2).max(120),
  }),
]);

/** The details of each user type at onboarding (product §35). Everything that can be given later is optional. */
export const profileSchemas = {
  tenant: z.strictObject({ budget_cents: z.number().int().min(0).max(100_000_000_00).optional(), areas: areas.default([]) }),
  owner: z.strictObject({
    payout: payoutAccountSchema.optional(),
    kra_pin: upper(kraPinPattern, m.identity_problem_kra_pin).optional(),
  }),
  agent: z.strictObject({ earb: upper(earbPattern, m.identity_problem_earb), areas: areas.min(1, { error: () => m.identity_problem_no_county() }) }),
  dealer: z.strictObject({ region: county }),
} as const;
export type RoleProfiles = { [K in keyof typeof profileSchemas]: z.output<(typeof profileSchemas)[K]> };

/** One generic object for the call; the service validates it with the schema of the chosen kind and names the problems. */
export const anyProfileSchema = z.record(z.string().max(40), z.unknown()).default({});
