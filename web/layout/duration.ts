import { m } from '#words/messages.js';

/** How long something takes, as one says it. */
export const durationOf = (minutes: number): string =>
  minutes < 90 ? m.shell_minutes({ count: Math.max(1, Math.round(minutes)) }) : m.shell_hours({ count: Math.round(minutes / 60) });
