import { parseUserAgent } from '#contract/audit/agent.ts';
import type { LogSummary } from '#contract/audit/calls.ts';
import { translateLoggedReason } from '#contract/audit/reasons-money.ts';
import { auditChangeKinds } from '#contract/constants.ts';
import { m } from '#words/messages.js';
import { getAuditDocumentName } from './documents.ts';
import { getAuditFieldName } from './sentence.ts';

/** Events with a name of their own; every other event is named after its document. */
const events: Readonly<Record<string, Readonly<Record<number, () => string>>>> = {
  session: {
    [auditChangeKinds.add]: m.audit_event_signed_in,
    [auditChangeKinds.edit]: m.audit_event_session_changed,
    [auditChangeKinds.delete]: m.audit_event_signed_out,
    [auditChangeKinds.undefined]: m.audit_event_sign_in_refused,
  },
  account: {
    [auditChangeKinds.add]: m.audit_event_account_added,
    [auditChangeKinds.edit]: m.audit_event_account_changed,
    [auditChangeKinds.delete]: m.audit_event_account_deleted,
    [auditChangeKinds.undefined]: m.audit_event_account_refused,
  },
  look: { [auditChangeKinds.add]: m.audit_event_look_began, [auditChangeKinds.delete]: m.audit_event_look_ended },
  systemlogs: { [auditChangeKinds.undefined]: m.audit_event_exported },
};

/** A short name of the event: "Signed in", "Policies". */
export const getAuditEventName = ({ document, kind }: { readonly document: string; readonly kind: number }): string =>
  (events[document]?.[kind] ?? (() => getAuditDocumentName(document)))();

/** The display names of the fields, as many as fit a line. */
export const formatChangedFields = (fields: readonly string[], most = 3): string =>
  [...fields.slice(0, most).map(getAuditFieldName), ...(fields.length > most ? [`+${fields.length - most}`] : [])].join(', ');

/** The secondary line of an event: the change, or the reason, but nothing that its name already contains ("signed in"). */
export function formatAuditNote({
  document,
  fields,
  reason,
}: {
  readonly document: string;
  readonly fields: readonly string[];
  readonly reason: string | null;
}): string {
  if (fields.length > 0) return formatChangedFields(fields);
  if (!reason) return '';
  if (!(document in events)) return translateLoggedReason(reason);
  const why = document === 'look' ? reason : (translateLoggedReason(reason).split(': ')[1] ?? '');
  return why.charAt(0).toUpperCase() + why.slice(1);
}

/** "Chrome on Android" */
export function formatUserAgent(agent: string | null): string {
  const { browser, system } = parseUserAgent(agent);
  if (browser && system) return m.audit_agent({ browser, system });
  return browser ?? system ?? m.audit_agent_unknown();
}

/** The name shown as the author of a row: the person who really acted. */
export const getAuditActorName = (row: Pick<LogSummary, 'actor' | 'impersonator' | 'by_platform'>): string =>
  (row.impersonator ?? row.actor)?.name ?? (row.by_platform ? m.audit_makao_staff() : m.audit_nobody());
