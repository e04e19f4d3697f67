import { z } from 'zod';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { line } from '#contract/kernel/line.ts';
import { day, held, id, moment } from '#contract/kernel/list.ts';
import { phone } from '#contract/kernel/phone.ts';
import { most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { m } from '#words/messages.js';
import { tenancyActs } from './acts.ts';
import { guards, waivable } from './guards.ts';
import {
  askedKinds,
  chargeKinds,
  chargeOften,
  endKinds,
  escalationKinds,
  holdovers,
  personRoles,
  rentPeriods,
  tenancyStatuses,
  termReasons,
  termTypes,
  wholeShare,
} from './kinds.ts';
import { tenancyStages } from './machine.ts';
import { nextDates } from './next.ts';

const numbers: readonly number[] = Object.values(tenancyStatuses);
/** A status on the wire is the specification's number. */
export const statusNumber = z.coerce
  .number()
  .int()
  .refine((n) => numbers.includes(n), { error: () => m.problem_one_of({ values: numbers.join(', ') }) });
export const money = amount(most.rent);
const signed = amount(most.rent, -most.rent);
const Named = z.object({ id: z.number(), name: z.string() });
const Coded = Named.extend({ code: z.string() });
export const reason = z.string().trim().max(500);

/* What is given. */
export const period = z
  .number()
  .int()
  .refine((n) => (rentPeriods as readonly number[]).includes(n), { error: () => m.problem_one_of({ values: rentPeriods.join(', ') }) });
/** Somebody the company knows, or somebody new by name and number. */
export const GivenPerson = z.strictObject({
  tenant_id: id.optional(),
  name: line.max(120).optional(),
  phone: phone.optional(),
  email: z.union([z.literal(''), z.email().max(200)]).optional(),
  role: z.enum(personRoles),
  share_bp: z.number().int().min(0).max(wholeShare),
});
export const GivenCharge = z.strictObject({
  label: line.min(1).max(80),
  kind: z.enum(chargeKinds),
  /** Null: measured by a meter. */
  cents: signed.nullable(),
  often: z.enum(chargeOften),
});
/** Half as much again at a time, in hundredths of a percent: more is a slip of the hand. */
const risesMost = 5_000;
export const EscalationShape = z
  .strictObject({
    kind: z.enum(escalationKinds),
    value: z.number().int().min(0).max(most.rent).optional(),
    every_months: z.number().int().min(1).max(120).optional(),
    next_on: day.optional(),
    notice_days: z.number().int().min(0).max(366).optional(),
  })
  .refine(({ kind, value = 0 }) => kind !== 'percent' || value <= risesMost, {
    error: () => m.tenancy_problem_rise(),
    path: ['value'],
  });
export const OpeningShape = z.strictObject({ balance_cents: signed, deposit_held_cents: money, as_of: day });

/* What is answered. */
export const TenancyHead = z.object({
  id: z.number(),
  code: z.string(),
  status: z.number(),
  stage: z.enum(tenancyStages),
  listing_type: z.union([z.literal(listingTypes.rent), z.literal(listingTypes.lease)]),
  unit: Coded,
  property: Coded,
  /** Who signs first, and how many pay beside them. */
  lead: z.object({ tenant_id: z.number(), name: z.string() }).nullable(),
  others: z.number(),
  starts_on: day,
  ends_on: day.nullable(),
  leaving_on: day.nullable(),
  next: z.object({ what: z.enum(nextDates), on: day }).nullable(),
  /** A shorter notice, another term or other people wait for the answer of who is asked. */
  asks: z.boolean(),
  rent_cents: z.number(),
  period: z.number(),
  ...held,
  created_at: moment,
  revision: z.number(),
});
export type TenancyHead = z.output<typeof TenancyHead>;

export const ScheduleLine = z.object({
  kind: z.enum(['rent', ...chargeKinds]),
  label: z.string(),
  from: day,
  last: day,
  cents: z.number().nullable(),
  days: z.number(),
  of: z.number(),
  due: day,
  /** What was paid of it before they moved in. */
  paid_cents: z.number(),
});
const During = { from: day, last: day.nullable() };
export const TenancyTerm = z.object({
  id: z.number(),
  ...During,
  rent_cents: z.number(),
  /** What was signed for these days, where another rent is paid instead. */
  signed_cents: z.number().nullable(),
  period: z.number(),
  why: z.enum(termReasons),
});
export const TenancyCharge = z.object({
  id: z.number(),
  ...During,
  label: z.string(),
  kind: z.enum(chargeKinds),
  cents: z.number().nullable(),
  often: z.enum(chargeOften),
});
export const TenancyPerson = z.object({
  id: z.number(),
  tenant_id: z.number(),
  tenant_code: z.string(),
  name: z.string(),
  /** For those who manage it; others who live there know their neighbours' names. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(personRoles),
  share_bp: z.number(),
  since: day.nullable(),
  until: day.nullable(),
  has_account: z.boolean(),
  is_me: z.boolean(),
});
/** Which of the questions that were asked this is: whoever says yes names it. */
const version = z.number();
export const Renewal = z.object({ version, starts_on: day, ends_on: day.nullable(), rent_cents: z.number(), until: day, message: z.string() });
/** Other people in it, which waits for the yes of those with an account who would pay or pay no more. */
const PeopleAsk = z.object({
  version,
  from: day,
  people: z.array(z.object({ name: z.string(), role: z.enum(personRoles), share_bp: z.number() })),
  /** Who has not answered yet. */
  waits: z.array(z.string()),
  /** The caller's own place in it: what they would pay, or that they would pay no more. Null: they are not asked, or have answered. */
  mine: z
    .object({ role: z.enum(personRoles), share_bp: z.number() })
    .or(z.literal('out'))
    .nullable(),
  reason: z.string(),
  by: z.string().nullable(),
  at: moment,
});

/** A move of it, a change of its terms or people, or what became of a paper or an agreement that hangs on it (`about`). */
export const pastKinds = ['move', 'change', 'agreement', 'paper', 'inspection'] as const;
const Past = z.object({
  key: z.string(),
  at: moment,
  kind: z.enum(pastKinds),
  /** Of a move its name; of what hangs on it, what was done. */
  move: z.string(),
  about: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
  reason: z.string().nullable(),
  by: z.string().nullable(),
});

export const TenancyFull = TenancyHead.extend({
  term_type: z.enum(termTypes),
  holdover: z.enum(holdovers),
  review_on: day.nullable(),
  notice_days: z.number(),
  due_day: z.number(),
  deposit_cents: z.number(),
  escalation: EscalationShape,
  controlled: z.boolean(),
  opening: OpeningShape.nullable(),
  leaving: z
    .object({
      on: day,
      kind: z.enum(endKinds),
      reason: z.string(),
      by: z.string().nullable(),
      at: moment,
      file: z.string().nullable(),
      given_on: day.nullish(),
    })
    .nullable(),
  /** A shorter notice that waits for the word of who lives there. */
  leaving_ask: z.object({ version, on: day, kind: z.enum(askedKinds), reason: z.string(), by: z.string().nullable(), at: moment }).nullable(),
  /** Where they live from a day to come. */
  transfer: z.object({ unit: Coded, property: Coded, on: day, rent_cents: z.number().nullable() }).nullable(),
  termination: z.object({ kind: z.enum([...endKinds, 'withdrawn']), reason: z.string(), on: day }).nullable(),
  renewal: Renewal.nullable(),
  people_ask: PeopleAsk.nullable(),
  booking: z.object({ id: z.number(), code: z.string() }).nullable(),
  agent: Named.nullable(),
  /** What was paid for the booking it comes from; of that, the deposit. */
  paid_before: z.object({ cents: z.number(), on: day, deposit_cents: z.number() }).nullable(),
  people: z.array(TenancyPerson),
  terms: z.array(TenancyTerm),
  charges: z.array(TenancyCharge),
  /** What is asked for in the months ahead. */
  schedule: z.array(ScheduleLine),
  /** Of one with a last day: what was paid for days after it, and the deposit that is held. */
  comes_back: z.object({ paid_ahead_cents: z.number(), deposit_cents: z.number() }).nullable(),
  /** What keeps it from beginning, while it has not begun; and what was waived, by whom and why. */
  missing: z.array(z.enum(guards)),
  waived: z.array(z.object({ what: z.enum(waivable), reason: z.string(), by: z.string().nullable(), at: moment })),
  /** Where it was before, for who manages it. */
  units: z.array(z.object({ unit: Coded, from: day, last: day.nullable() })),
  history: z.array(Past),
  acts: z.array(z.enum(tenancyActs)),
  manages: z.boolean(),
});
export type TenancyFull = z.output<typeof TenancyFull>;

/** A month of a portfolio: homes lived in at its end, or today, and how many were moved into and out of. */
export const Month = z.object({ month: day, lived_in: z.number(), moved_in: z.number(), moved_out: z.number() });
export type Month = z.output<typeof Month>;
