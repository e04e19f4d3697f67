import { clock } from '#contract/time/clock.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';

/** The remaining time of a deadline, which continues when the deadline resumes. */
export const computeRemainingDeadlineTime = (until: Date | null): string | null =>
  until === null ? null : `${Math.max(0, Math.floor((until.getTime() - clock.ms()) / 1000))} seconds`;

/** The seconds of an interval in the form that the database driver returns. */
const secondsOf = (left: unknown): number => {
  if (typeof left === 'string') {
    const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = /^(?:(\d+) days? ?)?(?:(\d+):(\d+):(\d+))?/.exec(left) ?? [];
    return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  }
  const parts = (left ?? {}) as { days?: number; hours?: number; minutes?: number; seconds?: number };
  return (((parts.days ?? 0) * 24 + (parts.hours ?? 0)) * 60 + (parts.minutes ?? 0)) * 60 + (parts.seconds ?? 0);
};
/** The new end of a deadline that was paused. The remaining time ended at the end of a day, so a short pause does not add a day. */
export function calculateResumedDeadline(left: unknown): Date {
  const hours = secondsOf(left) / 3600;
  return computeEveningDeadline(clock.now(), hours - Math.min(6, hours / 10));
}
