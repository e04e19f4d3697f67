import { startOfDay, toNairobiDay } from './days.ts';

const hourMs = 3_600_000;
/** Deadlines end with the working day, at 8 PM in Nairobi. */
const evening = 20;

/** The first 8 PM that leaves at least this many hours, so that no one gets less time than promised. */
export function computeEveningDeadline(moment: Date, hours: number): Date {
  const earliest = moment.getTime() + hours * hourMs;
  const sameDay = startOfDay(toNairobiDay(earliest)).getTime() + evening * hourMs;
  return new Date(sameDay >= earliest ? sameDay : sameDay + 24 * hourMs);
}
