import { type EventChannel, type EventName, eventShapes, getEventShape } from '#contract/notification/events.ts';

/** Non-urgent SMS are held from 9 PM to 7 AM in Nairobi, which has no summer time. */
const hourMs = 3_600_000;
const nairobiMs = 3 * hourMs;
const dayMs = 24 * hourMs;
export type QuietHours = { readonly from: number; readonly to: number };
export const defaultQuietHours: QuietHours = { from: 21, to: 7 };

/** The moment of an hour in Nairobi, the given number of days after the day of `now`. */
const strikes = (now: Date, hour: number, days: number): Date => {
  const local = new Date(now.getTime() + nairobiMs);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days, hour) - nairobiMs);
};

/** The end of the quiet hours that contain `now`, or null. Hours may span midnight or lie within a day; null hours are never quiet. */
export function findQuietHoursEnd(now: Date, hours: QuietHours | null = defaultQuietHours): Date | null {
  if (!hours) return null;
  const { from, to } = hours;
  const hour = new Date(now.getTime() + nairobiMs).getUTCHours();
  const spans = from > to;
  if (spans ? hour < from && hour >= to : hour < from || hour >= to) return null;
  return strikes(now, to, spans && hour >= from ? 1 : 0);
}

/** The time at which a message is sent, at first or on retry: a non-urgent SMS is held until the reader's quiet hours end. */
export function findDeliveryTime(
  at: Date,
  { channel, event }: { readonly channel: EventChannel; readonly event: string },
  hours: QuietHours | null,
): Date {
  // The event of a delivery may no longer be declared in a later version.
  const { always = false, money = false } = event in eventShapes ? getEventShape(event as EventName) : {};
  return (channel === 'sms' && !always && !money && findQuietHoursEnd(at, hours)) || at;
}

/** The time of the next summary: 7 AM, daily or on Mondays. */
export function findNextDigestTime(now: Date, often: 'daily' | 'weekly'): Date {
  const [today, tomorrow] = [strikes(now, defaultQuietHours.to, 0), strikes(now, defaultQuietHours.to, 1)];
  const next = today > now ? today : tomorrow;
  if (often === 'daily') return next;
  const weekday = new Date(next.getTime() + nairobiMs).getUTCDay();
  return new Date(next.getTime() + ((8 - weekday) % 7) * dayMs);
}
