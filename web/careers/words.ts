import { jobApplicationStatusLabels, vacancyStatusLabels } from '#contract/careers/labels.ts';
import { addTones } from '#web/ui/status.tsx';

export const vacancyStatusNames = addTones(vacancyStatusLabels, { draft: 'neutral', open: 'good', closed: 'done' });

export const jobApplicationStatusNames = addTones(jobApplicationStatusLabels, { new: 'info', shortlisted: 'good', rejected: 'done', hired: 'good' });
