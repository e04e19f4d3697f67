import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { day, filters, id, list, moment, page, pageSize, searchText, sortBy } from '#contract/kernel/list.ts';
import { m } from '#words/messages.js';

/** The most rows one export carries. */
export const exportLimit = 10_000;

const Who = z.object({ id: z.number(), name: z.string(), code: z.string(), user_type: z.number().nullable() });

const LogHead = z.object({
  id: z.number(),
  at: moment,
  kind: z.number(),
  document: z.string(),
  record_id: z.number().nullable(),
  record_code: z.string().nullable(),
  actor: Who.nullable(),
  /** Who really did it, where somebody looked at the product as the actor. */
  impersonator: Who.nullable(),
  company: z.string().nullable(),
  ip: z.string().nullable(),
  agent: z.string().nullable(),
  reason: z.string().nullable(),
  /** The names of what changed. */
  fields: z.array(z.string()),
});
export type LogHead = z.output<typeof LogHead>;

const Change = z.object({ field: z.string(), old: z.unknown(), new: z.unknown() });
export type LogChange = z.output<typeof Change>;

const LogFull = LogHead.extend({
  email: z.string().nullable(),
  request_id: z.string().nullable(),
  changes: z.array(Change),
  /** Place and hash in the chain; null for the minute until a new row is chained. */
  seal: z.object({ no: z.number(), hash: z.string() }).nullable(),
});
export type LogFull = z.output<typeof LogFull>;

const word = z
  .string()
  .trim()
  .max(60)
  .regex(/^[a-z_]+$/, { error: () => m.audit_problem_document() });
const kind = z.coerce.number().int().min(1).max(4);
const logFilters = filters({ actor: searchText, document: word, kind, record: searchText, field: searchText, from: day, to: day, ip: searchText });
export type LogFilters = NonNullable<z.output<typeof logFilters>>;

export const auditCalls = {
  logs: call({
    method: 'GET',
    path: '/api/v2/audit/logs/',
    summary: 'Who changed what: the rows the caller may see, newest first',
    needs: 'signed-in',
    query: z.object({ page, page_size: pageSize, sort: sortBy(['at'], '-at'), z_filter: logFilters }),
    result: list(LogHead),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/audit/log_details/',
    summary: 'One row of the log with every difference',
    needs: 'signed-in',
    query: z.object({ id }),
    result: LogFull,
    fails: ['notFound'],
  }),
  exported: call({
    method: 'POST',
    path: '/api/v2/audit/export_logs/',
    summary: `The filtered rows as CSV, newest first, at most ${exportLimit}; the export is itself logged`,
    needs: 'signed-in',
    body: z.strictObject({ z_filter: logFilters }),
    result: z.object({ filename: z.string(), csv: z.string(), count: z.number(), cut: z.boolean() }),
    fails: [],
    document: 'systemlogs',
  }),
} as const;
