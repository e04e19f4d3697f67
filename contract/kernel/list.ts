import { z } from 'zod';
import { isMeant } from '#contract/time/days.ts';
import { m } from '#words/messages.js';
import { csvPart, type PageSize, pageSizes } from './page-sizes.ts';

/** Lists answer `{results, count}`; they page, filter and sort on the server, and all of it lives in the address. */
export { pageSizes };

/** The last page anybody may ask for: keeps a hostile page number from becoming a scan of the whole table. */
const deepestPage = 100_000;

export const page = z.coerce.number().int().min(1).max(deepestPage);
/** Whoever asks can write no other: a screen that did so would be refused for everybody. */
export const pageSize = z.coerce
  .number<PageSize>()
  .int()
  .refine((n) => (pageSizes as readonly number[]).includes(n), { error: () => m.problem_one_of({ values: pageSizes.join(', ') }) })
  .default(10);

/** `sort=title` or `sort=-title`; only columns the call names. */
export const sortBy = <const K extends string>(columns: readonly K[], fallback: K | `-${K}`) =>
  z.enum(columns.flatMap((c) => [c, `-${c}` as const]) as unknown as [K | `-${K}`, ...(K | `-${K}`)[]]).default(fallback as never);

export const list = <T extends z.ZodType>(row: T) =>
  z.object({ results: z.array(row), count: z.number().int(), tabs: z.record(z.string(), z.number().int()).optional() });

/** Whoever leads a company: said in lists for those who look at many, where they may open that page. */
export const Head = z.object({ id: z.number(), code: z.string(), user_type: z.number() });
const Holder = z.object({ id: z.number(), name: z.string(), head: Head.optional() });
/** Whose a row is and in which county it lies: columns for who looks at many companies. */
export const held = { company: Holder, county: z.string().nullable() };
/** The same of what need not be about a company. */
export const heldByChance = { ...held, company: Holder.nullable() };
/** A county by its code, as a filter. */
export const county = z.string().regex(/^0[0-4]\d$/, { error: () => m.problem_county() });

/** Asks how many rows of the same filters stand in each state, and under `all` in any: what the tabs above a list say. */
export const tabs = z.stringbool().optional();

/** A bigint identity on the wire: a positive whole number that PostgreSQL can hold. */
export const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** `z_filter[field]=…`: every filter optional, unknown ones refused so that a misspelt filter never widens a list. */
export const filters = <S extends z.core.$ZodShape>(shape: S) => z.strictObject(shape).partial().check(inOrder).optional();
/** From one day to the same or a later one: `day_from`, `day_to`. */
export const inOrder = ({ value, issues }: z.core.ParsePayload<unknown>): void => {
  const given = value as Readonly<Record<string, unknown>>;
  for (const [name, last] of Object.entries(given)) {
    const first = /(^|_)to$/.test(name) ? given[name.replace(/to$/, 'from')] : undefined;
    if (typeof first === 'string' && typeof last === 'string' && isMeant(first) && isMeant(last) && last < first)
      issues.push({ code: 'custom', path: [name], message: m.problem_day_order(), input: value });
  }
};

/** Yes or no in an address. */
export const flag = z.enum(['true', 'false']).transform((v) => v === 'true');
export const searchText = z.string().trim().max(200);

const meant = { error: () => m.problem_day_meant() };
export const moment = z.iso.datetime({ offset: true }).refine((at) => isMeant(at.slice(0, 10)), meant);
export const day = z.iso.date().refine(isMeant, meant);
/** Filters of a list by the day it is asked by: from one to another, both counted, either left open. */
export const days = { day_from: day, day_to: day };

/** Which part of a table file; the first has the head. */
export const part = z.coerce.number().int().min(1).max(deepestPage).optional();
/** A part of a table file of at most so many rows, and whether another follows. */
export const exported = z.object({ name: z.string(), csv: z.string(), count: z.number().max(csvPart), more: z.boolean() });
