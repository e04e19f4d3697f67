import { z } from 'zod';
import { applicationParts } from '#contract/application/kinds.ts';
import { day, moment, rowCompanyFields } from '#contract/kernel/list.ts';
import { moveSchema } from '#contract/kernel/machine-schemas.ts';
import { BookingBill } from './bill.ts';
import { bookingActions, bookingFreezeReasons, externalPaymentMethods, requestableItems, screeningCheckOutcomes, screeningChecks } from './kinds.ts';
import { bookingMachine, bookingStages } from './machine.ts';

const Named = z.object({ id: z.number(), code: z.string(), name: z.string() });

export const BookingSummary = z.object({
  id: z.number(),
  code: z.string(),
  /** The specification's number. */
  status: z.number(),
  stage: z.enum(bookingStages),
  /** The reason of the freeze; null if it is not frozen. */
  frozen_for: z.enum(bookingFreezeReasons).nullable(),
  property: Named,
  unit: Named,
  listing: z.object({ id: z.number(), code: z.string(), title: z.string() }).nullable(),
  /** Null after deletion of the applicant's data. */
  applicant: z.object({ id: z.number(), name: z.string(), phone: z.string().nullable() }).nullable(),
  starts_on: day,
  term_months: z.number(),
  occupants: z.number(),
  due_cents: z.number(),
  /** The amount received up to now, by invoice; 0 without an invoice. */
  received_cents: z.number(),
  month_cents: z.number(),
  decide_by: moment.nullable(),
  pay_until: moment.nullable(),
  /** When the applicant reported a payment; null once the manager has checked it. */
  said_paid_at: moment.nullable(),
  waitlist_until: moment.nullable(),
  /** All parties signed the lease of this booking; only the move-in remains. */
  lease_signed: z.boolean(),
  /** The booking has no application yet: it was made by an accepted bid, and the application is still to be sent. */
  unsent: z.boolean(),
  /** Until then the backup comes before others. */
  first_until: moment.nullable(),
  /** The home was sold: until then the applicant may answer whether its new owner may read their application. */
  consent_until: moment.nullable(),
  created_at: moment,
  updated_at: moment,
  ...rowCompanyFields,
  revision: z.number(),
  moves: z.array(moveSchema(bookingMachine)),
  acts: z.array(z.enum(bookingActions)),
});
export type BookingSummary = z.output<typeof BookingSummary>;

/** The booking that holds the home now, if it blocks the approval of this one; for the manager. */
const HeldBy = z.object({ id: z.number(), code: z.string(), name: z.string() });
/** A booking as a card of the board. */
export const BookingCard = BookingSummary.extend({ held_by: HeldBy.nullable() });
export type BookingCard = z.output<typeof BookingCard>;

const CheckLine = z.object({
  what: z.enum(screeningChecks),
  outcome: z.enum(screeningCheckOutcomes),
  points: z.number(),
  of: z.number(),
  note: z.string(),
  by: z.string().nullable(),
  at: moment.nullable(),
});
export const ScreeningResult = z.object({ score: z.number(), lines: z.array(CheckLine), lacking: z.array(z.enum(screeningChecks)) });
export type ScreeningResult = z.output<typeof ScreeningResult>;

const Paid = z.object({ cents: z.number(), how: z.enum(externalPaymentMethods), on: day, note: z.string(), file: z.string().nullable() });

export const BookingDetails = BookingSummary.extend({
  bill: BookingBill,
  message: z.string(),
  /** The applicant's answer to a request for information. */
  answer: z.string(),
  /** Whether the caller is the applicant. */
  mine: z.boolean(),
  asked: z.object({ what: z.array(z.enum(requestableItems)), note: z.string(), at: moment }).nullable(),
  decision: z.object({ reason: z.string(), note: z.string(), at: moment, by: z.string().nullable() }).nullable(),
  paid: Paid.extend({ by: z.string().nullable(), why_less: z.string() }).nullable(),
  /** The payment that the applicant reports, for the manager to confirm. */
  said_paid: Paid.extend({ at: moment, file_id: z.number().nullable() }).nullable(),
  /** The parts of the application that are filled in; null where there is none, or it was deleted. */
  application: z.object({ parts: z.array(z.enum(applicationParts)), readable: z.boolean() }).nullable(),
  /** The report of the applicant under investigation, visible to them and to Makao. */
  reported: z.object({ body: z.string(), at: moment, until: moment }).nullable(),
  /** For managers only. */
  screened: ScreeningResult.nullable(),
  /** Bookings with the company under the same ID number and another account. */
  same_id: z.number(),
  /** Other open bookings for the same unit, for comparison. */
  others: z.number(),
  /** The number of them that become a backup when this one is approved. */
  backups: z.number(),
  /**
   * For the manager: the date from which the unit or its listing is available, if it is after the requested move-in. An approval cannot start
   * earlier.
   */
  not_before: day.nullable(),
  tenancy_id: z.number().nullable(),
  /** The tenancy that the booking became, and the agreement for it. */
  tenancy: z.object({ id: z.number(), code: z.string() }).nullable(),
  lease: z.object({ id: z.number(), code: z.string(), status: z.number() }).nullable(),
  held_by: HeldBy.nullable(),
  /** The applicant's contact: the number of the person who answers for the home, and the conversation if there is one. */
  contact: z.object({ name: z.string(), phone: z.string().nullable(), thread_id: z.number().nullable() }).nullable(),
  /** For the applicant: how to pay the company that collects for the home, from its saved settings. */
  pay_to: z.object({ name: z.string(), paybill: z.string().nullable(), till: z.string().nullable(), bank: z.string().nullable() }).nullable(),
  /** The public page of the home, if it has one. */
  path: z.string().nullable(),
  history: z.array(z.object({ at: moment, move: z.string(), to: z.string(), reason: z.string().nullable(), by: z.string().nullable() })),
});
export type BookingDetails = z.output<typeof BookingDetails>;

export const AlternativeUnit = z.object({
  listing_id: z.number(),
  title: z.string(),
  place: z.string(),
  price_cents: z.number(),
  price_period: z.number(),
  path: z.string(),
});
export type AlternativeUnit = z.output<typeof AlternativeUnit>;

/** The requirements of an application, shown before the form. */
export const BookingQuote = z.object({
  listing: z.object({ id: z.number(), code: z.string(), title: z.string(), listing_type: z.number(), path: z.string() }),
  property: Named,
  unit: Named,
  manager: z.string(),
  bill: BookingBill,
  free_from: day,
  min_term_months: z.number(),
  /** Whether the home accepts applications now; if not, whether there is a waiting list, and the alternatives. */
  offered: z.boolean(),
  may_wait: z.boolean(),
  alternatives: z.array(AlternativeUnit),
  /** The caller's open booking for the same unit. */
  open: z.object({ id: z.number(), code: z.string() }).nullable(),
});
export type BookingQuote = z.output<typeof BookingQuote>;
