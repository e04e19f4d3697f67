import { timeZone } from '#contract/constants.ts';
import { addDays, type Day, startOfDay, toNairobiDay } from '#contract/time/days.ts';

/** Minutes of a Nairobi day, from and to. */
export type HoursRange = readonly [number, number];
/** Weekly hours: Monday is 1, Sunday 7. */
export type WeeklyHours = Readonly<Partial<Record<'1' | '2' | '3' | '4' | '5' | '6' | '7', readonly HoursRange[]>>>;
export type TourMode = 'in_person' | 'video';

const minute = 60_000;
const hour = 60 * minute;
/** The booking window: at least this many hours ahead (more for an occupied home, whose occupant must agree first), at most this many days. */
export const tourBookingWindow = { hours: 2, occupiedHours: 26, days: 14 } as const;
/** Open tours a person may have at once. */
export const maxOpenTours = 3;

/** A time when a host is busy. Without a property no travel is needed: a video call or a blocked time. */
export type HostBusyPeriod = {
  readonly from: number;
  readonly to: number;
  readonly propertyId: number | null /** A visit; it counts towards the maximum number a day. */;
  readonly visit: boolean;
};
/** A group viewing with its free places. */
export type GroupTourSlot = { readonly viewingId: number; readonly from: number; readonly to: number; readonly left: number };

export type SlotRequest = {
  readonly now: number;
  readonly hours: WeeklyHours;
  /** Days that differ from their weekday; without ranges the day is closed. */
  readonly days: Readonly<Record<Day, readonly HoursRange[]>>;
  readonly minutes: number;
  readonly bufferMinutes: number;
  readonly mostADay: number;
  readonly busy: readonly HostBusyPeriod[];
  readonly groups: readonly GroupTourSlot[];
  readonly propertyId: number;
  readonly mode: TourMode;
  /** The home is occupied. */
  readonly occupied: boolean;
};
export type TourSlot = {
  readonly from: number;
  readonly to: number /** The group viewing the slot belongs to. */;
  readonly viewingId: number | null;
  readonly left: number;
};

/** The weekday of a Nairobi day: 1 is Monday, 7 is Sunday. */
export const getWeekday = (day: Day): keyof WeeklyHours & string => {
  const n = new Date(`${day}T00:00:00Z`).getUTCDay();
  return String(n === 0 ? 7 : n) as keyof WeeklyHours & string;
};
export const getHoursRanges = ({ hours, days }: Pick<SlotRequest, 'hours' | 'days'>, day: Day): readonly HoursRange[] =>
  days[day] ?? hours[getWeekday(day)] ?? [];

const earliest = ({ now, occupied }: SlotRequest) => now + (occupied ? tourBookingWindow.occupiedHours : tourBookingWindow.hours) * hour;
const latest = ({ now }: SlotRequest) => now + tourBookingWindow.days * 24 * hour;

/** Whether this engagement prevents the host from being there: another property needs travel time before and after. */
const collides = ({ propertyId, bufferMinutes, mode }: SlotRequest, busy: HostBusyPeriod, from: number, to: number): boolean => {
  const travel = mode === 'in_person' && busy.propertyId !== null && busy.propertyId !== propertyId ? bufferMinutes * minute : 0;
  return from < busy.to + travel && to > busy.from - travel;
};

/**
 * When a host can show a home, in order of time. Booking calls the same function again with the host locked, so shown and bookable times cannot
 * differ. Days and hours are in Nairobi time, independent of the visitor's and this computer's time zone.
 */
export function listFreeSlots(asked: SlotRequest): TourSlot[] {
  const [first, last] = [earliest(asked), latest(asked)];
  const found = new Map<number, TourSlot>();
  for (let day = toNairobiDay(asked.now); startOfDay(day).getTime() <= last; day = addDays(day, 1)) {
    const begins = startOfDay(day).getTime();
    const ends = begins + 24 * hour;
    // Travel time of others may reach over midnight, at most by the buffer.
    const near = asked.busy.filter((one) => one.from < ends + 4 * hour && one.to > begins - 4 * hour);
    if (near.filter((one) => one.visit && one.from >= begins && one.from < ends).length >= asked.mostADay) continue;
    for (const [opens, closes] of getHoursRanges(asked, day))
      for (let at = opens; at + asked.minutes <= closes; at += asked.minutes) {
        const [from, to] = [begins + at * minute, begins + (at + asked.minutes) * minute];
        if (from < first || from > last || near.some((one) => collides(asked, one, from, to))) continue;
        found.set(from, { from, to, viewingId: null, left: 1 });
      }
  }
  for (const { viewingId, from, to, left } of asked.groups)
    if (left > 0 && from >= first && from <= last) found.set(from, { from, to, viewingId, left });
  return [...found.values()].sort((a, b) => a.from - b.from);
}

export type TourSlotRejectionReason = 'past' | 'too_soon' | 'too_far' | 'outside' | 'taken';
/** The slot that starts at this time, or the reason there is none. */
export function findSlotAt(asked: SlotRequest, from: number): TourSlot | TourSlotRejectionReason {
  const slot = listFreeSlots(asked).find((one) => one.from === from);
  if (slot) return slot;
  if (from <= asked.now) return 'past';
  if (from < earliest(asked)) return 'too_soon';
  if (from > latest(asked)) return 'too_far';
  const to = from + asked.minutes * minute;
  const cut = { ...asked, busy: [], groups: [] };
  return asked.groups.some((one) => one.from === from) ||
    asked.busy.some((one) => one.from < to && one.to > from) ||
    listFreeSlots(cut).some((one) => one.from === from)
    ? 'taken'
    : 'outside';
}

const eveningHour = 20.5;
const [wakes, sleeps] = [7, 21];
/** When a reminder is sent: not at night, but the evening before in that case. Null when it is too late for it. */
export function computeTourReminderTime(start: number, hours: number, now: number): number | null {
  const at = start - hours * hour;
  const day = startOfDay(toNairobiDay(at)).getTime();
  const of = (at - day) / hour;
  const quiet = of < wakes ? day - 24 * hour + eveningHour * hour : of >= sleeps ? day + eveningHour * hour : at;
  return quiet > now ? quiet : null;
}
export const tourReminderHours = [24, 2] as const;
/** The next reminder of a tour after a moment, or null. */
export function findNextTourReminder(start: number, now: number): number | null {
  const all = tourReminderHours.flatMap((hours) => computeTourReminderTime(start, hours, now) ?? []);
  return all.length === 0 ? null : Math.min(...all);
}

/** An unanswered request expires a day after it was made, and at least an hour before the visit. */
export const computeTourExpiryTime = (asked: number, start: number): number => Math.min(asked + 24 * hour, start - hour);
/** A confirmed tour without a recorded outcome expires 48 hours after its end, without consequences for either side. */
export const computeTourOutcomeDeadline = (end: number): number => end + 48 * hour;
export const noShowContestHours = 24;

/** A moment in the visitor's time zone, shown beside Nairobi's; null if both clocks agree. */
export function formatVisitorLocalTime(at: number, zone: string, locale: string): string | null {
  const shown = (timeZone: string) =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    }).format(at);
  const there = shown(zone);
  return there === shown(timeZone) ? null : there;
}
