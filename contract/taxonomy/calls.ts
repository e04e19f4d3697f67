import { z } from 'zod';
import { type CallShape, call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildFilterSchema, buildListSchema, buildSortSchema, id, pageNumberSchema, pageSize, searchText } from '#contract/kernel/list.ts';
import { m } from '#words/messages.js';
import { amenityGroups, amenityTargets, documentByTaxonKind, type TaxonKind } from './kinds.ts';
import { Taxon, TaxonUseCounts } from './shapes.ts';

const name = singleLine.min(1).max(80);
const code = z
  .string()
  .trim()
  .regex(/^[a-z0-9_]{1,60}$/, { error: () => m.taxonomy_problem_code() });
const listingType = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** Without defaults: in an update, fields that were not sent must not change. */
const fields = {
  name,
  name_sw: singleLine.max(80),
  code,
  icon: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{0,40}$/, { error: () => m.taxonomy_problem_icon() }),
  grouped: z.enum(['', ...amenityGroups]),
  applies_to: z.enum(amenityTargets),
  listing_types: z.array(listingType).max(3),
  bedrooms: z.number().int().min(0).max(20).nullable(),
  category_id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullable(),
  aliases: z.array(singleLine.min(1).max(60)).max(40),
  searchable: z.boolean(),
  visible: z.boolean(),
};
const Changes = z.strictObject(fields).partial().extend({ revision: z.number().int().optional() });
const TaxonText = z.strictObject({
  ...fields,
  name_sw: fields.name_sw.default(''),
  /** Made from the name if it is not given. */
  code: code.optional(),
  icon: fields.icon.default(''),
  grouped: fields.grouped.default(''),
  applies_to: fields.applies_to.default('both'),
  listing_types: fields.listing_types.default([0, 1, 2]),
  bedrooms: fields.bedrooms.default(null),
  category_id: fields.category_id.default(null),
  aliases: fields.aliases.default([]),
  searchable: fields.searchable.default(true),
  visible: fields.visible.default(true),
});
export type TaxonText = z.output<typeof TaxonText>;

const byId = z.object({ id });
const nouns = { amenity: 'amenities', property_type: 'property types', property_category: 'property categories', unit_type: 'unit types' } as const;

const about = <const K extends TaxonKind>(kind: K) => ({
  document: documentByTaxonKind[kind],
  base: `/api/v2/taxonomy/${documentByTaxonKind[kind]}` as const,
  noun: nouns[kind],
});

const reading = <const K extends TaxonKind>(kind: K) => {
  const { document, base, noun } = about(kind);
  return {
    list: call({
      method: 'GET',
      path: `${base}/all/`,
      summary: `List ${noun} in order, with the number of uses`,
      needs: [document, 'read'],
      query: z.object({
        page: pageNumberSchema,
        page_size: pageSize,
        sort: buildSortSchema(['sort', 'name', 'updated_at'], 'sort'),
        z_filter: buildFilterSchema({
          q: searchText,
          visible: z.enum(['shown', 'hidden']),
          grouped: z.enum(amenityGroups),
          applies_to: z.enum(amenityTargets),
        }),
      }),
      result: buildListSchema(Taxon),
      fails: [],
    }),
    details: call({
      method: 'GET',
      path: `${base}/details/`,
      summary: `Get one of the ${noun} with the count of its uses`,
      needs: [document, 'read'],
      query: byId,
      result: Taxon,
      fails: ['notFound'],
    }),
  } as const;
};

const writing = <const K extends TaxonKind>(kind: K) => {
  const { document, base, noun } = about(kind);
  return {
    create: call({
      method: 'POST',
      path: `${base}/create/`,
      summary: `Add to the ${noun}`,
      needs: [document, 'create'],
      body: TaxonText,
      result: Taxon,
      fails: ['conflict'],
      document,
    }),
    update: call({
      method: 'PATCH',
      path: `${base}/update/`,
      summary: `Update, show or hide one of the ${noun}`,
      needs: [document, 'edit'],
      query: byId,
      body: Changes,
      result: Taxon,
      fails: ['notFound', 'conflict'],
      document,
    }),
    reorder: call({
      method: 'PATCH',
      path: `${base}/order/`,
      summary: `Reorder ${noun}; omitted ones keep their positions`,
      needs: [document, 'edit'],
      body: z.strictObject({ ids: z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).min(1).max(500) }),
      result: z.object({ ids: z.array(z.number()) }),
      fails: ['notFound'],
      document,
    }),
    merge: call({
      method: 'POST',
      path: `${base}/merge/`,
      summary: `Merge one of the ${noun} into another, which replaces it everywhere`,
      needs: [document, 'edit'],
      query: byId,
      body: z.strictObject({ into_id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER), revision: z.number().int().optional() }),
      result: z.object({ into: Taxon, moved: TaxonUseCounts }),
      fails: ['notFound', 'conflict'],
      document,
    }),
    remove: call({
      method: 'DELETE',
      path: `${base}/delete/`,
      summary: `Delete one of the ${noun}; refused with the count if it is in use`,
      needs: [document, 'delete'],
      query: byId,
      result: z.object({ id: z.number() }),
      takes: [`${base}/details/`],
      fails: ['notFound', 'conflict'],
      document,
    }),
  } as const;
};

const callsOf = <const K extends TaxonKind>(kind: K) => ({ ...reading(kind), ...writing(kind) });

export const taxonCalls = {
  amenity: callsOf('amenity'),
  property_type: callsOf('property_type'),
  property_category: callsOf('property_category'),
  unit_type: callsOf('unit_type'),
} as const;
export type TaxonCalls = (typeof taxonCalls)[TaxonKind];

/** The calls for the documentation and tests: a table name for each vocabulary beside those of the modules. */
export const taxonCallTable: Readonly<Record<string, Readonly<Record<string, CallShape>>>> = Object.fromEntries(
  Object.entries(taxonCalls).map(([kind, calls]) => [`taxonomy_${kind}`, calls]),
);
