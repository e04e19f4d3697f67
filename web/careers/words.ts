import { jobApplicationLabels, vacancyStatusLabels } from '#contract/careers/labels.ts';
import { addTones } from '#web/ui/status.tsx';

export const vacancyNames = addTones(vacancyStatusLabels, { draft: 'neutral', open: 'good', closed: 'done' });

export const jobApplicationNames = addTones(jobApplicationLabels, { new: 'info', shortlisted: 'good', rejected: 'done', hired: 'good' });
