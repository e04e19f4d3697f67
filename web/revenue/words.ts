import type { RevenueSource } from '#contract/revenue/kinds.ts';
import { m } from '#words/messages.js';

export const sourceNames: Readonly<Record<RevenueSource, () => string>> = {
  commission: m.revenue_source_commission,
  subscription: m.revenue_source_subscription,
  featured: m.revenue_source_featured,
};
