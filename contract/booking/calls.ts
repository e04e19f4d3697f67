import { z } from 'zod';
import { companyRolesOnly } from '#contract/access/role-limits.ts';
import { isIdNumberValid } from '#contract/application/kinds.ts';
import { applicationConsentsSchema, idNumberProblem, shortApplicationFields } from '#contract/application/shapes.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  day,
  dayRange,
  id,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { amountLimits, recordedPaymentMinCents } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { boardColumns, declineReasons, externalPaymentMethods, requestableItems, screeningCheckOutcomes, screeningChecks } from './kinds.ts';
import { bookingMachine, bookingStages } from './machine.ts';
import { BookingCard, BookingDetails, BookingQuote, BookingSummary, ScreeningResult } from './shapes.ts';

const base = '/api/v2/booking' as const;
const byId = z.object({ id });
const note = z.string().trim().max(1000);
const status = stateSchema(bookingMachine);
const managers = companyRolesOnly('booking', 'edit');
const applicant = { only: ['tenant'], with: ['booking', 'create'] } as const;

const payment = {
  cents: amountSchema(amountLimits.price, recordedPaymentMinCents),
  how: z.enum(externalPaymentMethods),
  on: day,
  note: singleLine.max(300).default(''),
};

const bookingFilters = buildFilterSchema({
  q: searchText,
  status,
  stage: z.enum(bookingStages),
  property_id: id,
  unit_id: id,
  listing_id: id,
  person_id: id,
  company_id: id,
  region: countyCodeShape,
  /** A decision is required, and its deadline is running. */
  waiting: z.enum(['true']),
  /** The applicant reported a problem; a filter for platform staff. */
  reported: z.enum(['true']),
  ...dayRange,
});

