import { waits } from '#contract/home/waits.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { matching } from './lists.ts';

export const propertyWaits: Waits = {
  verify: (ctx) => oldestOf(matching(ctx, waits.verify.filter), 'property.updated_at'),
  rejected: (ctx) => oldestOf(matching(ctx, waits.rejected.filter), 'property.updated_at'),
  drafts: (ctx) => oldestOf(matching(ctx, waits.drafts.filter), 'property.updated_at'),
};
