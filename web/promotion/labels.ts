import { toDiscountType } from '#contract/catalogue/kinds.ts';
import type { StateOf } from '#contract/kernel/machine.ts';
import { toPercent } from '#contract/money/cents.ts';
import type { PromotionSummary } from '#contract/promotion/calls.ts';
import { promotionStatusLabels } from '#contract/promotion/labels.ts';
import type { promotionMachine } from '#contract/promotion/machine.ts';
import { lastDayBefore } from '#contract/time/days.ts';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { addTones } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export type PromotionState = StateOf<typeof promotionMachine>;

export const promotionStatusNames = addTones(promotionStatusLabels, {
  draft: 'neutral',
  scheduled: 'info',
  running: 'good',
  ended: 'done',
  canceled: 'done',
});

/** The end is the start of the next day, so the last day is the one before. */
export const formatPromotionPeriod = ({ starts_at, ends_at }: Pick<PromotionSummary, 'starts_at' | 'ends_at'>): string =>
  m.promotion_days({ from: formatDate(starts_at), to: formatDate(lastDayBefore(ends_at)) });

/** 10% off, KES 5,000 off, or the name of the perk. */
export function formatPromotionValue({ discount_type, value, perk }: Pick<PromotionSummary, 'discount_type' | 'value' | 'perk'>): string {
  const kind = toDiscountType(discount_type);
  if (kind === 'percentage') return m.promotion_worth_percentage({ percent: toPercent(value) });
  return kind === 'fixed' ? m.promotion_worth_fixed({ money: formatKes(value) }) : perk;
}
