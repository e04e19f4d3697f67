import { getJobLabel } from '#contract/jobs/names.ts';
import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

export const jobsTexts: Partial<EventTexts> = {
  'jobs.dead': (p) => ({
    heading: m.mail_jobs_dead_heading({ queue: getJobLabel(p.queue) }),
    message: m.mail_jobs_dead_message({ problem: p.problem }),
    button: m.mail_jobs_dead_button(),
  }),
};
