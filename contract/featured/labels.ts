import { labels } from '#contract/kernel/labels.ts';
import { featuredPlacements } from './kinds.ts';
import { featuredMachine } from './machine.ts';

export const featuredPlacementLabels = labels('featured_placement', featuredPlacements);
export const featuredStatusLabels = labels('featured_status', featuredMachine.states);
export const featuredPaymentMethodLabels = labels('featured_paid_by', ['wallet', 'mpesa', 'hand']);
