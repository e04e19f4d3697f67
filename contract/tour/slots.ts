import { timeZone as nairobi } from '#contract/constants.ts';
import { addDays, type Day, dayOf, startOf } from '#contract/time/days.ts';

/** Minutes of a Nairobi day, from and to. */
export type Range = readonly [number, number];
/** Weekly hours: Monday is 1, Sunday 7. */
export type Hours = Readonly<Partial<Record<'1' | '2' | '3' | '4' | '5' | '6' | '7', readonly Range[]>>>;
export type Mode = 'in_person' | 'video';

const minute = 60_000;
const hour = 60 * minute;
/** How far ahead a visit is booked: at least so many hours (where somebody lives, who is asked first), at most so many days. */
export const ahead = { hours: 2, occupiedHours: 26, days: 14 } as const;
/** Tours somebody may have open at once. */
export const openTours = 3;

/** Something a host is busy with. Without a property it is nowhere they travel to: a video call, a block. */
export type Busy = {
  readonly from: number;
  readonly to: number;
  readonly propertyId: number | null /** A visit: so many a day are enough. */;
  readonly visit: boolean;
};
/** A viewing several may come to, with the places that are left. */
export type Group = { readonly viewingId: number; readonly from: number; readonly to: number; readonly left: number };

export type Asked = {
  readonly now: number;
  readonly hours: Hours;
  /** Days that are not like their weekday; no ranges: closed. */
  readonly days: Readonly<Record<Day, readonly Range[]>>;
  readonly minutes: number;
  readonly bufferMinutes: number;
  readonly mostADay: number;
  readonly busy: readonly Busy[];
  readonly groups: readonly Group[];
  readonly propertyId: number;
  readonly mode: Mode;
  /** Somebody lives there. */
  readonly occupied: boolean;
};
export type Slot = {
  readonly from: number;
  readonly to: number /** The group viewing it is a place of. */;
  readonly viewingId: number | null;
  readonly left: number;
};

/** 1 to 7, Monday first, of a Nairobi day. */
export const weekdayOf = (day: Day): keyof Hours & string => {
  const n = new Date(`${day}T00:00:00Z`).getUTCDay();
  return String(n === 0 ? 7 : n) as keyof Hours & string;
};
export const rangesOn = ({ hours, days }: Pick<Asked, 'hours' | 'days'>, day: Day): readonly Range[] => days[day] ?? hours[weekdayOf(day)] ?? [];

const earliest = ({ now, occupied }: Asked) => now + (occupied ? ahead.occupiedHours : ahead.hours) * hour;
const latest = ({ now }: Asked) => now + ahead.days * 24 * hour;

/** Whether a host who is busy with this can be there then: to another property they travel, before and after. */
const collides = ({ propertyId, bufferMinutes, mode }: Asked, busy: Busy, from: number, to: number): boolean => {
  const travel = mode === 'in_person' && busy.propertyId !== null && busy.propertyId !== propertyId ? bufferMinutes * minute : 0;
  return from < busy.to + travel && to > busy.from - travel;
};

/**
 * When a host can show a home, in the order of time. Taking one asks the same function again with the host locked, so that what is shown
 * and what is taken cannot differ. Days and hours are Nairobi's, wherever the visitor or this computer is.
 */
export function freeSlots(asked: Asked): Slot[] {
  const [first, last] = [earliest(asked), latest(asked)];
  const found = new Map<number, Slot>();
  for (let day = dayOf(asked.now); startOf(day).getTime() <= last; day = addDays(day, 1)) {
    const begins = startOf(day).getTime();
    const ends = begins + 24 * hour;
    // Others' travel may reach over midnight, at most by the buffer.
    const near = asked.busy.filter((one) => one.from < ends + 4 * hour && one.to > begins - 4 * hour);
    if (near.filter((one) => one.visit && one.from >= begins && one.from < ends).length >= asked.mostADay) continue;
    for (const [opens, closes] of rangesOn(asked, day))
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

export type WhyNot = 'past' | 'too_soon' | 'too_far' | 'outside' | 'taken';
/** The slot that begins then, or why there is none. */
export function slotAt(asked: Asked, from: number): Slot | WhyNot {
  const slot = freeSlots(asked).find((one) => one.from === from);
  if (slot) return slot;
  if (from <= asked.now) return 'past';
  if (from < earliest(asked)) return 'too_soon';
  if (from > latest(asked)) return 'too_far';
  const to = from + asked.minutes * minute;
  const cut = { ...asked, busy: [], groups: [] };
  return asked.groups.some((one) => one.from === from) ||
    asked.busy.some((one) => one.from < to && one.to > from) ||
    freeSlots(cut).some((one) => one.from === from)
    ? 'taken'
    : 'outside';
}

const eveningHour = 20.5;
const [wakes, sleeps] = [7, 21];
/** When a reminder so many hours before goes out: never at night; what would ring then rings the evening before. Null when it is too late for it. */
export function remindAt(start: number, hours: number, now: number): number | null {
  const at = start - hours * hour;
  const day = startOf(dayOf(at)).getTime();
  const of = (at - day) / hour;
  const quiet = of < wakes ? day - 24 * hour + eveningHour * hour : of >= sleeps ? day + eveningHour * hour : at;
  return quiet > now ? quiet : null;
}
export const reminders = [24, 2] as const;
/** The next reminder of a tour after a moment, or null. */
export function nextReminder(start: number, now: number): number | null {
  const all = reminders.flatMap((hours) => remindAt(start, hours, now) ?? []);
  return all.length === 0 ? null : Math.min(...all);
}

/** A wish nobody answers dies: a day after it was made, and an hour before the visit at the latest. */
export const lapseAt = (asked: number, start: number): number => Math.min(asked + 24 * hour, start - hour);
/** What nobody marked by then happened somehow; nobody is blamed. */
export const settleAt = (end: number): number => end + 48 * hour;
export const contestHours = 24;

/** A moment as a visitor elsewhere reads it, beside Nairobi's; null where their clock shows the same. */
export function elsewhere(at: number, zone: string, locale: string): string | null {
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
  return there === shown(nairobi) ? null : there;
}
