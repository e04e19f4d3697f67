import { labels } from '#contract/kernel/labels.ts';
import { featuredPlacements } from './kinds.ts';
import { featuredMachine } from './machine.ts';

export const placementNames = labels('featured_placement', featuredPlacements);
export const statusLabels = labels('featured_status', featuredMachine.states);
export const paidByNames = labels('featured_paid_by', ['wallet', 'mpesa', 'hand']);
