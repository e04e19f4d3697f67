import { labels } from '#contract/kernel/labels.ts';
import { jobKinds } from './kinds.ts';
import { jobApplicationMachine, vacancyMachine } from './machine.ts';

export const jobKindNames = labels('careers_kind', jobKinds);
export const vacancyStatusLabels = labels('careers_status', vacancyMachine.states);
export const vacancyMoveNames = labels('careers', vacancyMachine.moves);
export const jobApplicationLabels = labels('careers_application', jobApplicationMachine.states);
export const jobApplicationMoveNames = labels('careers', jobApplicationMachine.moves);
