import { z } from 'zod';
import { holders } from '#contract/access/whose.ts';
import { idFits } from '#contract/application/kinds.ts';
import { consents, idMatches, shortForm } from '#contract/application/shapes.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { county, day, days, filters, id, list, page, pageSize, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { askables, boardColumns, checks, declineReasons, outcomes, paidWays } from './kinds.ts';
import { bookingMachine, bookingStages } from './machine.ts';
import { BookingCard, BookingFull, BookingHead, Quote, Screened } from './shapes.ts';

const base = '/api/v2/booking' as const;
const byId = z.object({ id });
const note = z.string().trim().max(1000);
const status = stateSchema(bookingMachine);
const managers = holders('booking', 'edit');
const applicant = { only: ['tenant'], with: ['booking', 'create'] } as const;

const payment = { cents: amount(most.price, 1), how: z.enum(paidWays), on: day, note: line.max(300).default('') };

const bookingFilters = filters({
  q: searchText,
  status,
  stage: z.enum(bookingStages),
  property_id: id,
  unit_id: id,
  listing_id: id,
  person_id: id,
  company_id: id,
  region: county,
  /** A decision is due: the clock runs. */
  waiting: z.enum(['true']),
  /** The applicant reported a problem; for the platform. */
  reported: z.enum(['true']),
  ...days,
});

