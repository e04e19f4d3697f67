import { z } from 'zod';
import { day } from '#contract/kernel/list.ts';
import { matchReasons } from './match.ts';

const Coded = z.object({ id: z.number(), code: z.string() });

/** Whom a payment could be from, with why. */
export const Candidate = z.object({
  tenancy: Coded.nullable(),
  booking: Coded.nullable(),
  name: z.string(),
  unit: z.string(),
  property: z.string(),
  score: z.number(),
  reasons: z.array(z.object({ what: z.enum(matchReasons), score: z.number() })),
  open_cents: z.number(),
  /** Asked for in the other fund: open, and not to be paid with money that came here. */
  elsewhere_cents: z.number(),
  /** Whether this money can be theirs at all: what they are asked for, or will be, is paid where it came. */
  takes: z.boolean(),
  invoices: z.array(Coded.extend({ kind: z.string(), due_on: day, open_cents: z.number() })),
});
export type Candidate = z.output<typeof Candidate>;
