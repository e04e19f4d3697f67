import { type AuditChangeKind, auditChangeKinds } from '#contract/constants.ts';
import type { AuditDocument } from '#contract/modules.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { add } from '#server/kernel/scoped.ts';

export type { AuditDocument };
export type AuditChange = { readonly field: string; readonly old: unknown; readonly new: unknown };
type Row = Readonly<Record<string, unknown>>;

/** Fields whose names match contain secrets: the audit log records that they changed, not their values. */
const secret = /pass(word)?|token|secret|otp|pin$|totp|recovery|hash|csrf|cookie/i;
const housekeeping = new Set(['updated_at', 'updated_by', 'revision', 'created_at']);
const mask = '•••';

/** Compares two states of a record field by field, masks secrets and shortens long texts. */
export function listRecordDifferences(before: Row | null, after: Row | null): AuditChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((n) => !housekeeping.has(n)).sort();
  return names.flatMap((field) => {
    const [old, now] = [plain(before?.[field]), plain(after?.[field])];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    return [
      secret.test(field)
        ? { field, old: old === null ? null : mask, new: now === null ? null : mask }
        : { field, old: shorten(old), new: shorten(now) },
    ];
  });
}

const plain = (value: unknown): unknown => (value === undefined || value === null ? null : JSON.parse(JSON.stringify(value)));
const shorten = (value: unknown): unknown => (typeof value === 'string' && value.length > 2000 ? `${value.slice(0, 2000)}…` : value);

export type AuditEntry = {
  readonly kind: AuditChangeKind;
  readonly document: AuditDocument;
  readonly id: number | null;
  readonly code?: string | null;
  readonly before?: Row | null;
  readonly after?: Row | null;
  readonly reason?: string;
};

type Asker = Pick<Ctx, 'me' | 'from' | 'note'>;
const rowOf = (ctx: Asker, entry: AuditEntry) => ({
  actor_id: ctx.me.userId,
  actor_type: ctx.me.userType,
  company_id: ctx.me.companyId,
  impersonated_by: ctx.me.impersonatorId,
  ip: ctx.from.ip,
  agent: ctx.from.agent.slice(0, 300),
  request_id: ctx.from.requestId,
  kind: auditChangeKinds[entry.kind],
  document: entry.document,
  record_id: entry.id,
  record_code: entry.code ?? null,
  diff: JSON.stringify(listRecordDifferences(entry.before ?? null, entry.after ?? null)),
  reason: entry.reason ?? null,
});

/** Writes the audit entry of a change in the caller's transaction. */
export const audit = (db: Db, ctx: Asker, entry: AuditEntry): Promise<void> => writeAuditEntries(db, ctx, [entry]);

/** Writes one audit entry for each of several records that were changed together, in a single statement. */
export async function writeAuditEntries(db: Db, ctx: Asker, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await add({ db }, 'audit_log')
    .values(entries.map((entry) => rowOf(ctx, entry)))
    .execute();
  ctx.note.audited += entries.length;
}
