import { getReferencedTable } from '#contract/audit/points.ts';
import { eventGroupLabels } from '#contract/notification/events.ts';
import { m } from '#words/messages.js';
import { auditFieldNames } from './field-names.ts';
import { formatAuditValue, isEmptyValue, isLongValue } from './values.ts';

/** A change of one field, as the log and the module histories contain it. */
export type LoggedChange = { readonly field: string; readonly old?: unknown; readonly new?: unknown };

const channels: Readonly<Record<string, () => string>> = {
  app: m.notification_channel_app,
  email: m.notification_channel_email,
  sms: m.notification_channel_sms,
};

/** `effective_from` as "Effective from": for fields of another version that have no name here. */
const readable = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The display name of a logged field, never its column name. */
export function getAuditFieldName(field: string): string {
  const picture = /^media_\d+_(.+)$/.exec(field)?.[1];
  if (picture) return m.field_of_picture({ field: getAuditFieldName(picture) });
  const [group = '', channel = ''] = field.split('.');
  const wish = (eventGroupLabels as Readonly<Record<string, () => string>>)[group];
  if (channel && wish) return m.notification_preferences_choice({ group: wish(), channel: channels[channel]?.() ?? channel });
  return auditFieldNames[field]?.() ?? readable(field);
}

const files = new Set(['similar', 'image']);
/** Ids that the server could not name, because the reader may not see the records: only the change is shown, not the values. */
export const isUnnamedReference = ({ field, old, new: now }: LoggedChange): boolean =>
  (/(^|_)ids?$/.test(field) || getReferencedTable('', field) !== null || files.has(field)) &&
  [old, now].flat().every((value) => isEmptyValue(value) || typeof value !== 'string' || field === 'image');

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Splits a change of a group of facts (billing, utilities) into changes of its facts. */
export function splitChange(change: LoggedChange): LoggedChange[] {
  const { old, new: now } = change;
  if (!isGroup(old) && !isGroup(now)) return [change];
  const [was, is] = [isGroup(old) ? old : {}, isGroup(now) ? now : {}];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .flatMap((name) => splitChange({ field: name, old: was[name], new: is[name] }));
}

/** A change as text, such as "Notice period: 30 days → 7 days". For long texts it only says that they changed. */
export function formatLoggedChange(change: LoggedChange): string {
  const field = getAuditFieldName(change.field);
  const { old, new: now } = change;
  if (isUnnamedReference(change) || isLongValue(old) || isLongValue(now)) return m.audit_change_only({ field });
  if (isEmptyValue(old)) return m.audit_change_set({ field, now: formatAuditValue(change.field, now) });
  if (isEmptyValue(now)) return m.audit_change_gone({ field, old: formatAuditValue(change.field, old) });
  return m.audit_change({ field, old: formatAuditValue(change.field, old), now: formatAuditValue(change.field, now) });
}

export const formatLoggedChanges = (changes: readonly LoggedChange[]): string[] => [...new Set(changes.flatMap(splitChange).map(formatLoggedChange))];
