import { discountTypes } from '#contract/catalogue/kinds.ts';
import { labels } from '#contract/kernel/labels.ts';
import { promotionTargets } from './kinds.ts';
import { promotionMachine } from './machine.ts';

export const promotionStatusLabels = labels('promotion_status', promotionMachine.states);
export const discountTypeLabels = labels('promotion_kind', discountTypes);
export const promotionTargetLabels = labels('promotion_applies', promotionTargets);
