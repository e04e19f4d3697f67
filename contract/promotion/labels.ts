import { discountTypes } from '#contract/catalogue/kinds.ts';
import { labels } from '#contract/kernel/labels.ts';
import { promotionTargets } from './kinds.ts';
import { promotionMachine } from './machine.ts';

export const statusLabels = labels('promotion_status', promotionMachine.states);
export const kindNames = labels('promotion_kind', discountTypes);
export const appliesNames = labels('promotion_applies', promotionTargets);
