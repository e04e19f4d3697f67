import { applicationLabels, vacancyLabels } from '#contract/careers/labels.ts';
import { toned } from '#web/ui/status.tsx';

export const vacancyNames = toned(vacancyLabels, { draft: 'neutral', open: 'good', closed: 'done' });

export const applicationNames = toned(applicationLabels, { new: 'info', shortlisted: 'good', rejected: 'done', hired: 'good' });
