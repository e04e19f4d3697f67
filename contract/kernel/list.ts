import { z } from 'zod';
import { isPlausibleDay } from '#contract/time/days.ts';
import { m } from '#words/messages.js';
import { csvPartRows, type PageSize, pageSizes } from './page-sizes.ts';

/** Lists answer `{results, count}`; they page, filter and sort on the server, and their whole state is in the address. */
export { pageSizes };

/** The highest page number. It prevents a hostile request from scanning a whole table. */
const deepestPage = 100_000;

export const pageNumberSchema = z.coerce.number().int().min(1).max(deepestPage);
/** The only page sizes the API accepts. A screen with another one would be rejected for every reader. */
export const pageSize = z.coerce
  .number<PageSize>()
  .int()
  .refine((n) => (pageSizes as readonly number[]).includes(n), { error: () => m.problem_one_of({ values: pageSizes.join(', ') }) })
  .default(10);

/** `sort=title` or `sort=-title`; only columns that the call names. */
export const buildSortSchema = <const K extends string>(columns: readonly K[], fallback: K | `-${K}`) =>
  z.enum(columns.flatMap((c) => [c, `-${c}` as const]) as unknown as [K | `-${K}`, ...(K | `-${K}`)[]]).default(fallback as never);

export const buildListSchema = <T extends z.ZodType>(row: T) =>
  z.object({ results: z.array(row), count: z.number().int(), tabs: z.record(z.string(), z.number().int()).optional() });

/** The account holder of a company, for readers of many companies who may open that page. */
export const HolderSummary = z.object({ id: z.number(), code: z.string(), user_type: z.number() });
const Holder = z.object({ id: z.number(), name: z.string(), head: HolderSummary.optional() });
/** The owner and the county of a row: columns for readers of many companies. */
export const rowCompanyFields = { company: Holder, county: z.string().nullable() };
/** The company and county of a row that may have no company. */
export const optionalRowCompanyFields = { ...rowCompanyFields, company: Holder.nullable() };
/** A county by its code, as a filter. */
export const countyCodeShape = z.string().regex(/^0[0-4]\d$/, { error: () => m.problem_county() });

/** Returns the number of rows per status under the same filters, and under `all` their total, for the tabs above a list. */
export const tabCountsFlag = z.stringbool().optional();

/** A bigint identity on the wire: a positive whole number that PostgreSQL can hold. */
export const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** `z_filter[field]=…`: every filter optional, unknown ones refused so that a misspelt filter never widens a list. */
export const buildFilterSchema = <S extends z.core.$ZodShape>(shape: S) => z.strictObject(shape).partial().check(checkDayOrder).optional();
/** A period of days for a filter: `day_from`, and `day_to` on the same or a later day. */
export const checkDayOrder = ({ value, issues }: z.core.ParsePayload<unknown>): void => {
  const given = value as Readonly<Record<string, unknown>>;
  for (const [name, last] of Object.entries(given)) {
    const first = /(^|_)to$/.test(name) ? given[name.replace(/to$/, 'from')] : undefined;
    if (typeof first === 'string' && typeof last === 'string' && isPlausibleDay(first) && isPlausibleDay(last) && last < first)
      issues.push({ code: 'custom', path: [name], message: m.problem_day_order(), input: value });
  }
};

/** Yes or no in an address. */
export const yesNoFlag = z.enum(['true', 'false']).transform((v) => v === 'true');
export const searchText = z.string().trim().max(200);

const meant = { error: () => m.problem_day_meant() };
export const moment = z.iso.datetime({ offset: true }).refine((at) => isPlausibleDay(at.slice(0, 10)), meant);
export const day = z.iso.date().refine(isPlausibleDay, meant);
/** Filters of a list by day: from one day to another, both included, each optional. */
export const dayRange = { day_from: day, day_to: day };

/** The number of the part of a CSV file; the first has the headings. */
export const csvPartNumber = z.coerce.number().int().min(1).max(deepestPage).optional();
/** A part of a CSV file, and whether another follows. */
export const csvFile = z.object({ name: z.string(), csv: z.string(), count: z.number().max(csvPartRows), more: z.boolean() });
