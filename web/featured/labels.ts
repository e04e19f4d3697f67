import type { FeaturedSummary } from '#contract/featured/calls.ts';
import { featuredStatusLabels } from '#contract/featured/labels.ts';
import { addTones } from '#web/ui/status.tsx';

export type FeaturedStatus = FeaturedSummary['status'];

export const featuredStatusNames = addTones(featuredStatusLabels, {
  requested: 'wait',
  awaiting_payment: 'warn',
  scheduled: 'info',
  running: 'good',
  ended: 'done',
  canceled: 'bad',
  refunded: 'done',
});
