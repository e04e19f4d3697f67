import { z } from 'zod';
import { holders } from '#contract/access/whose.ts';
import { leftOf, problemOf, sent, sheetOf } from '#contract/importer/shapes.ts';
import { intakeLimits } from '#contract/intake/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { day, id, list, moment, page, pageSize } from '#contract/kernel/list.ts';
import { portfolioFields } from './kinds.ts';

const base = '/api/v2/portfolio';
const field = z.enum(portfolioFields);
/** Who lets homes themselves; the platform's people make nobody a tenant. */
const needs = holders('tenancies', 'create');

const sheet = {
  ...sheetOf(field),
  /** Rows, by where they stand among `rows`, that were looked at again: what seemed odd of them is right. */
  sure: z.array(z.number().int().min(0).max(intakeLimits.rows)).max(intakeLimits.rows).optional(),
};

/**
 * `meant`: a name the company has that was almost written; whoever brings the sheet says whether it was. `look`: it may be right, and is
 * brought in once somebody has said so.
 */
const Problem = problemOf(field).extend({ meant: z.string().optional(), look: z.literal(true).optional() });
const Judged = z.object({
  line: z.number(),
  sheet: z.string(),
  property: z.string(),
  name: z.string(),
  tenant: z.string(),
  phone: z.string().nullable(),
  starts_on: day.nullable(),
  /** Null: from month to month, also where the term is over already. */
  ends_on: day.nullable(),
  rent_cents: z.number().nullable(),
  deposit_cents: z.number(),
  balance_cents: z.number(),
  as_of: day,
  /** Somebody lives there by an earlier sheet: the tenancy takes the place of that. */
  takes_up: z.boolean(),
  problems: z.array(Problem),
});
export type PortfolioRow = z.output<typeof Judged>;

const Brought = z.object({
  id: z.number(),
  code: z.string(),
  file_name: z.string(),
  holder: z.string(),
  /** Tenancies it made and that are there still. */
  tenancies: z.number(),
  /** Lines that wait for their turn: it was cut short, and goes on where it stopped. */
  waiting: z.number(),
  left_out: z.number(),
  created_by: z.string().nullable(),
  created_at: moment,
  /** Until when it can be taken back. */
  undo_until: moment,
  undone_at: moment.nullable(),
});
export type Portfolio = z.output<typeof Brought>;

const Left = leftOf(field).extend({ problems: z.array(Problem) });
export type PortfolioLeft = z.output<typeof Left>;

export const portfolioCalls = {
  check: call({
    method: 'POST',
    path: `${base}/check_tenancies/`,
    summary: 'What each line of a landlord’s sheet of tenancies would become, with its errors by cell; nothing is written',
    needs,
    body: z.strictObject(sheet),
    result: z.object({ rows: z.array(Judged), good: z.number(), look: z.number(), bad: z.number() }),
    fails: ['notFound', 'forbidden'],
    document: 'tenancies',
  }),
  places: call({
    method: 'GET',
    path: `${base}/own_places/`,
    summary: 'Names of the properties the caller may make tenancies at and of who holds them, to be found again in a sheet',
    needs,
    result: z.object({ properties: z.array(z.string()), companies: z.array(z.string()) }),
    fails: [],
  }),
  bring: call({
    method: 'POST',
    path: `${base}/bring_tenancies/`,
    summary: 'Make tenancies of the good lines, the first 200 of them; nobody is told, and it can be taken back for seven days',
    needs,
    body: z.strictObject({ ...sheet, ...sent }),
    result: Brought,
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'tenancies',
  }),
  goOn: call({
    method: 'POST',
    path: `${base}/go_on/`,
    summary: 'The next 200 lines of a sheet, from where it stopped; asked again when none waits it changes nothing',
    needs,
    query: z.object({ id }),
    result: Brought,
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'tenancies',
  }),
  list: call({
    method: 'GET',
    path: `${base}/fetch_sheets/`,
    summary: 'Sheets of tenancies the caller’s company brought in, newest first',
    needs,
    query: z.object({ page, page_size: pageSize }),
    result: list(Brought),
    fails: [],
  }),
  left: call({
    method: 'GET',
    path: `${base}/fetch_left_rows/`,
    summary: 'Lines of a sheet of tenancies that were left out, as they were typed and with why, for thirty days',
    needs,
    query: z.object({ id }),
    result: z.object({ rows: z.array(Left), until: moment }),
    fails: ['notFound'],
  }),
  undo: call({
    method: 'POST',
    path: `${base}/undo_sheet/`,
    summary: 'Take back what a sheet brought in, 200 tenancies at a time; those something has happened to since stop it unless they are kept',
    needs,
    query: z.object({ id }),
    body: z.strictObject({ keep_changed: z.boolean().default(false) }),
    result: Brought.extend({ removed: z.number(), kept: z.number(), left: z.number() }),
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'tenancies',
  }),
} as const;
