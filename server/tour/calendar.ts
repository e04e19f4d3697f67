import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { clock } from '#contract/time/clock.ts';

type Entry = { readonly code: string; readonly starts_at: Date; readonly ends_at: Date; readonly revision: number };
type Names = { readonly title: string; readonly place: string; readonly meeting: string };

/** The event of a tour in iCalendar format. Times are in UTC, which every calendar shows in its own zone. A moved tour keeps its identifier. */
const eventOf = ({ code, starts_at, ends_at, revision }: Entry, { title, place, meeting }: Names, canceled: boolean) => ({
  id: `${code}@makao`,
  sequence: revision,
  stamp: clock.now(),
  start: starts_at,
  end: ends_at,
  summary: title,
  location: meeting || place,
  status: canceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
});

/** One tour as a calendar file (.ics), attached to its mail. */
export function buildTourCalendar(tour: Entry, names: Names, canceled: boolean): string {
  const calendar = ical({ prodId: '//makao//tours//EN', method: canceled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH });
  calendar.createEvent(eventOf(tour, names, canceled));
  return calendar.toString();
}

/** All tours of a host, for a subscribed calendar. */
export function buildCalendarFeed(name: string, all: readonly (Entry & Names & { readonly visitor: string })[]): string {
  const calendar = ical({ name, prodId: '//makao//tours//EN', method: ICalCalendarMethod.PUBLISH, ttl: 60 * 60 });
  for (const { visitor, ...one } of all) calendar.createEvent({ ...eventOf(one, one, false), summary: `${one.title}: ${visitor}` });
  return calendar.toString();
}
