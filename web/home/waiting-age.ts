import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { m } from '#words/messages.js';

const hourMs = dayMs / 24;

/** The age in the largest sensible unit: hours up to two days, then days. */
export function formatWaitingTime(since: string, now = clock.ms()): string {
  const gap = Math.max(0, now - Date.parse(since));
  if (gap < hourMs) return m.dashboard_age_hour();
  return gap < 2 * dayMs ? m.dashboard_age_hours({ count: Math.floor(gap / hourMs) }) : m.dashboard_age_days({ count: Math.floor(gap / dayMs) });
}
