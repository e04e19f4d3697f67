import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildFilterSchema, buildListSchema, buildSortSchema, id, moment, pageNumberSchema, pageSize, searchText } from '#contract/kernel/list.ts';
import { ratingTargets } from './kinds.ts';

const document = 'property_rating_categories';
const base = '/api/v2/rating';
const target = z.enum(ratingTargets);
const byId = z.object({ id });
const anId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const revision = z.number().int().optional();
const order = z.strictObject({ ids: z.array(anId).min(1).max(200) });
const onOff = z.enum(['on', 'off']);

const categoryFields = {
  name: singleLine.min(1).max(80),
  name_sw: singleLine.max(80),
  target,
  /** The weight in the overall score. */
  weight: z.number().int().min(1).max(10),
  active: z.boolean(),
};
const itemFields = {
  label: singleLine.min(1).max(160),
  label_sw: singleLine.max(160),
  required: z.boolean(),
  /** A low score becomes a task for the property manager. */
  safety: z.boolean(),
};

export const RatingItem = z.object({
  id: z.number(),
  category_id: z.number(),
  label: z.string(),
  label_sw: z.string(),
  required: z.boolean(),
  safety: z.boolean(),
  sort: z.number(),
  revision: z.number(),
  /** The number of scores given so far. */
  scores: z.number(),
  average: z.number().nullable(),
});
export type RatingItem = z.output<typeof RatingItem>;

export const RatingCategory = z.object({
  id: z.number(),
  name: z.string(),
  name_sw: z.string(),
  target,
  weight: z.number(),
  active: z.boolean(),
  sort: z.number(),
  revision: z.number(),
  updated_at: moment,
  questions: z.number(),
  scores: z.number(),
});
export type RatingCategory = z.output<typeof RatingCategory>;

export const RatingForm = z.array(
  RatingCategory.pick({ id: true, name: true, name_sw: true, weight: true }).extend({
    items: z.array(RatingItem.pick({ id: true, label: true, label_sw: true, required: true, safety: true })),
  }),
);
export type RatingForm = z.output<typeof RatingForm>;

const gone = z.object({ id: z.number() });
const ordered = z.object({ ids: z.array(z.number()) });

export const ratingCalls = {
  form: call({
    method: 'GET',
    path: `${base}/form/`,
    summary: 'List the active categories and questions of a kind of review, in order',
    needs: 'anyone',
    query: z.object({ target }),
    result: z.object({ results: RatingForm }),
    fails: [],
  }),
  listCategories: call({
    method: 'GET',
    path: `${base}/categories/`,
    summary: 'List rating categories in order',
    needs: [document, 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      sort: buildSortSchema(['sort', 'name', 'updated_at'], 'sort'),
      z_filter: buildFilterSchema({ q: searchText, target, active: onOff }),
    }),
    result: buildListSchema(RatingCategory),
    fails: [],
  }),
  categoryDetails: call({
    method: 'GET',
    path: `${base}/category/`,
    summary: 'Get a rating category with its questions in order',
    needs: [document, 'read'],
    query: byId,
    result: RatingCategory.extend({ items: z.array(RatingItem) }),
    fails: ['notFound'],
  }),
  createCategory: call({
    method: 'POST',
    path: `${base}/create_category/`,
    summary: 'Add a rating category',
    needs: [document, 'create'],
    body: z.strictObject({
      ...categoryFields,
      name_sw: categoryFields.name_sw.default(''),
      weight: categoryFields.weight.default(1),
      active: categoryFields.active.default(true),
    }),
    result: RatingCategory,
    fails: ['conflict'],
    document,
  }),
  updateCategory: call({
    method: 'PATCH',
    path: `${base}/update_category/`,
    summary: 'Update a rating category, or turn it on or off',
    needs: [document, 'edit'],
    query: byId,
    body: z.strictObject(categoryFields).partial().extend({ revision }),
    result: RatingCategory,
    fails: ['notFound', 'conflict'],
    document,
  }),
  orderCategories: call({
    method: 'PATCH',
    path: `${base}/order_categories/`,
    summary: 'Reorder rating categories; omitted ones keep their positions',
    needs: [document, 'edit'],
    body: order,
    result: ordered,
    fails: ['notFound'],
    document,
  }),
  removeCategory: call({
    method: 'DELETE',
    path: `${base}/delete_category/`,
    summary: 'Delete a rating category with its questions; refused with the count if reviews have scored it',
    needs: [document, 'delete'],
    query: byId,
    result: gone,
    takes: [`${base}/category/`],
    fails: ['notFound', 'conflict'],
    document,
  }),
  createItem: call({
    method: 'POST',
    path: `${base}/create_item/`,
    summary: 'Add a question to a rating category',
    needs: [document, 'create'],
    body: z.strictObject({
      ...itemFields,
      category_id: anId,
      label_sw: itemFields.label_sw.default(''),
      required: itemFields.required.default(true),
      safety: itemFields.safety.default(false),
    }),
    result: RatingItem,
    fails: ['notFound', 'conflict'],
    document,
  }),
  updateItem: call({
    method: 'PATCH',
    path: `${base}/update_item/`,
    summary: 'Update a question of a rating category',
    needs: [document, 'edit'],
    query: byId,
    body: z.strictObject(itemFields).partial().extend({ revision }),
    result: RatingItem,
    fails: ['notFound', 'conflict'],
    document,
  }),
  orderItems: call({
    method: 'PATCH',
    path: `${base}/order_items/`,
    summary: 'Reorder the questions of a rating category; omitted ones keep their positions',
    needs: [document, 'edit'],
    query: byId,
    body: order,
    result: ordered,
    fails: ['notFound'],
    document,
  }),
  removeItem: call({
    method: 'DELETE',
    path: `${base}/delete_item/`,
    summary: 'Delete a question; refused with the count if reviews have scored it',
    needs: [document, 'delete'],
    query: byId,
    result: gone,
    fails: ['notFound', 'conflict'],
    document,
  }),
} as const;
