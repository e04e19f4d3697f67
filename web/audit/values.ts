import { toUserType } from '#contract/kernel/roles.ts';
import { toPercent } from '#contract/money/cents.ts';
import { getRoleName } from '#web/layout/role-names.ts';
import { formatDate, formatDateTime, formatKes, phone } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { auditValueNames } from './value-names.ts';

const isDay = /^\d{4}-\d{2}-\d{2}$/;
const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const isCode = /^[a-z]+(_[a-z]+)+$/;
const longFrom = 80;

/** Whether a text is so long that only its changed words are shown. */
export const isLongValue = (value: unknown): value is string => typeof value === 'string' && (value.length > longFrom || value.includes('\n'));
export const isHtmlValue = (value: string): boolean => /<\/?[a-z][^>]*>/i.test(value);
export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const counted: Readonly<Record<string, (count: number) => string>> = {
  notice_days: (count) => m.unit_days_count({ count }),
  grace_days: (count) => m.unit_days_count({ count }),
  lead_days: (count) => m.unit_days_count({ count }),
  max_days: (count) => m.unit_days_count({ count }),
  min_term_months: (count) => m.portal_months({ count }),
  deposit_months: (count) => m.portal_months({ count }),
  months: (count) => m.portal_months({ count }),
  bps: (points) => `${toPercent(points)}%`,
  vat_bps: (points) => `${toPercent(points)}%`,
  ceiling_bps: (points) => `${toPercent(points)}%`,
  area_m2: (area) => m.unit_square_metres({ area }),
};

/** The display text of a logged value. */
export function formatAuditValue(field: string, value: unknown): string {
  if (isEmptyValue(value)) return m.audit_value_empty();
  if (value === true) return m.audit_value_yes();
  if (value === false) return m.audit_value_no();
  if (Array.isArray(value)) return listText(field, value);
  if (typeof value === 'number') return numberText(field, value);
  if (typeof value === 'string') return wordText(field, value);
  return Object.entries(value as object)
    .filter(([, one]) => !isEmptyValue(one))
    .map(([name, one]) => formatAuditValue(name, one))
    .join(', ');
}

/** Lists show names where the log has them, otherwise a count. */
const listText = (field: string, values: readonly unknown[]): string =>
  values.some((one) => typeof one === 'object' || typeof one === 'number')
    ? m.unit_things({ count: values.length })
    : values.map((one) => formatAuditValue(field, one)).join(', ');

function numberText(field: string, value: number): string {
  if (field === 'user_type' && toUserType(value) !== 'anonymous') return getRoleName(value);
  if (field.endsWith('_cents')) return formatKes(value);
  return counted[field]?.(value) ?? auditValueNames[field]?.[String(value)]?.() ?? String(value);
}

function wordText(field: string, value: string): string {
  const known = auditValueNames[field]?.[value];
  if (known) return known();
  if (isDay.test(value)) return formatDate(value);
  if (isMoment.test(value)) return formatDateTime(value);
  if (field.endsWith('phone')) return phone(value);
  return isCode.test(value) ? value.replaceAll('_', ' ') : value;
}
