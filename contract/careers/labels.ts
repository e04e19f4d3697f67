import { labels } from '#contract/kernel/labels.ts';
import { jobKinds } from './kinds.ts';
import { jobApplicationMachine, vacancyMachine } from './machine.ts';

export const jobKindLabels = labels('careers_kind', jobKinds);
export const vacancyStatusLabels = labels('careers_status', vacancyMachine.states);
export const vacancyMoveLabels = labels('careers', vacancyMachine.moves);
export const jobApplicationStatusLabels = labels('careers_application', jobApplicationMachine.states);
export const jobApplicationMoveLabels = labels('careers', jobApplicationMachine.moves);
