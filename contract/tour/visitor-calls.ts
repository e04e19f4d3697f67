import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildListSchema, id, moment, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { phone } from '#contract/kernel/phone.ts';
import { tourBasePath } from './calls.ts';
import { tourModes } from './kinds.ts';
import { OccupiedHomeTour, TourBookingOptions, TourFeedbackInput, VisitorTour } from './shapes.ts';

const anId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** The key of a guest's tour link: it gives access to the tour. */
const key = z.string().min(20).max(100);
const email = z.union([z.literal(''), z.email().max(200)]).optional();
const reason = z.string().trim().max(300).default('');
const acts = z.enum(['cancel', 'contest', 'miss_host']);

/** The calls for visitors: with an account, or as a guest with code and link. */
export const visitorCalls = {
  listSlots: call({
    method: 'GET',
    path: `${tourBasePath}/free_slots/`,
    summary: 'List free tour slots of a listed home in the next fourteen days',
    needs: 'anyone',
    query: z.object({ listing_id: id, mode: z.enum(tourModes).default('in_person') }),
    result: TourBookingOptions,
    fails: ['notFound', 'gone'],
  }),
  askCode: call({
    method: 'POST',
    path: `${tourBasePath}/ask_code/`,
    summary: 'Send a guest a code by SMS or email to verify their contact',
    needs: 'anyone',
    body: z.strictObject({
      listing_id: anId,
      /** Checked, if given, before an SMS is sent. */ from: moment.optional(),
      mode: z.enum(tourModes).default('in_person'),
      phone,
      email,
      by: z.enum(['sms', 'email']).default('sms'),
      locale: z.enum(['en', 'sw']).default('en'),
    }),
    result: z.object({ asked: z.string() }),
    fails: ['notFound', 'tooMany'],
    step: true,
    document: 'tours',
  }),
  book: call({
    method: 'POST',
    path: `${tourBasePath}/book_tour/`,
    summary: 'Book a tour slot, signed in or as a guest with the code',
    needs: 'anyone',
    body: z.strictObject({
      listing_id: anId,
      from: moment,
      mode: z.enum(tourModes).default('in_person'),
      name: singleLine.min(1).max(120),
      phone,
      email,
      people: z.number().int().min(1).max(20).default(1),
      notes: z.string().trim().max(1000).default(''),
      code: z.string().trim().max(20).default(''),
      asked: z.string().max(60).default(''),
      by: z.enum(['sms', 'email']).default('sms'),
      locale: z.enum(['en', 'sw']).default('en'),
    }),
    result: z.object({ tour: VisitorTour, /** Null for a visitor with an account. */ key: z.string().nullable() }),
    fails: ['notFound', 'conflict', 'tooMany', 'gone'],
    document: 'tours',
  }),
  listMine: call({
    method: 'GET',
    path: `${tourBasePath}/my_tours/`,
    summary: 'List the caller’s tours, the next one first',
    needs: { only: ['tenant'], with: ['tours', 'read'] },
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(VisitorTour),
    fails: [],
  }),
  changeMine: call({
    method: 'PATCH',
    path: `${tourBasePath}/my_tour_act/`,
    summary: 'Cancel the caller’s tour, or report whether the host or the visitor came',
    needs: { only: ['tenant'], with: ['tours', 'edit'] },
    query: z.object({ id }),
    body: z.strictObject({ act: acts, reason }),
    result: VisitorTour,
    fails: ['notFound', 'wrongState', 'gone'],
    toast: 'statusUpdated',
    document: 'tours',
  }),
  rescheduleMine: call({
    method: 'PATCH',
    path: `${tourBasePath}/my_tour_time/`,
    summary: 'Move the caller’s tour to another free slot',
    needs: { only: ['tenant'], with: ['tours', 'edit'] },
    query: z.object({ id }),
    body: z.strictObject({ from: moment }),
    result: VisitorTour,
    fails: ['notFound', 'wrongState', 'conflict', 'gone'],
    document: 'tours',
  }),
  feedback: call({
    method: 'POST',
    path: `${tourBasePath}/my_tour_feedback/`,
    summary: 'Give feedback on a home after a tour; its host reads it',
    needs: { only: ['tenant'], with: ['tours', 'edit'] },
    query: z.object({ id }),
    body: TourFeedbackInput,
    result: VisitorTour,
    fails: ['notFound', 'wrongState', 'gone'],
    document: 'tours',
  }),
  homeVisits: call({
    method: 'GET',
    path: `${tourBasePath}/visits_to_my_home/`,
    summary: 'List tours of the caller’s home as an occupant: those that need consent and those to come',
    needs: { only: ['tenant'], with: ['tours', 'read'] },
    result: z.object({ results: z.array(OccupiedHomeTour) }),
    fails: [],
  }),
  answerVisit: call({
    method: 'PATCH',
    path: `${tourBasePath}/answer_visit/`,
    summary: 'Agree or object to a tour as the occupant, with suitable times',
    needs: { only: ['tenant'], with: ['tours', 'edit'] },
    query: z.object({ id }),
    body: z.strictObject({ consent: z.enum(['given', 'refused']), note: z.string().trim().max(300).default('') }),
    result: OccupiedHomeTour,
    fails: ['notFound', 'wrongState'],
    document: 'tours',
  }),
  detailsByLink: call({
    method: 'GET',
    path: `${tourBasePath}/by_link/`,
    summary: 'Get a guest’s tour by its link',
    needs: 'anyone',
    query: z.object({ key }),
    result: VisitorTour,
    fails: ['notFound'],
  }),
  changeByLink: call({
    method: 'PATCH',
    path: `${tourBasePath}/act_by_link/`,
    summary: 'Cancel a guest’s tour or report attendance, by its link',
    needs: 'anyone',
    body: z.strictObject({ key, act: acts, reason }),
    result: VisitorTour,
    fails: ['notFound', 'wrongState', 'gone'],
    document: 'tours',
  }),
  feedbackByLink: call({
    method: 'POST',
    path: `${tourBasePath}/feedback_by_link/`,
    summary: 'Give feedback on a home as a guest',
    needs: 'anyone',
    body: TourFeedbackInput.extend({ key }),
    result: VisitorTour,
    fails: ['notFound', 'wrongState', 'gone'],
    document: 'tours',
  }),
  rescheduleByLink: call({
    method: 'PATCH',
    path: `${tourBasePath}/time_by_link/`,
    summary: 'Move a guest’s tour to another free slot, by its link',
    needs: 'anyone',
    body: z.strictObject({ key, from: moment }),
    result: VisitorTour,
    fails: ['notFound', 'wrongState', 'conflict', 'gone'],
    document: 'tours',
  }),
} as const;
