import type { DeadLetterJob, JobQueue } from '#contract/jobs/calls.ts';
import { getJobLabel } from '#contract/jobs/names.ts';
import type { MessageKey } from '#contract/messages.ts';
import type { StatusTone } from '#web/ui/status-table.ts';
import { m } from '#words/messages.js';

export const getJobName = getJobLabel;

const two = (n: string) => n.padStart(2, '0');

/** A cron expression as text; an unknown one is shown as it is. */
export function formatJobSchedule(cron: string | null): string {
  if (cron === null) return m.jobs_when_promised();
  const [minute = '', hour = '', ...rest] = cron.split(' ');
  if (rest.some((part) => part !== '*')) return cron;
  if (hour === '*' && minute === '*') return m.jobs_when_minute();
  if (hour === '*' && minute.startsWith('*/')) return m.jobs_when_minutes({ count: Number(minute.slice(2)) });
  if (/^\d+$/.test(minute) && hour === '*') return m.jobs_when_hour({ minute: two(minute) });
  if (/^\d+$/.test(minute) && /^\d+$/.test(hour)) return m.jobs_when_day({ time: `${two(hour)}:${two(minute)}` });
  return cron;
}

/** The message after "Run now": a pending or running job is not queued again, and the message states this. */
export const buildRunNowMessage = ({ name, queued }: { name: string; queued: boolean }, word: (key: MessageKey) => string) =>
  queued
    ? ({ kind: 'success', title: word('successTitle'), text: m.said_queued({ name: getJobName(name) }) } as const)
    : ({ kind: 'info', title: getJobName(name), text: m.jobs_run_waiting() } as const);

export function describeJobState({ dead, last_problem, active, waiting }: JobQueue): { tone: StatusTone; label: string } {
  if (dead > 0) return { tone: 'bad', label: m.jobs_state_failed() };
  if (last_problem !== null) return { tone: 'warn', label: m.jobs_state_retry() };
  if (active > 0) return { tone: 'info', label: m.jobs_state_active() };
  if (waiting > 0) return { tone: 'wait', label: m.jobs_state_waiting() };
  return { tone: 'good', label: m.jobs_state_idle() };
}

export const formatJobAttempts = ({ scheduled, times, attempts }: DeadLetterJob): string =>
  scheduled ? m.jobs_times({ count: times }) : m.jobs_attempts({ count: attempts });
