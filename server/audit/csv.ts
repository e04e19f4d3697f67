import { type AuditChangeKind, auditChangeKinds, auditChangeLabels } from '#contract/constants.ts';
import { escapeFormula } from '#contract/kernel/csv.ts';
import { roleDisplayNames, toUserType } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { describeChanges, dropUnnamedReferences, type ReadableLogRow, toLogChanges } from './rows.ts';

const labels = new Map<number, string>(
  (Object.keys(auditChangeKinds) as AuditChangeKind[]).map((kind) => [auditChangeKinds[kind], auditChangeLabels[kind]]),
);
/** Column headers as the log shows them, in the language of the user who exports. */
const heads = () => [
  m.audit_column_time(),
  m.audit_column_change(),
  m.audit_filter_document(),
  m.audit_column_record(),
  m.shell_export_code(),
  m.audit_column_who(),
  m.audit_export_who_code(),
  m.shell_export_user_type(),
  m.audit_export_looked_by(),
  m.audit_entry_company(),
  m.audit_column_address(),
  m.audit_entry_device(),
  m.audit_entry_reason(),
  m.audit_export_changes(),
];

/** Quotes a cell where needed and neutralises text that a spreadsheet would run as a formula. */
export function toAuditCsvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const plain = escapeFormula(text);
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export function writeAuditCsv(rows: readonly ReadableLogRow[]): string {
  const lines = rows.map((r) => [
    r.at.toISOString(),
    labels.get(r.kind),
    r.document,
    r.record_id,
    r.record_code,
    r.by_platform ? m.audit_makao_staff() : r.actor,
    r.actor_code,
    r.actor_id === null ? '' : roleDisplayNames[toUserType(r.actor_type)],
    r.impersonator,
    r.company,
    r.ip,
    r.agent,
    r.reason,
    describeChanges(r.of_others ? dropUnnamedReferences(r.document, toLogChanges(r.diff)) : r.diff),
  ]);
  // The byte order mark tells spreadsheets that the file is UTF-8.
  return `\ufeff${[heads(), ...lines].map((line) => line.map(toAuditCsvCell).join(',')).join('\r\n')}\r\n`;
}
