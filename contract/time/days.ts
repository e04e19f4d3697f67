/** A calendar day in Nairobi, YYYY-MM-DD; days compare like strings. */
export type Day = string;
/** A calendar month, YYYY-MM. */
export type Month = string;
type Moment = Date | number | string;

/** Kenya has one UTC offset and no summer time: Nairobi is always three hours ahead of UTC. */
export const nairobiOffsetMs = 3 * 3_600_000;
export const dayMs = 24 * 3_600_000;

const pad = (n: number, size = 2) => String(n).padStart(size, '0');
/** Converts a day to days since 1970, and back. */
const numberOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / dayMs;
const dayAt = (n: number): Day => new Date(n * dayMs).toISOString().slice(0, 10);

/** The day in Nairobi at a moment. */
export const toNairobiDay = (moment: Moment): Day => new Date(new Date(moment).getTime() + nairobiOffsetMs).toISOString().slice(0, 10);
/** The moment a day begins in Nairobi; it ends when the next begins. */
export const startOfDay = (day: Day): Date => new Date(numberOf(day) * dayMs - nairobiOffsetMs);
export const endOfDay = (day: Day): Date => startOfDay(addDays(day, 1));
/** The last day of a period with an exclusive end. */
export const lastDayBefore = (end: Moment): Day => toNairobiDay(new Date(end).getTime() - 1);

export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(numberOf(text)) && dayAt(numberOf(text)) === text;

/** The accepted range of days: years outside it may have more or fewer than four digits, and the arithmetic here would fail. */
const [firstMeant, lastMeant] = ['1900-01-01', '2200-12-31'];
export const isPlausibleDay = (day: Day): boolean => isDay(day) && day >= firstMeant && day <= lastMeant;

export const addDays = (day: Day, n: number): Day => dayAt(numberOf(day) + n);
/** How many days the second is after the first; negative when it is earlier. */
export const countDaysBetween = (from: Day, to: Day): number => numberOf(to) - numberOf(from);
/** Days from the first to the last, both included; 0 when they are in the wrong order. */
export const countDaysInclusive = (first: Day, last: Day): number => Math.max(0, countDaysBetween(first, last) + 1);
/** Whole days of 24 hours between two moments. */
export const countWholeDaysBetween = (from: Moment, to: Moment): number =>
  Math.max(0, Math.floor((new Date(to).getTime() - new Date(from).getTime()) / dayMs));

export const monthOf = (day: Day): Month => day.slice(0, 7);
export const yearOf = (day: Day): number => Number(day.slice(0, 4));
export const monthStart = (day: Day): Day => `${monthOf(day)}-01`;
export const daysInMonth = (day: Day): number => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
};
export const monthEnd = (day: Day): Day => `${monthOf(day)}-${pad(daysInMonth(day))}`;

/**
 * The same day of the month n months later, or the last day of a shorter month. Always count from the first day of a series, never from the previous
 * one: 31 January, 28 February, 31 March.
 */
export function addMonths(day: Day, n: number): Day {
  const [year = 0, month = 1, at = 1] = day.split('-').map(Number);
  const months = year * 12 + (month - 1) + n;
  const first = `${pad(Math.floor(months / 12), 4)}-${pad((((months % 12) + 12) % 12) + 1)}-01`;
  return `${monthOf(first)}-${pad(Math.min(at, daysInMonth(first)))}`;
}
