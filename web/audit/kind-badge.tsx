import { StatusBadge, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

/** Sign-in, "view as" and exports change nothing, so they get a neutral colour. */
const quiet = new Set(['session', 'look', 'systemlogs']);

/** The kind of a log entry. */
export const LogKindBadge = ({ row }: { row: { readonly document: string; readonly kind: number } }) =>
  quiet.has(row.document) ? (
    <ToneBadge tone="neutral">{row.document === 'session' ? m.people_history_session() : m.audit_kind_visit()}</ToneBadge>
  ) : (
    <StatusBadge set="audit" value={row.kind} />
  );
