import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startOfDay, toNairobiDay } from '#contract/time/days.ts';
import {
  computeTourExpiryTime,
  computeTourReminderTime,
  findNextTourReminder,
  findSlotAt,
  formatVisitorLocalTime,
  listFreeSlots,
  type SlotRequest,
} from './slots.ts';

const minute = 60_000;
const hour = 60 * minute;
/** The wall time in Nairobi by the time zone tables, independent of the code under test. */
const wall = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Nairobi',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  weekday: 'short',
  hourCycle: 'h23',
});
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
type Shown = { readonly day: string; readonly minute: number; readonly weekday: '1' };
/** The tables are slow, and the same moments are needed many times. */
const known = new Map<number, Shown>();
function shown(at: number): Shown {
  const found = known.get(at) ?? read(at);
  known.set(at, found);
  return found;
}
function read(at: number): Shown {
  const parts = Object.fromEntries(wall.formatToParts(at).map((p) => [p.type, p.value]));
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
    weekday: String(weekdays.indexOf(parts.weekday ?? '') + 1) as '1',
  };
}

/** A simple reference: checks every five minutes of two weeks separately. */
function oracle(asked: SlotRequest): number[] {
  const wait = asked.occupied ? 26 : 2;
  const starts: number[] = [];
  const first = Math.ceil(asked.now / (5 * minute)) * 5 * minute;
  for (let from = first; from <= asked.now + 14 * 24 * hour; from += 5 * minute) {
    if (from < asked.now + wait * hour) continue;
    const at = shown(from);
    const group = asked.groups.some((one) => one.from === from && one.left > 0);
    const to = from + asked.minutes * minute;
    const ranges = asked.days[at.day] ?? asked.hours[at.weekday] ?? [];
    const cut = ranges.some(([a, b]) => at.minute >= a && at.minute + asked.minutes <= b && (at.minute - a) % asked.minutes === 0);
    const free = asked.busy.every((one) => {
      const far = asked.mode === 'in_person' && one.propertyId !== null && one.propertyId !== asked.propertyId;
      const gap = far ? asked.bufferMinutes * minute : 0;
      return one.to + gap <= from || to + gap <= one.from;
    });
    const visits = asked.busy.filter((one) => one.visit && shown(one.from).day === at.day).length;
    if (group || (cut && free && visits < asked.mostADay)) starts.push(from);
  }
  return starts;
}

const now = Date.parse('2027-03-25T05:00:00Z');
const five = (low: number, high: number) => fc.integer({ min: low / 5, max: high / 5 }).map((n) => n * 5);
const range = fc.tuple(five(0, 1200), five(15, 400)).map(([a, long]) => [a, Math.min(1440, a + long)] as const);
const day = fc.integer({ min: 0, max: 14 }).map((n) => toNairobiDay(now + n * 24 * hour));
const busy = fc
  .tuple(five(0, 15 * 1440), five(15, 180), fc.constantFrom(1, 2, null), fc.boolean())
  .map(([at, long, propertyId, visit]) => ({ from: now + at * minute, to: now + (at + long) * minute, propertyId, visit }));
const asked: fc.Arbitrary<SlotRequest> = fc.record({
  now: five(0, 1440).map((n) => now + n * minute),
  hours: fc.dictionary(fc.constantFrom('1', '2', '3', '4', '5', '6', '7'), fc.array(range, { maxLength: 1 })),
  days: fc.dictionary(day, fc.array(range, { maxLength: 1 })),
  minutes: fc.constantFrom(15, 20, 30, 45, 60),
  bufferMinutes: fc.constantFrom(0, 15, 30, 240),
  mostADay: fc.integer({ min: 1, max: 5 }),
  busy: fc.array(busy, { maxLength: 25 }),
  groups: fc.array(
    fc
      .tuple(five(0, 15 * 1440), fc.integer({ min: 0, max: 3 }))
      .map(([at, left]) => ({ viewingId: at, from: now + at * minute, to: now + (at + 60) * minute, left })),
    { maxLength: 3 },
  ),
  propertyId: fc.constant(1),
  mode: fc.constantFrom('in_person', 'video'),
  occupied: fc.boolean(),
});

const plain: SlotRequest = {
  now: Date.parse('2027-03-25T05:00:00Z'), // Thursday 08:00 in Nairobi
  hours: { '4': [[540, 720]], '5': [[540, 720]] },
  days: {},
  minutes: 60,
  bufferMinutes: 30,
  mostADay: 8,
  busy: [],
  groups: [],
  propertyId: 1,
  mode: 'in_person',
  occupied: false,
};
const at = (text: string) => Date.parse(text);
const times = (given: Partial<SlotRequest>, count = 4) =>
  listFreeSlots({ ...plain, ...given })
    .slice(0, count)
    .map((one) => new Date(one.from).toISOString().slice(5, 16));

