import type { LogChange, LogDetails, LogSummary } from '#contract/audit/calls.ts';
import { getReferencedTable } from '#contract/audit/points.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import type { Me } from '#server/kernel/ctx.ts';

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
  /** The company of the actor at the time. */
  company_id: number | null;
};

export const toLogChanges = (diff: unknown): LogChange[] => (Array.isArray(diff) ? (diff as LogChange[]) : []);

export const platformTypes: readonly number[] = [userTypes.superadmin, userTypes.admin, userTypes.subadmin];
const isByPlatform = (r: AuditLogRow): boolean => r.impersonator_id !== null || (r.actor_type !== null && platformTypes.includes(r.actor_type));
/** Entries that an auditor reads with less: those of other companies, and those of people of Makao, also if they viewed as a person of the company. */
const isOfOthers = (r: AuditLogRow, me: Me): boolean =>
  me.auditor === true && (r.company_id !== me.companyId || isByPlatform(r)) && r.actor_id !== me.userId && r.impersonator_id !== me.userId;
const isReference = (document: string, field: string): boolean => /(^|_)(ids?|by)$/.test(field) || getReferencedTable(document, field) !== null;
const isUnnamed = (value: unknown): boolean => [value].flat().some((one) => typeof one === 'number');

/** Drops references whose record the reader cannot name, because they may belong to another company. */
export const dropUnnamedReferences = (document: string, changes: readonly LogChange[]): LogChange[] =>
  changes.map((change) =>
    isReference(document, change.field) && (isUnnamed(change.old) || isUnnamed(change.new)) ? { ...change, old: null, new: null } : change,
  );

/**
 * An entry of another company or of Makao as an auditor reads it: without address and device, and without the person and the internal reason if a
 * person of Makao made it.
 */
export function hideOthers<R extends AuditLogRow>(r: R, me: Me): R & { readonly by_platform: boolean; readonly of_others: boolean } {
  if (!isOfOthers(r, me)) return { ...r, by_platform: false, of_others: false };
  const seen = { ...r, ip: null, agent: null, request_id: null, by_platform: isByPlatform(r), of_others: true };
  if (!seen.by_platform) return seen;
  const nobody = { actor_id: null, actor_type: null, actor: null, actor_code: null };
  return { ...seen, ...nobody, impersonator_id: null, impersonator: null, impersonator_code: null, impersonator_type: null, reason: null };
}
export type ReadableLogRow = ReturnType<typeof hideOthers<AuditLogRow>>;

/** The actor's user type is the one at the time of the action; the name is the current one. */
export const toLogSummary = (r: ReadableLogRow): LogSummary => ({
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
  by_platform: r.by_platform,
  company: r.company,
  ip: r.ip,
  agent: r.agent,
  reason: r.reason,
  fields: toLogChanges(r.diff).map((change) => change.field),
});

export const toLogDetails = (
  r: ReadableLogRow & { request_id: string | null; actor_email: string | null; chain_no: number | null; hash: Buffer | null },
  known: boolean,
): LogDetails => ({
  ...toLogSummary(r),
  email: known ? r.actor_email : null,
  request_id: r.request_id,
  changes: toLogChanges(r.diff),
  seal: r.chain_no === null || r.hash === null ? null : { no: r.chain_no, hash: r.hash.toString('hex') },
});

const said = (value: unknown): string => (value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value));
/** The changes of one row in one cell: `status: draft → published; …`. */
export const describeChanges = (diff: unknown): string =>
  toLogChanges(diff)
    .map((c) => `${c.field}: ${said(c.old)} → ${said(c.new)}`)
    .join('; ');