export const bookingCalls = {
  quote: call({
    method: 'GET',
    path: `${base}/quote/`,
    summary: 'What a home costs to move into, from when it is free, and whether it can be applied for',
    needs: applicant,
    query: z.object({ listing_id: id }),
    result: Quote,
    fails: ['notFound'],
  }),
  apply: call({
    method: 'POST',
    path: `${base}/apply/`,
    summary: 'Apply for a home with the short form, or wait for one that is held',
    needs: applicant,
    body: z
      .strictObject({
        listing_id: id,
        starts_on: day,
        term_months: z.number().int().min(1).max(120),
        message: z.string().trim().max(2000).default(''),
        waitlist: z.boolean().default(false),
        ...shortForm,
        consents,
      })
      .refine((given) => idFits(given.id_kind, given.id_number), idMatches),
    result: z.object({ id: z.number(), code: z.string() }),
    fails: ['notFound', 'conflict', 'gone'],
    document: 'booking',
  }),
  mine: call({
    method: 'GET',
    path: `${base}/my_bookings/`,
    summary: 'One’s own bookings, those that need something first',
    needs: applicant,
    query: z.object({ page, page_size: pageSize, z_filter: filters({ waiting: z.enum(['true']) }) }),
    result: list(BookingHead),
    fails: [],
  }),
  all: call({
    method: 'GET',
    path: `${base}/all_bookings/`,
    summary: 'Bookings for the homes one manages, the oldest clock first',
    needs: ['booking', 'read'],
    query: z.object({
      page,
      page_size: pageSize,
      tabs,
      sort: sortBy(['due', 'created_at', 'starts_on', 'updated_at'], 'due'),
      z_filter: bookingFilters,
    }),
    result: list(BookingHead),
    fails: [],
  }),
  board: call({
    method: 'GET',
    path: `${base}/board/`,
    summary: 'The open ones by where they stand: how many, and those whose time runs out first',
    needs: ['booking', 'read'],
    query: z.object({ z_filter: bookingFilters }),
    result: z.object({ columns: z.array(z.object({ column: z.enum(boardColumns), count: z.number(), results: z.array(BookingCard) })) }),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/booking_details/`,
    summary: 'One booking: where it stands, what is due, what happened',
    needs: ['booking', 'read'],
    query: byId,
    result: BookingFull,
    fails: ['notFound'],
  }),
  compare: call({
    method: 'GET',
    path: `${base}/compare/`,
    summary: 'Those who want the same unit, side by side',
    needs: ['booking', 'read'],
    query: z.object({ unit_id: id }),
    result: z.object({ results: z.array(BookingHead.extend({ screened: Screened, message: z.string() })) }),
    fails: ['notFound'],
  }),
  check: call({
    method: 'PATCH',
    path: `${base}/check/`,
    summary: 'Write down what one check found; a failed or waived one says why',
    needs: managers,
    query: byId,
    body: z.strictObject({ what: z.enum(checks), outcome: z.enum(outcomes), note: note.default('') }),
    result: BookingFull,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  shortlist: call({
    method: 'PATCH',
    path: `${base}/shortlist/`,
    summary: 'Put somebody on the shortlist, or take them off',
    needs: managers,
    query: byId,
    body: z.strictObject({ on: z.boolean() }),
    result: BookingFull,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  ask: call({
    method: 'PATCH',
    path: `${base}/ask_for_more/`,
    summary: 'Ask the applicant for more; the clock stops until they answer',
    needs: managers,
    query: byId,
    body: z.strictObject({ what: z.array(z.enum(askables)).min(1).max(askables.length), note: note.default('') }),
    result: BookingFull,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  answer: call({
    method: 'PATCH',
    path: `${base}/answer/`,
    summary: 'Say that what was asked for is there: the application as it is now goes to the manager, the clock runs on',
    needs: applicant,
    query: byId,
    body: z.strictObject({ note: note.default('') }),
    result: BookingFull,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  approve: call({
    method: 'PATCH',
    path: `${base}/approve/`,
    summary: 'Approve: the unit is held, the applicant has 48 hours to pay, the others become back-ups',
    needs: managers,
    query: byId,
    body: z.strictObject({ note: note.default('') }),
    result: BookingFull,
    fails: ['notFound', 'conflict', 'wrongState'],
    document: 'booking',
  }),
  decline: call({
    method: 'PATCH',
    path: `${base}/decline/`,
    summary: 'Decline, with a reason the applicant reads',
    needs: managers,
    query: byId,
    body: z.strictObject({ reason: z.enum(declineReasons), note: note.default('') }),
    result: BookingFull,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  cancel: call({
    method: 'PATCH',
    path: `${base}/cancel/`,
    summary: 'Cancel with a reason: the applicant, the manager or the platform; a hold is released',
    needs: ['booking', 'edit'],
    query: byId,
    body: z.strictObject({ reason: note.min(3) }),
    result: BookingFull,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  evidence: call({
    method: 'POST',
    path: `${base}/payment_evidence/`,
    summary: 'Bring the receipt or statement of a payment made outside; confirm then names it',
    needs: managers,
    query: byId,
    upload: { field: 'evidence', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: z.object({ file_id: z.number() }),
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'booking',
  }),
  confirm: call({
    method: 'PATCH',
    path: `${base}/paid_outside/`,
    summary: 'Record what was paid outside, with its evidence: the booking is confirmed',
    needs: managers,
    query: byId,
    body: z.strictObject({ file_id: id, ...payment, why_less: line.max(300).default('') }),
    result: BookingFull,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  correct: call({
    method: 'PATCH',
    path: `${base}/paid_corrected/`,
    summary: 'Put right what was recorded as paid: the whole sum as it is now, and why',
    needs: managers,
    query: byId,
    body: z.strictObject({ file_id: id.nullable(), ...payment, reason: note.min(3) }),
    result: BookingFull,
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'booking',
  }),
  receipt: call({
    method: 'POST',
    path: `${base}/payment_receipt/`,
    summary: 'Bring the receipt of what one paid to the manager',
    needs: applicant,
    query: byId,
    upload: { field: 'receipt', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: z.object({ file_id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  sayPaid: call({
    method: 'PATCH',
    path: `${base}/i_have_paid/`,
    summary: 'Say that one has paid the manager, who then confirms it',
    needs: applicant,
    query: byId,
    body: z.strictObject({ file_id: id.nullable(), ...payment }),
    result: BookingFull,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  erase: call({
    method: 'PATCH',
    path: `${base}/erase/`,
    summary: 'Erase what an ended booking says of a person; its number and dates stay',
    needs: { only: ['tenant', 'admin', 'superadmin'], with: ['booking', 'edit'] },
    query: byId,
    body: z.strictObject({ reason: note.default('') }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
} as const;
