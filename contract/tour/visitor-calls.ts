import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { id, list, moment, page, pageSize } from '#contract/kernel/list.ts';
import { phone } from '#contract/kernel/phone.ts';
import { tourBase } from './calls.ts';
import { modes } from './kinds.ts';
import { FeedbackSaid, HomeVisit, TourOffer, VisitorTour } from './shapes.ts';

const anId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** A guest's way back to their tour: whoever has it has the tour. */
const key = z.string().min(20).max(100);
const email = z.union([z.literal(''), z.email().max(200)]).optional();
const reason = z.string().trim().max(300).default('');
const acts = z.enum(['cancel', 'contest', 'miss_host']);

/** What a visitor does: with an account, or as a guest with a code and a link. */
export const visitorCalls = {
  slots: call({
    method: 'GET',
    path: `${tourBase}/free_slots/`,
    summary: 'When a home on offer can be seen in the next fourteen days',
    needs: 'anyone',
    query: z.object({ listing_id: id, mode: z.enum(modes).default('in_person') }),
    result: TourOffer,
    fails: ['notFound', 'gone'],
  }),
  askCode: call({
    method: 'POST',
    path: `${tourBase}/ask_code/`,
    summary: 'A guest has a code sent to show that the number is theirs, by SMS or to their e-mail',
    needs: 'anyone',
    body: z.strictObject({
      listing_id: anId,
      /** Looked at before an SMS is spent, where it is said. */ from: moment.optional(),
      mode: z.enum(modes).default('in_person'),
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
    path: `${tourBase}/book_tour/`,
    summary: 'Take a slot: signed in, or as a guest with the code that was sent',
    needs: 'anyone',
    body: z.strictObject({
      listing_id: anId,
      from: moment,
      mode: z.enum(modes).default('in_person'),
      name: line.min(1).max(120),
      phone,
      email,
      people: z.number().int().min(1).max(20).default(1),
      notes: z.string().trim().max(1000).default(''),
      code: z.string().trim().max(20).default(''),
      asked: z.string().max(60).default(''),
      by: z.enum(['sms', 'email']).default('sms'),
      locale: z.enum(['en', 'sw']).default('en'),
    }),
    result: z.object({ tour: VisitorTour, /** Null for whoever has an account. */ key: z.string().nullable() }),
    fails: ['notFound', 'conflict', 'tooMany', 'gone'],
    document: 'tours',
  }),
  mine: call({
    method: 'GET',
    path: `${tourBase}/my_tours/`,
    summary: 'The caller’s own tours, the next one first',
    needs: { only: ['tenant'], with: ['tours', 'read'] },
    query: z.object({ page, page_size: pageSize }),
    result: list(VisitorTour),
    fails: [],
  }),
  act: call({
    method: 'PATCH',
    path: `${tourBase}/my_tour_act/`,
    summary: 'Cancel one’s tour, or say that the host did not come, or that one did',
    needs: { only: ['tenant'], with: ['tours', 'edit'] },
    query: z.object({ id }),
    body: z.strictObject({ act: acts, reason }),
    result: VisitorTour,
    fails: ['notFound', 'wrongState', 'gone'],
    toast: 'statusUpdated',
    document: 'tours',
  }),
  another: call({
    method: 'PATCH',
    path: `${tourBase}/my_tour_time/`,
    summary: 'Another time for one’s own tour, of those that are free',
    needs: { only: ['tenant'], with: ['tours', 'edit'] },
    query: z.object({ id }),
    body: z.strictObject({ from: moment }),
    result: VisitorTour,
    fails: ['notFound', 'wrongState', 'conflict', 'gone'],
    document: 'tours',
  }),
  feedback: call({
    method: 'POST',
    path: `${tourBase}/my_tour_feedback/`,
    summary: 'Say what one thinks of the home one has seen; whoever showed it reads it',
    needs: { only: ['tenant'], with: ['tours', 'edit'] },
    query: z.object({ id }),
    body: FeedbackSaid,
    result: VisitorTour,
    fails: ['notFound', 'wrongState', 'gone'],
    document: 'tours',
  }),
  homeVisits: call({
    method: 'GET',
    path: `${tourBase}/visits_to_my_home/`,
    summary: 'Visits to the home the caller lives in: those that wait for their word, and those that come',
    needs: { only: ['tenant'], with: ['tours', 'read'] },
    result: z.object({ results: z.array(HomeVisit) }),
    fails: [],
  }),
  answerVisit: call({
    method: 'PATCH',
    path: `${tourBase}/answer_visit/`,
    summary: 'Whoever lives there agrees to a visit or not, and says when it would suit',
    needs: { only: ['tenant'], with: ['tours', 'edit'] },
    query: z.object({ id }),
    body: z.strictObject({ consent: z.enum(['given', 'refused']), note: z.string().trim().max(300).default('') }),
    result: HomeVisit,
    fails: ['notFound', 'wrongState'],
    document: 'tours',
  }),
  byLink: call({
    method: 'GET',
    path: `${tourBase}/by_link/`,
    summary: 'A guest’s tour, by the link they were sent',
    needs: 'anyone',
    query: z.object({ key }),
    result: VisitorTour,
    fails: ['notFound'],
  }),
  actByLink: call({
    method: 'PATCH',
    path: `${tourBase}/act_by_link/`,
    summary: 'The same with a guest’s link',
    needs: 'anyone',
    body: z.strictObject({ key, act: acts, reason }),
    result: VisitorTour,
    fails: ['notFound', 'wrongState', 'gone'],
    document: 'tours',
  }),
  feedbackByLink: call({
    method: 'POST',
    path: `${tourBase}/feedback_by_link/`,
    summary: 'What a guest thinks of the home they have seen',
    needs: 'anyone',
    body: FeedbackSaid.extend({ key }),
    result: VisitorTour,
    fails: ['notFound', 'wrongState', 'gone'],
    document: 'tours',
  }),
  anotherByLink: call({
    method: 'PATCH',
    path: `${tourBase}/time_by_link/`,
    summary: 'Another time with a guest’s link',
    needs: 'anyone',
    body: z.strictObject({ key, from: moment }),
    result: VisitorTour,
    fails: ['notFound', 'wrongState', 'conflict', 'gone'],
    document: 'tours',
  }),
} as const;
