import { z } from 'zod';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { correctedPaymentShape } from '#contract/kernel/corrected-payment.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { day, id, moment, rowCompanyFields } from '#contract/kernel/list.ts';
import { phone } from '#contract/kernel/phone.ts';
import { amountLimits } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { m } from '#words/messages.js';
import { tenancyActions } from './acts.ts';
import { moveInGuards, waivableMoveInGuards } from './guards.ts';
import {
  fullShareBasisPoints,
  holdoverModes,
  objectionStates,
  rentEscalationKinds,
  rentPeriods,
  requestableEndKinds,
  tenancyChargeFrequencies,
  tenancyChargeKinds,
  tenancyEndKinds,
  tenancyPersonRoles,
  tenancyStatuses,
  tenancyTermReasons,
  tenancyTermTypes,
} from './kinds.ts';
import { tenancyStages } from './machine.ts';
import { nextDateKinds } from './next-dates.ts';

const numbers: readonly number[] = Object.values(tenancyStatuses);
/** A status on the wire is the specification's number. */
export const tenancyStatusNumber = z.coerce
  .number()
  .int()
  .refine((n) => numbers.includes(n), { error: () => m.problem_one_of({ values: numbers.join(', ') }) });
export const rentAmount = amountSchema(amountLimits.rent);
const signed = amountSchema(amountLimits.rent, -amountLimits.rent);
const Named = z.object({ id: z.number(), name: z.string() });
const Coded = Named.extend({ code: z.string() });
export const tenancyReason = z.string().trim().max(500);

/* Input. */
export const rentPeriodSchema = z
  .number()
  .int()
  .refine((n) => (rentPeriods as readonly number[]).includes(n), { error: () => m.problem_one_of({ values: rentPeriods.join(', ') }) });
/** A person the company knows, or a new one by name and number. */
export const TenancyPersonRequest = z.strictObject({
  tenant_id: id.optional(),
  name: singleLine.max(120).optional(),
  phone: phone.optional(),
  email: z.union([z.literal(''), z.email().max(200)]).optional(),
  role: z.enum(tenancyPersonRoles),
  share_bp: z.number().int().min(0).max(fullShareBasisPoints),
});
export const TenancyChargeRequest = z.strictObject({
  label: singleLine.min(1).max(80),
  kind: z.enum(tenancyChargeKinds),
  /** Null: metered. */
  cents: signed.nullable(),
  often: z.enum(tenancyChargeFrequencies),
});
/** An increase of at most one half at a time, in hundredths of a percent: more is a typing error. */
const risesMost = 5_000;
export const RentEscalationShape = z
  .strictObject({
    kind: z.enum(rentEscalationKinds),
    value: z.number().int().min(0).max(amountLimits.rent).optional(),
    every_months: z.number().int().min(1).max(120).optional(),
    next_on: day.optional(),
    notice_days: z.number().int().min(0).max(366).optional(),
  })
  .refine(({ kind, value = 0 }) => kind !== 'percent' || value <= risesMost, {
    error: () => m.tenancy_problem_rise(),
    path: ['value'],
  });
export const OpeningBalanceShape = z.strictObject({ balance_cents: signed, deposit_held_cents: rentAmount, as_of: day });

/* Answers. */
export const TenancySummary = z.object({
  id: z.number(),
  code: z.string(),
  status: z.number(),
  stage: z.enum(tenancyStages),
  listing_type: z.union([z.literal(listingTypes.rent), z.literal(listingTypes.lease)]),
  unit: Coded,
  property: Coded,
  /** The main tenant, and the number of other payers. */
  lead: z.object({ tenant_id: z.number(), name: z.string() }).nullable(),
  others: z.number(),
  starts_on: day,
  ends_on: day.nullable(),
  leaving_on: day.nullable(),
  next: z.object({ what: z.enum(nextDateKinds), on: day }).nullable(),
  /** A shorter notice, a new term or a change of people needs the caller's answer. */
  asks: z.boolean(),
  rent_cents: z.number(),
  period: z.number(),
  ...rowCompanyFields,
  created_at: moment,
  revision: z.number(),
});
export type TenancySummary = z.output<typeof TenancySummary>;

