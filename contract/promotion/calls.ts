import { z } from 'zod';
import { companyRolesOnly, companyRolesOrAdmins } from '#contract/access/role-limits.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  dayRange,
  id,
  moment,
  pageNumberSchema,
  pageSize,
  rowCompanyFields,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { m } from '#words/messages.js';
import { promotionTargets } from './kinds.ts';
import { promotionMachine } from './machine.ts';

const byId = z.object({ id });
const discountType = z.coerce
  .number()
  .int()
  .refine((n) => [1, 2, 3].includes(n), { error: () => m.promotion_problem_type() });

/** The fields have no defaults because an update leaves fields it does not name unchanged. */
const fields = {
  name: singleLine.min(1).max(120),
  discount_type: discountType,
  /** Basis points of a percentage, cents of a fixed amount, zero for a perk. */
  value: z.number().int().min(0).max(10_000_000_000_000),
  perk: z.string().trim().max(200),
  applies_to: z.enum(promotionTargets),
  months: z.number().int().min(1).max(60),
  starts_at: moment,
  ends_at: moment,
  quota: z.number().int().min(1).max(1_000_000).nullable(),
  promo_code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{3,24}$/, { error: () => m.promotion_problem_code() })
    .nullable(),
  stackable: z.boolean(),
  listing_ids: z.array(id).max(500),
};
const { name, discount_type, starts_at, ends_at, listing_ids, ...others } = fields;

export const PromotionSummary = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  ...rowCompanyFields,
  discount_type: z.number(),
  value: z.number(),
  perk: z.string(),
  applies_to: z.enum(promotionTargets),
  months: z.number(),
  starts_at: moment,
  ends_at: moment,
  quota: z.number().nullable(),
  used: z.number(),
  promo_code: z.string().nullable(),
  stackable: z.boolean(),
  status: stateSchema(promotionMachine),
  listings: z.number(),
  updated_at: moment,
});
export type PromotionSummary = z.output<typeof PromotionSummary>;

const Offered = z.object({
  id: z.number(),
  code: z.string(),
  title: z.string(),
  property: z.string(),
  property_id: z.number(),
  unit_type: z.string(),
  listing_type: z.number(),
  price_cents: z.number(),
  status: z.string(),
});
export const PromotionDetails = PromotionSummary.extend({
  offers: z.array(Offered.extend({ promoted_cents: z.number().nullable() })),
  revision: z.number(),
  may_edit: z.boolean(),
  moves: z.array(moveSchema(promotionMachine)),
});
export type PromotionDetails = z.output<typeof PromotionDetails>;

export const promotionCalls = {
  list: call({
    method: 'GET',
    path: '/api/v2/offers/all_offers/',
    summary: 'List the promotions of the caller’s company',
    needs: ['offers', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['name', 'starts_at', 'ends_at', 'updated_at'], '-updated_at'),
      z_filter: buildFilterSchema({
        q: searchText,
        status: stateSchema(promotionMachine),
        discount_type: discountType,
        company_id: id,
        region: countyCodeShape,
        /** Promotions that run on at least one of these days. */ ...dayRange,
      }),
    }),
    result: buildListSchema(PromotionSummary),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/offers/offer_details/',
    summary: 'Get a promotion with its listings and their promotional prices',
    needs: ['offers', 'read'],
    query: byId,
    result: PromotionDetails,
    fails: ['notFound'],
  }),
  choices: call({
    method: 'GET',
    path: '/api/v2/offers/choices/',
    summary: 'List listings a promotion can include',
    needs: ['offers', 'read'],
    query: z.object({}),
    result: z.object({ results: z.array(Offered) }),
    fails: [],
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/offers/create_offer/',
    summary: 'Create a promotion as a draft',
    needs: companyRolesOnly('offers', 'create'),
    body: z.strictObject({ name, discount_type, starts_at, ends_at, listing_ids, ...z.object(others).partial().shape }),
    result: PromotionDetails,
    fails: ['notFound'],
    document: 'offers',
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v2/offers/update_offer/',
    summary: 'Update a promotion that has not ended',
    needs: companyRolesOnly('offers', 'edit'),
    query: byId,
    body: z.strictObject({ ...z.object(fields).partial().shape, revision: z.number().int().optional() }),
    result: PromotionDetails,
    fails: ['notFound', 'conflict', 'wrongState'],
    document: 'offers',
  }),
  move: call({
    method: 'PATCH',
    path: '/api/v2/offers/change_offer_status/',
    summary: 'Schedule a promotion, or cancel it',
    needs: companyRolesOrAdmins('offers', 'edit'),
    query: byId,
    body: z.strictObject({ move: z.enum(['schedule', 'cancel']), reason: z.string().trim().max(300).default('') }),
    result: PromotionDetails,
    fails: ['notFound', 'wrongState'],
    toast: 'statusUpdated',
    document: 'offers',
  }),
} as const;
