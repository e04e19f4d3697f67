import { nairobiOffsetMs } from '#contract/time/days.ts';

/** Safaricom writes Nairobi time in four formats, always without zone. */
const partsAt = (moment: Date): readonly string[] => new Date(moment.getTime() + nairobiOffsetMs).toISOString().split(/\D/);

/** 20261117102115: in passwords, requests and callbacks. */
export const formatDarajaTimestamp = (moment: Date): string => partsAt(moment).slice(0, 6).join('');
/** 2026-11-17 10:21:15: in Pull requests. */
export const formatPullTime = (moment: Date): string => {
  const [year, month, day, hour, minute, second] = partsAt(moment);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
};
/** 17.11.2026 10:21:15 in payout results, 17-11-2026 10:21:15 in statements. */
export const formatDayFirstTime = (moment: Date, between: '.' | '-'): string => {
  const [year, month, day, hour, minute, second] = partsAt(moment);
  return `${[day, month, year].join(between)} ${hour}:${minute}:${second}`;
};

const yearFirst = /^(\d{4})-?(\d\d)-?(\d\d)[ T]?(\d\d):?(\d\d)(?::?(\d\d))?(?:\.\d+)?$/;
const yearLast = /^(\d\d)[.-](\d\d)[.-](\d{4})[ T](\d\d):(\d\d)(?::(\d\d))?$/;

/** Reads a time in any of these formats, or an ISO time with zone; null for other text. */
export function parseDarajaTime(value: unknown): Date | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(text)) return real(Date.parse(text));
  const [, year, month, day, hour, minute, second = '00'] = yearFirst.exec(text) ?? turned(yearLast.exec(text)) ?? [];
  if (year === undefined) return null;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const ms = Date.parse(iso);
  // Rejects the 31st of a shorter month, which Date would move to the next month.
  return Number.isNaN(ms) || new Date(ms).toISOString() !== iso ? null : real(ms - nairobiOffsetMs);
}
const turned = (found: RegExpExecArray | null) => found && [found[0], found[3], found[2], found[1], found[4], found[5], found[6] ?? '00'];
const real = (ms: number): Date | null => (Number.isNaN(ms) ? null : new Date(ms));
