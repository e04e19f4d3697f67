import { applicationLabels, vacancyLabels } from '#contract/careers/labels.ts';
import { addTones } from '#web/ui/status.tsx';

export const vacancyNames = addTones(vacancyLabels, { draft: 'neutral', open: 'good', closed: 'done' });

export const applicationNames = addTones(applicationLabels, { new: 'info', shortlisted: 'good', rejected: 'done', hired: 'good' });