export const bookingCalls = {
  quoteListing: call({
    method: 'GET',
    path: `${base}/quote/`,
    summary: 'Get the move-in cost of a home, its available date, and whether it accepts applications',
    needs: applicant,
    query: z.object({ listing_id: id }),
    result: BookingQuote,
    fails: ['notFound'],
  }),
  apply: call({
    method: 'POST',
    path: `${base}/apply/`,
    summary: 'Apply for a home with the short form, or join the waiting list of a reserved one',
    needs: applicant,
    body: z
      .strictObject({
        listing_id: id,
        starts_on: day,
        term_months: z.number().int().min(1).max(120),
        message: z.string().trim().max(2000).default(''),
        waitlist: z.boolean().default(false),
        ...shortApplicationFields,
        consents: applicationConsentsSchema,
      })
      .refine((given) => isIdNumberValid(given.id_kind, given.id_number), idNumberProblem),
    result: z.object({ id: z.number(), code: z.string() }),
    fails: ['notFound', 'conflict', 'gone'],
    document: 'booking',
  }),
  listOwn: call({
    method: 'GET',
    path: `${base}/my_bookings/`,
    summary: 'List the caller’s bookings; those that need action first',
    needs: applicant,
    query: z.object({ page: pageNumberSchema, page_size: pageSize, z_filter: buildFilterSchema({ waiting: z.enum(['true']) }) }),
    result: buildListSchema(BookingSummary),
    fails: [],
  }),
  list: call({
    method: 'GET',
    path: `${base}/all_bookings/`,
    summary: 'List bookings of the homes the caller manages, by deadline',
    needs: ['booking', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['due', 'created_at', 'starts_on', 'updated_at'], 'due'),
      z_filter: bookingFilters,
    }),
    result: buildListSchema(BookingSummary),
    fails: [],
  }),
  listByColumn: call({
    method: 'GET',
    path: `${base}/board/`,
    summary: 'Count open bookings by status, with those closest to their deadline',
    needs: ['booking', 'read'],
    query: z.object({ z_filter: bookingFilters }),
    result: z.object({ columns: z.array(z.object({ column: z.enum(boardColumns), count: z.number(), results: z.array(BookingCard) })) }),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/booking_details/`,
    summary: 'Get a booking with its status, amounts due and history',
    needs: ['booking', 'read'],
    query: byId,
    result: BookingDetails,
    fails: ['notFound'],
  }),
  compareForUnit: call({
    method: 'GET',
    path: `${base}/compare/`,
    summary: 'Compare the applicants for a unit',
    needs: ['booking', 'read'],
    query: z.object({ unit_id: id }),
    result: z.object({ results: z.array(BookingSummary.extend({ screened: ScreeningResult, message: z.string() })) }),
    fails: ['notFound'],
  }),
  recordCheck: call({
    method: 'PATCH',
    path: `${base}/check/`,
    summary: 'Record the result of a screening check; a failed or waived check needs a reason',
    needs: managers,
    query: byId,
    body: z.strictObject({ what: z.enum(screeningChecks), outcome: z.enum(screeningCheckOutcomes), note: note.default('') }),
    result: BookingDetails,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  setShortlisted: call({
    method: 'PATCH',
    path: `${base}/shortlist/`,
    summary: 'Add an applicant to the shortlist, or remove one',
    needs: managers,
    query: byId,
    body: z.strictObject({ on: z.boolean() }),
    result: BookingDetails,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  requestInformation: call({
    method: 'PATCH',
    path: `${base}/ask_for_more/`,
    summary: 'Request more information from the applicant; the deadline is suspended until they respond',
    needs: managers,
    query: byId,
    body: z.strictObject({ what: z.array(z.enum(requestableItems)).min(1).max(requestableItems.length), note: note.default('') }),
    result: BookingDetails,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  answerRequest: call({
    method: 'PATCH',
    path: `${base}/answer/`,
    summary: 'Submit the requested information: the manager gets the updated application, and the deadline resumes',
    needs: applicant,
    query: byId,
    body: z.strictObject({ note: note.default('') }),
    result: BookingDetails,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  approve: call({
    method: 'PATCH',
    path: `${base}/approve/`,
    summary: 'Approve a booking: the unit is reserved, the applicant has 48 hours to pay, and the others become backup applicants',
    needs: managers,
    query: byId,
    body: z.strictObject({ note: note.default('') }),
    result: BookingDetails,
    fails: ['notFound', 'conflict', 'wrongState'],
    document: 'booking',
  }),
  decline: call({
    method: 'PATCH',
    path: `${base}/decline/`,
    summary: 'Decline a booking with a reason the applicant reads',
    needs: managers,
    query: byId,
    body: z.strictObject({ reason: z.enum(declineReasons), note: note.default('') }),
    result: BookingDetails,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  cancel: call({
    method: 'PATCH',
    path: `${base}/cancel/`,
    summary: 'Cancel a booking with a reason as applicant, manager or platform; a reserved unit is released',
    needs: ['booking', 'edit'],
    query: byId,
    body: z.strictObject({ reason: note.min(3) }),
    result: BookingDetails,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  uploadEvidence: call({
    method: 'POST',
    path: `${base}/payment_evidence/`,
    summary: 'Upload the receipt or statement of an external payment, as evidence for its confirmation',
    needs: managers,
    query: byId,
    upload: { field: 'evidence', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: z.object({ file_id: z.number() }),
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'booking',
  }),
  confirmPayment: call({
    method: 'PATCH',
    path: `${base}/paid_outside/`,
    summary: 'Record an external payment with its evidence; the booking is confirmed',
    needs: managers,
    query: byId,
    body: z.strictObject({ file_id: id, ...payment, why_less: singleLine.max(300).default('') }),
    result: BookingDetails,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  correctPayment: call({
    method: 'PATCH',
    path: `${base}/paid_corrected/`,
    summary: 'Correct a recorded external payment: the new total and the reason',
    needs: managers,
    query: byId,
    body: z.strictObject({ file_id: id.nullable(), ...payment, reason: note.min(3) }),
    result: BookingDetails,
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'booking',
  }),
  uploadReceipt: call({
    method: 'POST',
    path: `${base}/payment_receipt/`,
    summary: 'Upload the receipt of a payment to the manager, as the applicant',
    needs: applicant,
    query: byId,
    upload: { field: 'receipt', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: z.object({ file_id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  claimPaid: call({
    method: 'PATCH',
    path: `${base}/i_have_paid/`,
    summary: 'Report a payment to the manager, who then confirms it',
    needs: applicant,
    query: byId,
    body: z.strictObject({ file_id: id.nullable(), ...payment }),
    result: BookingDetails,
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
  erase: call({
    method: 'PATCH',
    path: `${base}/erase/`,
    summary: 'Erase the personal data of an ended booking; its number and dates are kept',
    needs: { only: ['tenant', 'admin', 'superadmin'], with: ['booking', 'edit'] },
    query: byId,
    body: z.strictObject({ reason: note.default('') }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'booking',
  }),
} as const;
