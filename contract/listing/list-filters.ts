import { z } from 'zod';
import { buildFilterSchema, buildSortSchema, countyCodeShape, dayRange, id, searchText, yesNoFlag } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { amountLimits } from '#contract/money/cents.ts';
import { amountTextSchema } from '#contract/money/schema.ts';
import { listingMachine } from './machine.ts';
import { listingTypeSchema } from './shapes.ts';

/** An amount in an address, in shillings. */
const money = amountTextSchema(amountLimits.price);
export const listingFilters = buildFilterSchema({
  q: searchText,
  listing_type: listingTypeSchema,
  status: stateSchema(listingMachine),
  property_id: id,
  unit_id: id,
  min: money,
  max: money,
  /** The listing has been online for at least this number of days. */
  days: z.coerce.number().int().min(1).max(3650),
  unconfirmed: yesNoFlag,
  company_id: id,
  region: countyCodeShape,
  /** Only publicly visible listings. */
  shown: yesNoFlag,
  /** The date on which the listing was published. */
  ...dayRange,
});
const sorts = ['title', 'price_cents', 'published_at', 'updated_at', 'views', 'enquiries'] as const;
export const listingSort = buildSortSchema(sorts, '-updated_at');
