import { z } from 'zod';
import { applicationParts } from '#contract/application/kinds.ts';
import { day, held, moment } from '#contract/kernel/list.ts';
import { moveSchema } from '#contract/kernel/machine-schemas.ts';
import { BookingBill } from './bill.ts';
import { askables, bookingActs, checks, outcomes, paidWays } from './kinds.ts';
import { bookingMachine, bookingStages } from './machine.ts';

const Named = z.object({ id: z.number(), code: z.string(), name: z.string() });

export const BookingHead = z.object({
  id: z.number(),
  code: z.string(),
  /** The specification's number. */
  status: z.number(),
  stage: z.enum(bookingStages),
  property: Named,
  unit: Named,
  listing: z.object({ id: z.number(), code: z.string(), title: z.string() }).nullable(),
  /** Null once it was erased. */
  applicant: z.object({ id: z.number(), name: z.string(), phone: z.string().nullable() }).nullable(),
  starts_on: day,
  term_months: z.number(),
  occupants: z.number(),
  due_cents: z.number(),
  month_cents: z.number(),
  decide_by: moment.nullable(),
  pay_until: moment.nullable(),
  waitlist_until: moment.nullable(),
  /** A back-up comes before others until then. */
  first_until: moment.nullable(),
  created_at: moment,
  updated_at: moment,
  ...held,
  revision: z.number(),
  moves: z.array(moveSchema(bookingMachine)),
  acts: z.array(z.enum(bookingActs)),
});
export type BookingHead = z.output<typeof BookingHead>;

const CheckLine = z.object({
  what: z.enum(checks),
  outcome: z.enum(outcomes),
  points: z.number(),
  of: z.number(),
  note: z.string(),
  by: z.string().nullable(),
  at: moment.nullable(),
});
export const Screened = z.object({ score: z.number(), lines: z.array(CheckLine), lacking: z.array(z.enum(checks)) });
export type Screened = z.output<typeof Screened>;

export const BookingFull = BookingHead.extend({
  bill: BookingBill,
  message: z.string(),
  /** Whether the caller is the applicant. */
  mine: z.boolean(),
  asked: z.object({ what: z.array(z.enum(askables)), note: z.string(), at: moment }).nullable(),
  decision: z.object({ reason: z.string(), note: z.string(), at: moment, by: z.string().nullable() }).nullable(),
  paid: z
    .object({ cents: z.number(), how: z.enum(paidWays), on: day, note: z.string(), by: z.string().nullable(), file: z.string().nullable() })
    .nullable(),
  /** What of the application is filled in; null where none came with it, or it is gone. */
  application: z.object({ parts: z.array(z.enum(applicationParts)), readable: z.boolean() }).nullable(),
  /** Managers alone. */
  screened: Screened.nullable(),
  /** Bookings with the company under the same ID number and another account. */
  same_id: z.number(),
  /** Open bookings for the same unit, this one left out: to compare. */
  others: z.number(),
  tenancy_id: z.number().nullable(),
  history: z.array(z.object({ at: moment, move: z.string(), to: z.string(), reason: z.string().nullable(), by: z.string().nullable() })),
});
export type BookingFull = z.output<typeof BookingFull>;

export const Alternative = z.object({
  listing_id: z.number(),
  title: z.string(),
  place: z.string(),
  price_cents: z.number(),
  price_period: z.number(),
  path: z.string(),
});
export type Alternative = z.output<typeof Alternative>;

/** What applying takes, before anything is typed. */
export const Quote = z.object({
  listing: z.object({ id: z.number(), code: z.string(), title: z.string(), listing_type: z.number(), path: z.string() }),
  property: Named,
  unit: Named,
  manager: z.string(),
  bill: BookingBill,
  free_from: day,
  min_term_months: z.number(),
  /** Whether it can be applied for now; if not, whether one can wait for it, and what else there is. */
  offered: z.boolean(),
  may_wait: z.boolean(),
  alternatives: z.array(Alternative),
  /** One's open booking for the same unit. */
  open: z.object({ id: z.number(), code: z.string() }).nullable(),
});
export type Quote = z.output<typeof Quote>;
