import { type DiscountType, discountTypeOf } from '#contract/catalogue/kinds.ts';
import type { StateOf } from '#contract/kernel/machine.ts';
import { toPercent } from '#contract/money/cents.ts';
import type { PromotionHead } from '#contract/promotion/calls.ts';
import type { promotionMachine } from '#contract/promotion/machine.ts';
import { lastDayBefore } from '#contract/time/days.ts';
import { date, kes } from '#web/ui/format.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export type Status = StateOf<typeof promotionMachine>;

export const statusNames: Readonly<Record<Status, { label: () => string; tone: Tone }>> = {
  draft: { label: m.promotion_status_draft, tone: 'neutral' },
  scheduled: { label: m.promotion_status_scheduled, tone: 'info' },
  running: { label: m.promotion_status_running, tone: 'good' },
  ended: { label: m.promotion_status_ended, tone: 'done' },
  canceled: { label: m.promotion_status_canceled, tone: 'done' },
};
export const kindNames: Readonly<Record<DiscountType, () => string>> = {
  percentage: m.promotion_kind_percentage,
  fixed: m.promotion_kind_fixed,
  no_discount: m.promotion_kind_no_discount,
};
export const appliesNames: Readonly<Record<PromotionHead['applies_to'], () => string>> = {
  rent: m.promotion_applies_rent,
  deposit: m.promotion_applies_deposit,
  agent_fee: m.promotion_applies_agent_fee,
};

/** It ends where the next day begins: its last day is the one before. */
export const daysOf = ({ starts_at, ends_at }: Pick<PromotionHead, 'starts_at' | 'ends_at'>): string =>
  m.promotion_days({ from: date(starts_at), to: date(lastDayBefore(ends_at)) });

/** 10% off, KES 5,000 off, or what comes with it. */
export function worthOf({ discount_type, value, perk }: Pick<PromotionHead, 'discount_type' | 'value' | 'perk'>): string {
  const kind = discountTypeOf(discount_type);
  if (kind === 'percentage') return m.promotion_worth_percentage({ percent: toPercent(value) });
  return kind === 'fixed' ? m.promotion_worth_fixed({ money: kes(value) }) : perk;
}
