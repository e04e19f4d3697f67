import { type Channel, type EventName, eventOf, events } from '#contract/notification/events.ts';

/** Nobody's phone buzzes at night: SMS that can wait are held from 21:00 to 07:00 in Nairobi, which knows no summer time. */
const hourMs = 3_600_000;
const nairobiMs = 3 * hourMs;
const dayMs = 24 * hourMs;
export type Hours = { readonly from: number; readonly to: number };
export const quiet: Hours = { from: 21, to: 7 };

/** The moment an hour strikes in Nairobi, so many days after the day `now` lies in. */
const strikes = (now: Date, hour: number, days: number): Date => {
  const local = new Date(now.getTime() + nairobiMs);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days, hour) - nairobiMs);
};

/** When the quiet that `now` lies in is over, or null. Hours may span midnight or lie within a day; null hours are never quiet. */
export function quietUntil(now: Date, hours: Hours | null = quiet): Date | null {
  if (!hours) return null;
  const { from, to } = hours;
  const hour = new Date(now.getTime() + nairobiMs).getUTCHours();
  const spans = from > to;
  if (spans ? hour < from && hour >= to : hour < from || hour >= to) return null;
  return strikes(now, to, spans && hour >= from ? 1 : 0);
}

/** When a message that is ready at `at` is sent, first or again: an SMS that can wait is held until its reader's quiet hours are over. */
export function dueAt(at: Date, { channel, event }: { readonly channel: Channel; readonly event: string }, hours: Hours | null): Date {
  // A delivery may be of an event that a later version no longer declares.
  const { always = false, money = false } = event in events ? eventOf(event as EventName) : {};
  return (channel === 'sms' && !always && !money && quietUntil(at, hours)) || at;
}

/** When the next summary goes out: at seven in the morning, daily or on Mondays. */
export function nextDigest(now: Date, often: 'daily' | 'weekly'): Date {
  const [today, tomorrow] = [strikes(now, quiet.to, 0), strikes(now, quiet.to, 1)];
  const next = today > now ? today : tomorrow;
  if (often === 'daily') return next;
  const weekday = new Date(next.getTime() + nairobiMs).getUTCDay();
  return new Date(next.getTime() + ((8 - weekday) % 7) * dayMs);
}
