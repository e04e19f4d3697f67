/** Today as Nairobi counts days; Kenya is three hours after UTC, always. */
export const isoDayNow = (now: Date = new Date()): string => new Date(now.getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
