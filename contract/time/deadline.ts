import { dayOf, startOf } from './days.ts';

const hourMs = 3_600_000;
/** Deadlines end when a day's work does: at eight in the evening of Nairobi. */
const evening = 20;

/** The first evening that leaves at least so many hours: nobody gets less time than was promised. */
export function eveningAfter(moment: Date, hours: number): Date {
  const earliest = moment.getTime() + hours * hourMs;
  const sameDay = startOf(dayOf(earliest)).getTime() + evening * hourMs;
  return new Date(sameDay >= earliest ? sameDay : sameDay + 24 * hourMs);
}
