import { StatusBadge, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

/** Coming and going, looking and exporting change nothing: neither good nor bad. */
const quiet = new Set(['session', 'look', 'systemlogs']);

/** What kind of change a row of the log is. */
export const KindBadge = ({ row }: { row: { readonly document: string; readonly kind: number } }) =>
  quiet.has(row.document) ? (
    <ToneBadge tone="neutral">{row.document === 'session' ? m.people_history_session() : m.audit_kind_visit()}</ToneBadge>
  ) : (
    <StatusBadge set="audit" value={row.kind} />
  );
