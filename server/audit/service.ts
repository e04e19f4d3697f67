import { sql } from 'kysely';
import { type auditCalls, auditExportLimit, type LogFilters } from '#contract/audit/calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { endOfDay, startOfDay } from '#contract/time/days.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import { containsTextSql, readPage } from '#server/lists/list.ts';
import { writeAuditCsv } from './csv.ts';
import { addRecordNames } from './names.ts';
import { type AuditLogRow, dropUnnamedReferences, hideOthers, platformTypes, toLogDetails, toLogSummary } from './rows.ts';

export { addRecordNames };

type Calls = typeof auditCalls;

export async function list(ctx: Ctx, { page, page_size, sort, z_filter = {} }: HandlerInput<Calls['list']>): Promise<HandlerResult<Calls['list']>> {
  const down = sort.startsWith('-');
  const { rows, count } = await readPage(found(ctx, z_filter), { page, page_size }, (q) =>
    named(q)
      .orderBy('audit_log.at', down ? 'desc' : 'asc')
      .orderBy('audit_log.id', down ? 'desc' : 'asc'),
  );
  return { count, results: (rows as unknown as AuditLogRow[]).map((row) => toLogSummary(hideOthers(row, ctx.me))) };
}

export async function details(ctx: Ctx, { id }: HandlerInput<Calls['details']>): Promise<HandlerResult<Calls['details']>> {
  const row = await named(entries(ctx))
    .select(['audit_log.request_id', 'audit_log.chain_no', 'audit_log.hash', 'a.email as actor_email', 'a.company_id as actor_company'])
    .where('audit_log.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  const shown = hideOthers(row, ctx.me);
  const full = toLogDetails(shown, knows(ctx, row));
  const [changes = []] = await addRecordNames(ctx, [full]);
  return { ...full, changes: shown.of_others ? dropUnnamedReferences(full.document, changes) : changes };
}

/** A company sees the names of platform staff who changed its records; their address is visible only to the platform and to colleagues. */
const knows = ({ me }: Ctx, row: { actor_id: number | null; actor_company: number | null }): boolean =>
  me.role === 'superadmin' || me.role === 'admin' || row.actor_id === me.userId || (me.companyId !== null && row.actor_company === me.companyId);

export async function exportCsv(ctx: Ctx, { z_filter = {} }: HandlerInput<Calls['exportCsv']>): Promise<HandlerResult<Calls['exportCsv']>> {
  const rows = await named(found(ctx, z_filter))
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(auditExportLimit + 1)
    .execute();
  const kept = rows.slice(0, auditExportLimit);
  await audit(ctx.db, ctx, { kind: 'undefined', document: 'systemlogs', id: null, after: { rows: kept.length, ...z_filter }, reason: 'exported' });
  return {
    filename: `system-logs-${clock.today()}.csv`,
    csv: writeAuditCsv(kept.map((row) => hideOthers(row, ctx.me))),
    count: kept.length,
    cut: rows.length > auditExportLimit,
  };
}

/** The log that the caller reads: an auditor also reads what others did to the records of the company. */
const entries = (ctx: Ctx) => (ctx.me.auditor ? from(ctx, 'audit_log:audited') : from(ctx, 'audit_log'));

/** The rows that match the filter, within the caller's scope. */
function found(ctx: Ctx, f: LogFilters) {
  // People and addresses of others are hidden from an auditor, so a filter must not find them.
  let q = f.actor || f.ip ? from(ctx, 'audit_log') : entries(ctx);
  if (ctx.me.auditor && (f.actor || f.ip))
    q = q.where((eb) =>
      eb.or([
        eb('audit_log.actor_id', '=', ctx.me.userId),
        eb.and([eb('audit_log.impersonated_by', 'is', null), eb('audit_log.actor_type', 'not in', [...platformTypes])]),
      ]),
    );
  if (f.document) q = q.where('audit_log.document', '=', f.document);
  if (f.kind !== undefined) q = q.where('audit_log.kind', '=', f.kind);
  if (f.field) q = q.where(sql<boolean>`audit_log.diff @> ${JSON.stringify([{ field: f.field.toLowerCase().replace(/\s+/g, '_') }])}::jsonb`);
  if (f.ip) q = q.where('audit_log.ip', 'like', `${f.ip.replace(/[\\%_]/g, (c) => `\\${c}`)}%`);
  if (f.from) q = q.where('audit_log.at', '>=', startOfDay(f.from));
  if (f.to) q = q.where('audit_log.at', '<', endOfDay(f.to));
  if (f.record) q = q.where(recordIs(f.record));
  if (f.actor) {
    // Other readers do not see addresses, so a search must not confirm one.
    const mayReadEmails = ctx.me.role === 'superadmin' || ctx.me.role === 'admin';
    const people = sql`(select id from person where ${containsTextSql('name', f.actor)} or (${mayReadEmails} and ${containsTextSql('email', f.actor)}) or ${containsTextSql('code', f.actor)})`;
    q = q.where(sql<boolean>`(audit_log.actor_id in ${people} or audit_log.impersonated_by in ${people})`);
  }
  return q;
}

/** A number is matched as a record id, other text as part of a record code. */
function recordIs(text: string) {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : null;
  return id === null
    ? containsTextSql('audit_log.record_code', text)
    : sql<boolean>`(audit_log.record_id = ${id} or audit_log.record_code = ${text})`;
}

const named = (q: ReturnType<typeof found>) =>
  q
    .leftJoin('person as a', 'a.id', 'audit_log.actor_id')
    .leftJoin('person as i', 'i.id', 'audit_log.impersonated_by')
    .leftJoin('company as c', 'c.id', 'audit_log.company_id')
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.kind',
      'audit_log.document',
      'audit_log.record_id',
      'audit_log.record_code',
      'audit_log.ip',
      'audit_log.agent',
      'audit_log.reason',
      'audit_log.diff',
    ])
    .select(['audit_log.actor_id', 'audit_log.actor_type', 'audit_log.company_id', 'a.name as actor', 'a.code as actor_code'])
    .select([
      'i.id as impersonator_id',
      'i.name as impersonator',
      'i.code as impersonator_code',
      'i.user_type as impersonator_type',
      'c.name as company',
    ]);
