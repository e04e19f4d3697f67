import { z } from 'zod';
import { applicationParts } from '#contract/application/kinds.ts';
import { day, held, moment } from '#contract/kernel/list.ts';
import { moveSchema } from '#contract/kernel/machine-schemas.ts';
import { BookingBill } from './bill.ts';
import { askables, bookingActs, checks, frozenFor, outcomes, paidWays } from './kinds.ts';
import { bookingMachine, bookingStages } from './machine.ts';

const Named = z.object({ id: z.number(), code: z.string(), name: z.string() });

export const BookingHead = z.object({
  id: z.number(),
  code: z.string(),
  /** The specification's number. */
  status: z.number(),
  stage: z.enum(bookingStages),
  /** Why it is frozen; null where it is not. */
  frozen_for: z.enum(frozenFor).nullable(),
  property: Named,
  unit: Named,
  listing: z.object({ id: z.number(), code: z.string(), title: z.string() }).nullable(),
  /** Null once it was erased. */
  applicant: z.object({ id: z.number(), name: z.string(), phone: z.string().nullable() }).nullable(),
  starts_on: day,
  term_months: z.number(),
  occupants: z.number(),
  due_cents: z.number(),
  /** What came of it so far, by invoice; 0 where none asks for it. */
  received_cents: z.number(),
  month_cents: z.number(),
  decide_by: moment.nullable(),
  pay_until: moment.nullable(),
  /** When the applicant said that they paid; until whoever manages it has looked. */
  said_paid_at: moment.nullable(),
  waitlist_until: moment.nullable(),
  /** Everybody signed the lease that came of it: what is left are the keys. */
  lease_signed: z.boolean(),
  /** No application came with it: a bid was accepted, and it is still to be sent. */
  unsent: z.boolean(),
  /** A back-up comes before others until then. */
  first_until: moment.nullable(),
  /** The home was sold: until then the applicant says whether its new holder may read their application. */
  consent_until: moment.nullable(),
  created_at: moment,
  updated_at: moment,
  ...held,
  revision: z.number(),
  moves: z.array(moveSchema(bookingMachine)),
  acts: z.array(z.enum(bookingActs)),
});
export type BookingHead = z.output<typeof BookingHead>;

/** Who holds the home now, where that keeps this one from being approved; for who manages it. */
const HeldBy = z.object({ id: z.number(), code: z.string(), name: z.string() });
/** As it stands on the board. */
export const BookingCard = BookingHead.extend({ held_by: HeldBy.nullable() });
export type BookingCard = z.output<typeof BookingCard>;

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

const Paid = z.object({ cents: z.number(), how: z.enum(paidWays), on: day, note: z.string(), file: z.string().nullable() });

export const BookingFull = BookingHead.extend({
  bill: BookingBill,
  message: z.string(),
  /** What the applicant said when they were asked for more. */
  answer: z.string(),
  /** Whether the caller is the applicant. */
  mine: z.boolean(),
  asked: z.object({ what: z.array(z.enum(askables)), note: z.string(), at: moment }).nullable(),
  decision: z.object({ reason: z.string(), note: z.string(), at: moment, by: z.string().nullable() }).nullable(),
  paid: Paid.extend({ by: z.string().nullable(), why_less: z.string() }).nullable(),
  /** What the applicant says they paid, for who manages it to confirm. */
  said_paid: Paid.extend({ at: moment, file_id: z.number().nullable() }).nullable(),
  /** What of the application is filled in; null where none came with it, or it is gone. */
  application: z.object({ parts: z.array(z.enum(applicationParts)), readable: z.boolean() }).nullable(),
  /** What the applicant reported and is being looked into: theirs and the platform's to see. */
  reported: z.object({ body: z.string(), at: moment, until: moment }).nullable(),
  /** Managers alone. */
  screened: Screened.nullable(),
  /** Bookings with the company under the same ID number and another account. */
  same_id: z.number(),
  /** Open bookings for the same unit, this one left out: to compare. */
  others: z.number(),
  /** Of them, who becomes a back-up when this one is approved. */
  backups: z.number(),
  /** For who decides: the day the unit or its listing is free from, where that is after the day they want to move in. Approving waits for it. */
  not_before: day.nullable(),
  tenancy_id: z.number().nullable(),
  /** What it became, and the agreement that is signed for it. */
  tenancy: z.object({ id: z.number(), code: z.string() }).nullable(),
  lease: z.object({ id: z.number(), code: z.string(), status: z.number() }).nullable(),
  held_by: HeldBy.nullable(),
  /** Whom the applicant asks: the number of who answers for the home, and the conversation there is. */
  contact: z.object({ name: z.string(), phone: z.string().nullable(), thread_id: z.number().nullable() }).nullable(),
  /** How whoever collects for the home is paid, as they keep it; for the applicant. */
  pay_to: z.object({ name: z.string(), paybill: z.string().nullable(), till: z.string().nullable(), bank: z.string().nullable() }).nullable(),
  /** The public page of the home, while it has one. */
  path: z.string().nullable(),
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
