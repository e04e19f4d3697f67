import { z } from 'zod';
import { keepers } from '#contract/access/whose.ts';
import { termLevels, termNames } from '#contract/catalogue/terms.ts';
import { call } from '#contract/kernel/call.ts';
import { id } from '#contract/kernel/list.ts';
import { heldTerms } from './shapes.ts';

const base = '/api/v2/unit';
const moneyTerms = ['rent', 'deposit', 'service_charge'] as const;
export type MoneyTerm = (typeof moneyTerms)[number];
const Said = z.object({
  rent_cents: z.number().nullable(),
  deposit_cents: z.number().nullable(),
  service_charge_cents: z.number().nullable(),
  water_source: z.array(z.string()).nullable(),
  power_type: z.string().nullable(),
});
const Level = z.object({
  /** Null is the whole property. */
  unit_type: z.object({ id: z.number(), name: z.string() }).nullable(),
  said: Said,
  /** What it has where it says nothing. */
  above: Said,
  from: z.record(z.enum(termNames), z.enum(termLevels).nullable()),
  units: z.number(),
  /** Of these units, how many say a term themselves. */
  own: z.record(z.enum(termNames), z.number()),
  /** What those units say: the least and the most of each sum; null where none says it. */
  ranges: z.record(z.enum(moneyTerms), z.object({ from: z.number(), to: z.number() }).nullable()),
});
export type TermsLevel = z.output<typeof Level>;

export const unitTermsCalls = {
  terms: call({
    method: 'GET',
    path: `${base}/rent_terms/`,
    summary: 'Rent, deposit, service charge, water and power of a property and of each type of its units, with what each inherits',
    needs: ['units', 'read'],
    query: z.object({ property_id: id }),
    result: z.object({ deposit_months: z.number(), may_edit: z.boolean(), levels: z.array(Level) }),
    fails: ['notFound'],
  }),
  setTerms: call({
    method: 'PATCH',
    path: `${base}/set_rent_terms/`,
    summary: 'Say terms once for a property or for its units of one type; units that say nothing themselves follow',
    needs: keepers('units', 'edit'),
    body: z.strictObject({
      property_id: id,
      unit_type_id: id.nullable(),
      ...z.object(heldTerms).partial().shape,
      /** Units that say one of these terms themselves have it from here, too, and so do their open listings. */
      everybody: z.boolean().default(false),
    }),
    result: z.object({ changed: z.number() }),
    fails: ['notFound', 'forbidden'],
    document: 'units',
  }),
} as const;
