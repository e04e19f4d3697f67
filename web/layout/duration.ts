import { m } from '#words/messages.js';

/** A duration in words. */
export const formatDuration = (minutes: number): string =>
  minutes < 90 ? m.shell_minutes({ count: Math.max(1, Math.round(minutes)) }) : m.shell_hours({ count: Math.round(minutes / 60) });
