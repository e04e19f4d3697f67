import { labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { searchSorts } from './limits.ts';

export const searchSortLabels = labels('portal_sort', searchSorts, { '-price': m.portal_sort_price_down });
