/** Nobody's phone buzzes at night: SMS that can wait are held from 21:00 to 07:00 in Nairobi, which knows no summer time. */
const hourMs = 3_600_000;
const nairobiMs = 3 * hourMs;
export const quiet = { from: 21, to: 7 } as const;

/** When the night that `now` lies in is over, or null by day. */
export function quietUntil(now: Date): Date | null {
  const local = new Date(now.getTime() + nairobiMs);
  const hour = local.getUTCHours();
  if (hour >= quiet.to && hour < quiet.from) return null;
  const morning = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + (hour >= quiet.from ? 1 : 0), quiet.to);
  return new Date(morning - nairobiMs);
}
