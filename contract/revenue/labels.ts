import { labels } from '#contract/kernel/labels.ts';
import { revenueSources } from './kinds.ts';

export const revenueSourceLabels = labels('revenue_source', revenueSources);
