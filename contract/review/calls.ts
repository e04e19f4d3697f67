import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  dayRange,
  id,
  moment,
  optionalRowCompanyFields,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { moderationReasons, reviewBases, reviewTargets } from './kinds.ts';
import { reviewMachine } from './machine.ts';

const base = '/api/v2/review' as const;
const byId = z.object({ id });
const target = z.enum(reviewTargets);
const status = stateSchema(reviewMachine);
const stars = z.coerce.number().int().min(1).max(5);
const anId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const tenant = { only: ['tenant'] } as const;

const Score = z.object({ item_id: z.number(), label: z.string(), label_sw: z.string(), score: z.number() });

const shown = {
  id: z.number(),
  code: z.string(),
  target,
  basis: z.enum(reviewBases),
  score: z.number(),
  body: z.string(),
  pros: z.string(),
  cons: z.string(),
  reply: z.string().nullable(),
  replied_at: moment.nullable(),
  helpful: z.number(),
  created_at: moment,
};
/** A review as the public reads it. */
export const PublicReview = z.object({
  ...shown,
  /** First name and initial; null when the author chose to be anonymous. */
  author: z.string().nullable(),
});
export type PublicReview = z.output<typeof PublicReview>;

const Subject = z.object({ id: z.number(), code: z.string(), name: z.string() });
const kept = {
  ...shown,
  /** The name of the reviewed subject. */
  subject: z.string(),
  anonymous: z.boolean(),
  status,
  status_reason: z.string(),
  revision: z.number(),
  scores: z.array(Score),
};
export const StaffReview = z.object({
  ...kept,
  ...optionalRowCompanyFields,
  /** Null for readers from whom the author is hidden. */
  author: z.string().nullable(),
  doubts: z.array(z.enum(moderationReasons)),
  property: Subject.nullable(),
  agent: Subject.nullable(),
  moves: z.array(moveSchema(reviewMachine)),
  may_reply: z.boolean(),
});
export type StaffReview = z.output<typeof StaffReview>;

export const MyReview = z.object({ ...kept, editable_until: moment.nullable() });
export type MyReview = z.output<typeof MyReview>;

/** A subject the user may review now. */
export const ReviewableSubject = z.object({
  basis: z.enum(reviewBases),
  basis_id: z.number(),
  target,
  target_id: z.number(),
  subject: z.string(),
  place: z.string(),
  at: moment,
});
export type ReviewableSubject = z.output<typeof ReviewableSubject>;

/** Figures over published reviews only. */
export const ReviewFigures = z.object({
  /** Weighted by question, over the last 24 months, and drawn towards 3.5 while there are few reviews. */
  average: z.number().nullable(),
  rated: z.number(),
  /** The number of reviews with one star, two … five. */
  spread: z.array(z.number()).length(5),
  items: z.array(z.object({ id: z.number(), label: z.string(), label_sw: z.string(), average: z.number(), n: z.number() })),
});
export type ReviewFigures = z.output<typeof ReviewFigures>;

const written = {
  scores: z.array(z.strictObject({ item_id: anId, score: z.number().int().min(1).max(5) })).max(60),
  body: z.string().trim().max(4000),
  pros: z.string().trim().max(500),
  cons: z.string().trim().max(500),
  /** Whether the author is hidden from the public and from the reviewed party. */
  anonymous: z.boolean(),
};
const about = z.object({ target, target_id: id });

export const reviewCalls = {
  listPublished: call({
    method: 'GET',
    path: `${base}/published/`,
    summary: 'Published reviews of a property, a unit or an agent, with averages by question',
    needs: 'anyone',
    query: about.extend({
      page: pageNumberSchema,
      page_size: pageSize,
      sort: buildSortSchema(['created_at', 'score', 'helpful'], '-created_at'),
      z_filter: buildFilterSchema({ score: stars }),
    }),
    result: buildListSchema(PublicReview).extend(ReviewFigures.shape),
    fails: ['notFound'],
  }),
  listOwn: call({
    method: 'GET',
    path: `${base}/mine/`,
    summary: 'List the caller’s reviews, and what the caller may still review',
    needs: tenant,
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(MyReview).extend({ open: z.array(ReviewableSubject) }),
    fails: [],
  }),
  write: call({
    method: 'POST',
    path: `${base}/write/`,
    summary: 'Review a property, unit or agent after a tour, once per tour',
    needs: tenant,
    body: z.strictObject({
      target,
      basis: z.enum(['tour']),
      basis_id: anId,
      scores: written.scores,
      body: written.body.default(''),
      pros: written.pros.default(''),
      cons: written.cons.default(''),
      anonymous: written.anonymous.default(false),
    }),
    result: MyReview,
    fails: ['notFound', 'conflict'],
    document: 'review',
  }),
  edit: call({
    method: 'PATCH',
    path: `${base}/edit/`,
    summary: 'Update the caller’s review within 48 hours',
    needs: tenant,
    query: byId,
    body: z.strictObject(written).partial().extend({ revision: z.number().int().optional() }),
    result: MyReview,
    fails: ['notFound', 'conflict'],
    document: 'review',
  }),
  list: call({
    method: 'GET',
    path: `${base}/all/`,
    summary: 'List reviews of the company’s properties and agents, or all for the platform; pending ones first',
    needs: ['property', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['created_at', 'score', 'helpful'], '-created_at'),
      z_filter: buildFilterSchema({
        text: searchText,
        status,
        target,
        score: stars,
        property: id,
        agent: id,
        company_id: id,
        region: countyCodeShape,
        ...dayRange,
      }),
    }),
    result: buildListSchema(StaffReview),
    fails: [],
  }),
  reply: call({
    method: 'PATCH',
    path: `${base}/reply/`,
    summary: 'Respond once to a review as its subject; the response can be edited for 48 hours',
    needs: ['property', 'edit'],
    query: byId,
    body: z.strictObject({ reply: z.string().trim().min(2).max(2000) }),
    result: StaffReview,
    fails: ['notFound', 'forbidden', 'conflict', 'wrongState'],
    document: 'review',
  }),
  moderate: call({
    method: 'PATCH',
    path: `${base}/moderate/`,
    summary: 'Publish a pending review, hide one, or reject it with a reason sent to its author',
    needs: { only: ['admin', 'superadmin'], with: ['property', 'edit'] },
    query: byId,
    body: z.strictObject({ move: z.enum(['publish', 'hide', 'reject']), reason: z.string().trim().max(500).default('') }),
    result: StaffReview,
    fails: ['notFound', 'wrongState'],
    document: 'review',
  }),
  markHelpful: call({
    method: 'POST',
    path: `${base}/helpful/`,
    summary: 'Mark a review as helpful, once per person',
    needs: 'signed-in',
    query: byId,
    result: z.object({ id: z.number(), helpful: z.number() }),
    fails: ['notFound', 'forbidden'],
    counts: true,
    document: 'review',
  }),
} as const;
