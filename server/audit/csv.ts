import { type ChangeKind, changeKinds, changeLabels } from '#contract/constants.ts';
import { safe } from '#contract/kernel/csv.ts';
import { displayNames, userTypeOf } from '#contract/kernel/roles.ts';
import { changesLine, type LogRow } from './rows.ts';

const labels = new Map<number, string>((Object.keys(changeKinds) as ChangeKind[]).map((kind) => [changeKinds[kind], changeLabels[kind]]));
const columns = [
  'Time',
  'Change',
  'Document',
  'Record',
  'Code',
  'Actor',
  'Actor code',
  'Role',
  'Looked by',
  'Company',
  'Address',
  'Device',
  'Reason',
  'Differences',
];

/** Quoted where needed; a cell that a spreadsheet would run as a formula is made plain text. */
export function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const plain = safe(text);
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export function csvOf(rows: readonly LogRow[]): string {
  const lines = rows.map((r) => [
    r.at.toISOString(),
    labels.get(r.kind),
    r.document,
    r.record_id,
    r.record_code,
    r.actor,
    r.actor_code,
    r.actor_id === null ? '' : displayNames[userTypeOf(r.actor_type)],
    r.impersonator,
    r.company,
    r.ip,
    r.agent,
    r.reason,
    changesLine(r.diff),
  ]);
  // The mark in front tells spreadsheets that this is UTF-8.
  return `\ufeff${[columns, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}
