import { z } from 'zod';
import { day } from '#contract/kernel/list.ts';
import { matchReasons } from './match.ts';

const Coded = z.object({ id: z.number(), code: z.string() });

/** A tenancy or booking the payment could be for, with the reasons. */
export const MatchCandidate = z.object({
  tenancy: Coded.nullable(),
  booking: Coded.nullable(),
  name: z.string(),
  unit: z.string(),
  property: z.string(),
  score: z.number(),
  reasons: z.array(z.object({ what: z.enum(matchReasons), score: z.number() })),
  open_cents: z.number(),
  /** Due in the other fund: open, but not payable with money received on this account. */
  elsewhere_cents: z.number(),
  /** Whether this money may be allocated here: the tenancy is or will be billed in the fund of the receiving account. */
  takes: z.boolean(),
  /** The tenant's cash of the payment's amount that is not in the bank: the payment is probably this cash. */
  cash: Coded.extend({ cents: z.number() }).nullable(),
  invoices: z.array(Coded.extend({ kind: z.string(), due_on: day, open_cents: z.number() })),
});
export type MatchCandidate = z.output<typeof MatchCandidate>;
