import { labels } from '#contract/kernel/labels.ts';
import { cashDepositStates } from './kinds.ts';

export const cashDepositStateLabels = labels('cash_state', cashDepositStates);
