import { z } from 'zod';
import { companyRolesOnly } from '#contract/access/role-limits.ts';
import { buildCellProblemShape, buildRejectedRowShape, buildSheetShape, sheetUploadFields } from '#contract/importer/shapes.ts';
import { intakeLimits } from '#contract/intake/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { buildListSchema, day, id, moment, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { portfolioFields } from './kinds.ts';

const base = '/api/v2/portfolio';
const field = z.enum(portfolioFields);
/** Only those who manage homes may import tenancies; platform staff may not. */
const needs = companyRolesOnly('tenancies', 'create');

const sheet = {
  ...buildSheetShape(field),
  /** Indexes into `rows` of warnings that the user confirmed as correct. */
  sure: z.array(z.number().int().min(0).max(intakeLimits.rows)).max(intakeLimits.rows).optional(),
};

/**
 * `meant`: a known name similar to the one in the cell, for the user to confirm. `look`: the value is unusual, and the row is imported only after
 * the user confirms it.
 */
const Problem = buildCellProblemShape(field).extend({ meant: z.string().optional(), look: z.literal(true).optional() });
const PortfolioRow = z.object({
  line: z.number(),
  sheet: z.string(),
  property: z.string(),
  name: z.string(),
  tenant: z.string(),
  phone: z.string().nullable(),
  starts_on: day.nullable(),
  /** Null: month to month, also where the term has already ended. */
  ends_on: day.nullable(),
  rent_cents: z.number().nullable(),
  deposit_cents: z.number(),
  balance_cents: z.number(),
  as_of: day,
  /** The unit is already occupied by an earlier sheet without a tenancy; the new tenancy replaces that entry. */
  takes_up: z.boolean(),
  problems: z.array(Problem),
});
export type PortfolioRow = z.output<typeof PortfolioRow>;

const PortfolioImport = z.object({
  id: z.number(),
  code: z.string(),
  file_name: z.string(),
  holder: z.string(),
  /** Number of tenancies this import created and that still exist. */
  tenancies: z.number(),
  /** Number of pending rows: the import was interrupted and can be continued. */
  waiting: z.number(),
  left_out: z.number(),
  created_by: z.string().nullable(),
  created_at: moment,
  /** The moment until which the import can be undone. */
  undo_until: moment,
  undone_at: moment.nullable(),
});
export type PortfolioImport = z.output<typeof PortfolioImport>;

const SkippedPortfolioRows = buildRejectedRowShape(field).extend({ problems: z.array(Problem) });
export type SkippedPortfolioRows = z.output<typeof SkippedPortfolioRows>;

export const portfolioCalls = {
  checkRows: call({
    method: 'POST',
    path: `${base}/check_tenancies/`,
    summary: 'Preview a tenancy import row by row with errors by cell; nothing is saved',
    needs,
    body: z.strictObject(sheet),
    result: z.object({ rows: z.array(PortfolioRow), good: z.number(), look: z.number(), bad: z.number() }),
    fails: ['notFound', 'forbidden'],
    document: 'tenancies',
  }),
  listPlaces: call({
    method: 'GET',
    path: `${base}/own_places/`,
    summary: 'List names of properties where the caller may create tenancies, and of their owners, to match them in a sheet',
    needs,
    result: z.object({ properties: z.array(z.string()), companies: z.array(z.string()) }),
    fails: [],
  }),
  importRows: call({
    method: 'POST',
    path: `${base}/bring_tenancies/`,
    summary: 'Import the first 200 valid rows as tenancies; no notifications are sent, and it can be undone for seven days',
    needs,
    body: z.strictObject({ ...sheet, ...sheetUploadFields }),
    result: PortfolioImport,
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'tenancies',
  }),
  continueImport: call({
    method: 'POST',
    path: `${base}/go_on/`,
    summary: 'Import the next 200 rows of a sheet; a repeated request changes nothing once all are imported',
    needs,
    query: z.object({ id }),
    result: PortfolioImport,
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'tenancies',
  }),
  list: call({
    method: 'GET',
    path: `${base}/fetch_sheets/`,
    summary: 'List tenancy imports of the caller’s company, newest first',
    needs,
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(PortfolioImport),
    fails: [],
  }),
  skippedRows: call({
    method: 'GET',
    path: `${base}/fetch_left_rows/`,
    summary: 'List skipped rows of a tenancy import with the reason, for 30 days',
    needs,
    query: z.object({ id }),
    result: z.object({ rows: z.array(SkippedPortfolioRows), until: moment }),
    fails: ['notFound'],
  }),
  undo: call({
    method: 'POST',
    path: `${base}/undo_sheet/`,
    summary: 'Undo a tenancy import, 200 tenancies at a time; tenancies changed since prevent it unless they are kept',
    needs,
    query: z.object({ id }),
    body: z.strictObject({ keep_changed: z.boolean().default(false) }),
    result: PortfolioImport.extend({ removed: z.number(), kept: z.number(), left: z.number() }),
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'tenancies',
  }),
} as const;
