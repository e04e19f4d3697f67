import { z } from 'zod';
import { furnishingKinds } from '#contract/catalogue/kinds.ts';
import { day, id, pageNumberSchema } from '#contract/kernel/list.ts';
import { m } from '#words/messages.js';
import { drawnAreaLimits, searchResultsPerPage, searchSorts } from './limits.ts';

/** A search in the address of /listings and /mapsearch, in a saved search and in the API: the same parameters everywhere. */
const listOf = <T extends z.ZodType>(item: T, most: number) =>
  z
    .string()
    .max(2000)
    .transform((text): unknown => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(item).max(most));
const code = z.string().regex(/^[a-z0-9_]{1,60}$/, { error: () => m.problem_code() });
const shillings = z.coerce.number().int().min(0).max(100_000_000_000);
const latitude = z.coerce.number().min(-90).max(90);
const longitude = z.coerce.number().min(-180).max(180);
const yes = z.enum(['true', 'false']).transform((word) => word === 'true');

const corners = z
  .string()
  .max(200)
  .transform((text): unknown => text.split(','))
  .pipe(z.tuple([longitude, latitude, longitude, latitude]))
  .refine(([w, s, e, n]) => w < e && s < n, { error: () => m.map_problem_corners() })
  .transform(([w, s, e, n]) => ({ w, s, e, n }));
const circle = z
  .string()
  .max(100)
  .transform((text): unknown => text.split(','))
  .pipe(z.tuple([latitude, longitude, z.coerce.number().min(0.1).max(drawnAreaLimits.kilometres)]))
  .transform(([lat, lng, km]) => ({ lat, lng, km }));
/** `lng,lat;lng,lat;…`, several areas separated by `|`. */
const areas = z
  .string()
  .max(6000)
  .transform((text): unknown => text.split('|').map((area) => area.split(';').map((point) => point.split(','))))
  .pipe(
    z
      .array(
        z
          .array(z.tuple([longitude, latitude]))
          .min(3)
          .max(drawnAreaLimits.points),
      )
      .min(1)
      .max(drawnAreaLimits.areas),
  );

export const SearchFilters = z.object({
  type: z.enum(['rent', 'lease', 'buy']).optional(),
  q: z.string().trim().max(200).optional(),
  place: listOf(id, 10).optional(),
  min: shillings.optional(),
  max: shillings.optional(),
  /** 0 is a bedsitter or studio; 5 is five or more. */
  beds: listOf(z.coerce.number().int().min(0).max(5), 6).optional(),
  baths: z.coerce.number().int().min(0).max(20).optional(),
  unit_type: listOf(code, 20).optional(),
  property_type: listOf(code, 20).optional(),
  category: listOf(code, 10).optional(),
  /** A home must have all of them. */
  amenities: listOf(code, 30).optional(),
  furnished: listOf(z.enum(furnishingKinds), 3).optional(),
  pets: yes.optional(),
  available_by: day.optional(),
  with: listOf(z.enum(['video', 'tour', 'plan']), 3).optional(),
  agent: id.optional(),
  bbox: corners.optional(),
  near: circle.optional(),
  area: areas.optional(),
});
export type SearchFilters = z.output<typeof SearchFilters>;

export const SearchQuery = SearchFilters.extend({
  sort: z.enum(searchSorts).optional(),
  page: pageNumberSchema.default(1),
  /** The cursor of the previous page; the page's number is only for display. */
  after: z.string().max(100).optional(),
  size: z.coerce.number().int().min(1).max(searchResultsPerPage.most).default(searchResultsPerPage.usual),
});
export type SearchQuery = z.output<typeof SearchQuery>;
