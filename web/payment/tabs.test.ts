import { expect, test } from 'vitest';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { bookTabs, moneyTabs } from './tabs.ts';

test('payment tabs: a pending task of the home page opens its tab, for Makao and for a company', () => {
  expect(bookTabs.map(({ key }) => key)).toContain(pendingTaskKinds.suspense.shown.tab);
  expect(moneyTabs.map(({ key }) => key)).toContain(pendingTaskKinds.unmatched.shown.tab);
});
