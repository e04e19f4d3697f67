import { labels } from '#contract/kernel/labels.ts';
import { remittedTaxes } from './taxes.ts';

export const remittedTaxLabels = labels('payments_tax', remittedTaxes);
