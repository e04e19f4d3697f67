import { z } from 'zod';
import { companyRolesOrAdmins } from '#contract/access/role-limits.ts';
import { termLevels, termNames } from '#contract/catalogue/terms.ts';
import { call } from '#contract/kernel/call.ts';
import { id } from '#contract/kernel/list.ts';
import { unitTermsShape } from './shapes.ts';

const base = '/api/v2/unit';
const moneyTerms = ['rent', 'deposit', 'service_charge'] as const;
export type UnitMoneyTerm = (typeof moneyTerms)[number];
const Said = z.object({
  rent_cents: z.number().nullable(),
  deposit_cents: z.number().nullable(),
  service_charge_cents: z.number().nullable(),
  water_source: z.array(z.string()).nullable(),
  power_type: z.string().nullable(),
});
const UnitTermsLevel = z.object({
  /** Null for the whole property. */
  unit_type: z.object({ id: z.number(), name: z.string() }).nullable(),
  said: Said,
  /** The inherited terms where the level sets none. */
  above: Said,
  from: z.record(z.enum(termNames), z.enum(termLevels).nullable()),
  units: z.number(),
  /** How many of these units set each term themselves. */
  own: z.record(z.enum(termNames), z.number()),
  /** The lowest and highest value of each amount the units set themselves; null if no unit sets it. */
  ranges: z.record(z.enum(moneyTerms), z.object({ from: z.number(), to: z.number() }).nullable()),
});
export type UnitTermsLevel = z.output<typeof UnitTermsLevel>;

export const unitTermsCalls = {
  terms: call({
    method: 'GET',
    path: `${base}/rent_terms/`,
    summary: 'Get rent, deposit, service charge, water and electricity terms of a property and its unit types, with what each inherits',
    needs: ['units', 'read'],
    query: z.object({ property_id: id }),
    result: z.object({ deposit_months: z.number(), may_edit: z.boolean(), levels: z.array(UnitTermsLevel) }),
    fails: ['notFound'],
  }),
  setTerms: call({
    method: 'PATCH',
    path: `${base}/set_rent_terms/`,
    summary: 'Set terms for a property or its units of a type; units without their own terms inherit them',
    needs: companyRolesOrAdmins('units', 'edit'),
    body: z.strictObject({
      property_id: id,
      unit_type_id: id.nullable(),
      ...z.object(unitTermsShape).partial().shape,
      /** Units that set one of these terms themselves inherit it from now on, and so do their open listings. */
      everybody: z.boolean().default(false),
    }),
    result: z.object({ changed: z.number() }),
    fails: ['notFound', 'forbidden'],
    document: 'units',
  }),
} as const;