export const ScheduleLine = z.object({
  kind: z.enum(['rent', ...tenancyChargeKinds]),
  label: z.string(),
  from: day,
  last: day,
  cents: z.number().nullable(),
  days: z.number(),
  of: z.number(),
  due: day,
  /** The part that was paid before moving in. */
  paid_cents: z.number(),
});
const During = { from: day, last: day.nullable() };
export const TenancyTerm = z.object({
  id: z.number(),
  ...During,
  rent_cents: z.number(),
  /** The signed rent of these days, if another rent is paid instead. */
  signed_cents: z.number().nullable(),
  period: z.number(),
  why: z.enum(tenancyTermReasons),
});
export const TenancyCharge = z.object({
  id: z.number(),
  ...During,
  label: z.string(),
  kind: z.enum(tenancyChargeKinds),
  cents: z.number().nullable(),
  often: z.enum(tenancyChargeFrequencies),
});
export const TenancyPerson = z.object({
  id: z.number(),
  tenant_id: z.number(),
  tenant_code: z.string(),
  name: z.string(),
  /** For managers; co-tenants see only names. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(tenancyPersonRoles),
  share_bp: z.number(),
  since: day.nullable(),
  until: day.nullable(),
  has_account: z.boolean(),
  is_me: z.boolean(),
});
/** The version of the open question; the answer must name it. */
const version = z.number();
export const RenewalShape = z.object({ version, starts_on: day, ends_on: day.nullable(), rent_cents: z.number(), until: day, message: z.string() });
/** A change of people, which needs the consent of those with an account who would start or stop paying. */
const PeopleAsk = z.object({
  version,
  from: day,
  people: z.array(z.object({ name: z.string(), role: z.enum(tenancyPersonRoles), share_bp: z.number() })),
  /** The names of people who have not answered. */
  waits: z.array(z.string()),
  /** The caller's part in it: the share they would pay, or that they would stop paying. Null: they are not asked, or have answered. */
  mine: z
    .object({ role: z.enum(tenancyPersonRoles), share_bp: z.number() })
    .or(z.literal('out'))
    .nullable(),
  /** The day from which a document replaces the answer of those who leave; null without a document. */
  until: day.nullable(),
  reason: z.string(),
  by: z.string().nullable(),
  at: moment,
});

/** A state change, a change of terms or people, or an event of a related document or agreement (`about`). */
export const tenancyHistoryKinds = ['move', 'change', 'agreement', 'paper', 'inspection', 'payment'] as const;
const Past = z.object({
  key: z.string(),
  at: moment,
  kind: z.enum(tenancyHistoryKinds),
  /** The name of a move; for related records the act. */
  move: z.string(),
  about: z.string().nullable(),
  /** For a corrected payment of the tenancy. */
  payment: z.object(correctedPaymentShape).nullable(),
  changes: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
  reason: z.string().nullable(),
  by: z.string().nullable(),
});

export const TenancyDetails = TenancySummary.extend({
  term_type: z.enum(tenancyTermTypes),
  holdover: z.enum(holdoverModes),
  review_on: day.nullable(),
  notice_days: z.number(),
  due_day: z.number(),
  deposit_cents: z.number(),
  escalation: RentEscalationShape,
  controlled: z.boolean(),
  opening: OpeningBalanceShape.nullable(),
  leaving: z
    .object({
      on: day,
      kind: z.enum(tenancyEndKinds),
      reason: z.string(),
      by: z.string().nullable(),
      at: moment,
      file: z.string().nullable(),
      given_on: day.nullish(),
      /** The objection of a payer. The tenancy cannot end while it is open. */
      objection: z.object({ state: z.enum(objectionStates), reason: z.string(), by: z.string().nullable(), at: moment }).nullish(),
    })
    .nullable(),
  /** A shorter notice that needs the tenant's answer. */
  leaving_ask: z
    .object({ version, on: day, kind: z.enum(requestableEndKinds), reason: z.string(), by: z.string().nullable(), at: moment })
    .nullable(),
  /** The tenants' new home from a future day on. */
  transfer: z.object({ unit: Coded, property: Coded, on: day, rent_cents: z.number().nullable() }).nullable(),
  termination: z.object({ kind: z.enum([...tenancyEndKinds, 'withdrawn']), reason: z.string(), on: day }).nullable(),
  renewal: RenewalShape.nullable(),
  people_ask: PeopleAsk.nullable(),
  /** Payers with an account are asked whether an existing tenancy is right, before it begins. `until`: of an import, the day it begins unanswered. */
  terms_ask: z
    .object({ version, until: day.nullable(), by: z.string().nullable(), at: moment, waits: z.array(z.string()), mine: z.boolean() })
    .nullable(),
  booking: z.object({ id: z.number(), code: z.string() }).nullable(),
  agent: Named.nullable(),
  /** The payment for the booking the tenancy belongs to, and the deposit in it. */
  paid_before: z.object({ cents: z.number(), on: day, deposit_cents: z.number() }).nullable(),
  people: z.array(TenancyPerson),
  terms: z.array(TenancyTerm),
  charges: z.array(TenancyCharge),
  /** The charges of the months ahead. */
  schedule: z.array(ScheduleLine),
  /** If there is a last day: payments for later days, and the held deposit. */
  comes_back: z.object({ paid_ahead_cents: z.number(), deposit_cents: z.number() }).nullable(),
  /** The missing conditions before it begins; and the waived ones, with person and reason. */
  missing: z.array(z.enum(moveInGuards)),
  waived: z.array(z.object({ what: z.enum(waivableMoveInGuards), reason: z.string(), by: z.string().nullable(), at: moment })),
  /** Earlier units of the tenancy, for managers. */
  units: z.array(z.object({ unit: Coded, from: day, last: day.nullable() })),
  history: z.array(Past),
  acts: z.array(z.enum(tenancyActions)),
  manages: z.boolean(),
});
export type TenancyDetails = z.output<typeof TenancyDetails>;

/** A month of a portfolio: occupied homes at its end, or today, and the number of move-ins and move-outs. */
export const OccupancyMonth = z.object({ month: day, lived_in: z.number(), moved_in: z.number(), moved_out: z.number() });
export type OccupancyMonth = z.output<typeof OccupancyMonth>;
