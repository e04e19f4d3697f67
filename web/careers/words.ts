import { applicationLabels, vacancyLabels } from '#contract/careers/labels.ts';
import { withTones } from '#web/ui/status.tsx';

export const vacancyNames = withTones(vacancyLabels, { draft: 'neutral', open: 'good', closed: 'done' });

export const applicationNames = withTones(applicationLabels, { new: 'info', shortlisted: 'good', rejected: 'done', hired: 'good' });
