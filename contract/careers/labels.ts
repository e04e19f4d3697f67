import { labels } from '#contract/kernel/labels.ts';
import { jobKinds } from './kinds.ts';
import { applicationMachine, vacancyMachine } from './machine.ts';

export const jobKindNames = labels('careers_kind', jobKinds);
export const vacancyLabels = labels('careers_status', vacancyMachine.states);
export const vacancyMoves = labels('careers', vacancyMachine.moves);
export const applicationLabels = labels('careers_application', applicationMachine.states);
export const applicationMoves = labels('careers', applicationMachine.moves);