describe('tour slots: available slots', () => {
  test('equal the result of a simple search minute by minute', () => {
    fc.assert(
      fc.property(asked, (given) => {
        expect(listFreeSlots(given).map((one) => one.from)).toEqual(oracle(given));
      }),
      { numRuns: 15 },
    );
  });

  test('every listed slot can be booked, and any other time cannot', () => {
    fc.assert(
      fc.property(asked, five(0, 16 * 1440), (given, n) => {
        const free = listFreeSlots(given);
        for (const one of free.slice(0, 20)) expect(findSlotAt(given, one.from)).toEqual(one);
        const from = given.now + n * minute;
        expect(typeof findSlotAt(given, from) === 'string').toBe(!free.some((one) => one.from === from));
      }),
      { numRuns: 60 },
    );
  });

  test('start at least two hours from now, or 26 hours for an occupied home', () => {
    expect(times({})).toEqual(['03-25T07:00', '03-25T08:00', '03-26T06:00', '03-26T07:00']);
    expect(times({ occupied: true }, 2)).toEqual(['03-26T07:00', '03-26T08:00']);
  });

  test('leave travel time to another property, but none to the same property or a video call', () => {
    const visit = { from: at('2027-03-25T06:00:00Z'), to: at('2027-03-25T07:00:00Z'), visit: true };
    expect(times({ busy: [{ ...visit, propertyId: 2 }] }, 1)).toEqual(['03-25T08:00']);
    for (const propertyId of [1, null]) expect(times({ busy: [{ ...visit, propertyId }] }, 1)).toEqual(['03-25T07:00']);
    expect(times({ busy: [{ ...visit, propertyId: 2 }], mode: 'video' }, 1)).toEqual(['03-25T07:00']);
  });

  test('an unavailable time is explained as past, too soon, already booked, outside the hours or too far ahead', () => {
    const busy = [{ from: at('2027-03-25T07:00:00Z'), to: at('2027-03-25T08:00:00Z'), propertyId: 1, visit: true }];
    const why = (text: string) => findSlotAt({ ...plain, busy }, at(text));
    expect(why('2027-03-25T04:00:00Z')).toBe('past');
    expect(why('2027-03-25T06:00:00Z')).toBe('too_soon');
    expect(why('2027-03-25T07:00:00Z')).toBe('taken');
    expect(why('2027-03-25T07:30:00Z')).toBe('taken');
    expect(why('2027-03-25T12:00:00Z')).toBe('outside');
    expect(why('2027-04-22T07:00:00Z')).toBe('too_far');
  });

  test('are calculated with few comparisons for a host with many tours in two weeks', () => {
    const hours = Object.fromEntries(['1', '2', '3', '4', '5', '6', '7'].map((d) => [d, [[480, 1140]]])) as SlotRequest['hours'];
    let comparisons = 0;
    const many = Array.from({ length: 110 }, (_, i) => ({
      get from() {
        comparisons++;
        return now + i * 3 * hour;
      },
      to: now + i * 3 * hour + 30 * minute,
      propertyId: i % 5,
      visit: true,
    }));
    const found = listFreeSlots({ ...plain, hours, minutes: 15, mostADay: 48, busy: many });
    expect(found.length).toBeGreaterThan(100);
    expect(comparisons / found.length).toBeLessThan(many.length / 3);
  });
});

describe('tour times for a visitor abroad', () => {
  test("show the visitor's local time beside Nairobi time, on both sides of a daylight saving change", () => {
    expect(formatVisitorLocalTime(at('2027-03-27T07:00:00Z'), 'Europe/London', 'en-GB')).toContain('07:00');
    expect(formatVisitorLocalTime(at('2027-03-29T07:00:00Z'), 'Europe/London', 'en-GB')).toContain('08:00');
    expect(formatVisitorLocalTime(at('2027-03-29T23:30:00Z'), 'America/New_York', 'en-GB')).toContain('Mon');
    expect(formatVisitorLocalTime(at('2027-03-29T07:00:00Z'), 'Africa/Addis_Ababa', 'en-GB')).toBeNull();
  });
});

describe('tour deadlines', () => {
  test('a tour request expires after a day, or an hour before the tour if that is earlier', () => {
    expect(computeTourExpiryTime(now, now + 100 * hour)).toBe(now + 24 * hour);
    expect(computeTourExpiryTime(now, now + 3 * hour)).toBe(now + 2 * hour);
  });
  test('a reminder is sent between 7 AM and 9 PM only, at least the set number of hours before the tour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), fc.constantFrom(2, 24), (n, hours) => {
        const start = now + n * 17 * minute;
        const rings = computeTourReminderTime(start, hours, 0);
        const of = ((rings ?? 0) - startOfDay(toNairobiDay(rings ?? 0)).getTime()) / hour;
        expect(of).toBeGreaterThanOrEqual(7);
        expect(of).toBeLessThan(21);
        expect(rings).toBeLessThanOrEqual(start - hours * hour);
      }),
    );
    // A visit at eight: two hours before is night, so the reminder is sent the evening before.
    expect(computeTourReminderTime(at('2027-03-26T05:00:00Z'), 2, 0)).toBe(at('2027-03-25T17:30:00Z'));
    expect(findNextTourReminder(at('2027-03-26T09:00:00Z'), at('2027-03-25T08:59:00Z'))).toBe(at('2027-03-25T09:00:00Z'));
    expect(findNextTourReminder(at('2027-03-26T09:00:00Z'), at('2027-03-25T09:00:00Z'))).toBe(at('2027-03-26T07:00:00Z'));
    expect(findNextTourReminder(at('2027-03-26T09:00:00Z'), at('2027-03-26T07:00:00Z'))).toBeNull();
  });
});
