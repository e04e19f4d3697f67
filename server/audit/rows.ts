import type { LogChange, LogDetails, LogSummary } from '#contract/audit/calls.ts';

export type AuditLogRow = {
  id: number;
  at: Date;
  kind: number;
  document: string;
  record_id: number | null;
  record_code: string | null;
  ip: string | null;
  agent: string | null;
  reason: string | null;
  diff: unknown;
  actor_id: number | null;
  actor_type: number | null;
  actor: string | null;
  actor_code: string | null;
  impersonator_id: number | null;
  impersonator: string | null;
  impersonator_code: string | null;
  impersonator_type: number | null;
  company: string | null;
};

const changesOf = (diff: unknown): LogChange[] => (Array.isArray(diff) ? (diff as LogChange[]) : []);

/** The actor's user type is the one at the time of the action; the name is the current one. */
export const toLogSummary = (r: AuditLogRow): LogSummary => ({
  id: r.id,
  at: r.at.toISOString(),
  kind: r.kind,
  document: r.document,
  record_id: r.record_id,
  record_code: r.record_code,
  actor: r.actor_id === null ? null : { id: r.actor_id, name: r.actor ?? '', code: r.actor_code ?? '', user_type: r.actor_type },
  impersonator:
    r.impersonator_id === null
      ? null
      : { id: r.impersonator_id, name: r.impersonator ?? '', code: r.impersonator_code ?? '', user_type: r.impersonator_type },
  company: r.company,
  ip: r.ip,
  agent: r.agent,
  reason: r.reason,
  fields: changesOf(r.diff).map((change) => change.field),
});

export const toLogDetails = (
  r: AuditLogRow & { request_id: string | null; actor_email: string | null; chain_no: number | null; hash: Buffer | null },
  known: boolean,
): LogDetails => ({
  ...toLogSummary(r),
  email: known ? r.actor_email : null,
  request_id: r.request_id,
  changes: changesOf(r.diff),
  seal: r.chain_no === null || r.hash === null ? null : { no: r.chain_no, hash: r.hash.toString('hex') },
});

const said = (value: unknown): string => (value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value));
/** The changes of one row in one cell: `status: draft → published; …`. */
export const describeChanges = (diff: unknown): string =>
  changesOf(diff)
    .map((c) => `${c.field}: ${said(c.old)} → ${said(c.new)}`)
    .join('; ');
