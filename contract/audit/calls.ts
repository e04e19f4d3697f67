import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  day,
  id,
  moment,
  pageNumberSchema,
  pageSize,
  searchText,
} from '#contract/kernel/list.ts';
import { m } from '#words/messages.js';

/** The maximum number of rows in one export. */
export const auditExportLimit = 10_000;

const Who = z.object({ id: z.number(), name: z.string(), code: z.string(), user_type: z.number().nullable() });

const LogSummary = z.object({
  id: z.number(),
  at: moment,
  kind: z.number(),
  document: z.string(),
  record_id: z.number().nullable(),
  record_code: z.string().nullable(),
  actor: Who.nullable(),
  /** The person who really acted, when they viewed the product as the actor. */
  impersonator: Who.nullable(),
  /** A person of Makao acted, whom the reader may not know by name. */
  by_platform: z.boolean(),
  company: z.string().nullable(),
  ip: z.string().nullable(),
  agent: z.string().nullable(),
  reason: z.string().nullable(),
  /** The names of the changed fields. */
  fields: z.array(z.string()),
});
export type LogSummary = z.output<typeof LogSummary>;

const LogChange = z.object({ field: z.string(), old: z.unknown(), new: z.unknown() });
export type LogChange = z.output<typeof LogChange>;

const LogDetails = LogSummary.extend({
  email: z.string().nullable(),
  request_id: z.string().nullable(),
  changes: z.array(LogChange),
  /** Number and hash in the chain; null until a new row is chained, within a minute. */
  seal: z.object({ no: z.number(), hash: z.string() }).nullable(),
});
export type LogDetails = z.output<typeof LogDetails>;

const word = z
  .string()
  .trim()
  .max(60)
  .regex(/^[a-z_]+$/, { error: () => m.audit_problem_document() });
const kind = z.coerce.number().int().min(1).max(4);
const logFilters = buildFilterSchema({
  actor: searchText,
  document: word,
  kind,
  record: searchText,
  field: searchText,
  from: day,
  to: day,
  ip: searchText,
});
export type LogFilters = NonNullable<z.output<typeof logFilters>>;

export const auditCalls = {
  list: call({
    method: 'GET',
    path: '/api/v2/audit/logs/',
    summary: 'List audit log entries the caller may see, newest first; an auditor also sees what others did to records of the company',
    needs: 'signed-in',
    query: z.object({ page: pageNumberSchema, page_size: pageSize, sort: buildSortSchema(['at'], '-at'), z_filter: logFilters }),
    result: buildListSchema(LogSummary),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/audit/log_details/',
    summary: 'Get an audit log entry with all changes',
    needs: 'signed-in',
    query: z.object({ id }),
    result: LogDetails,
    fails: ['notFound'],
  }),
  exportCsv: call({
    method: 'POST',
    path: '/api/v2/audit/export_logs/',
    summary: `Export the filtered audit log as CSV, newest first, at most ${auditExportLimit} rows; the export is logged`,
    needs: 'signed-in',
    body: z.strictObject({ z_filter: logFilters }),
    result: z.object({ filename: z.string(), csv: z.string(), count: z.number(), cut: z.boolean() }),
    fails: [],
    document: 'systemlogs',
  }),
} as const;
