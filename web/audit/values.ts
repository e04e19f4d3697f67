import { userTypeOf } from '#contract/kernel/roles.ts';
import { roleName } from '#web/layout/role-names.ts';
import { date, dateTime } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

const isDay = /^\d{4}-\d{2}-\d{2}$/;
const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const longFrom = 80;

/** A text long enough that only its changed words are worth showing. */
export const isLong = (value: unknown): value is string => typeof value === 'string' && (value.length > longFrom || value.includes('\n'));
export const isHtml = (value: string): boolean => /<\/?[a-z][^>]*>/i.test(value);

/** A logged value as a person would say it. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return m.audit_value_empty();
  if (value === true) return m.audit_value_yes();
  if (value === false) return m.audit_value_no();
  if (field === 'user_type' && typeof value === 'number' && userTypeOf(value) !== 'anonymous') return roleName(value);
  if (typeof value === 'string' && isDay.test(value)) return date(value);
  if (typeof value === 'string' && isMoment.test(value)) return dateTime(value);
  if (Array.isArray(value)) return value.length === 0 ? m.audit_value_empty() : value.map((one) => valueText('', one)).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
