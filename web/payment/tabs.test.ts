import { expect, test } from 'vitest';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { bookTabs, moneyTabs } from './tabs.ts';

test('payment tabs: a home page task opens the tab it names, for the platform and for a company', () => {
  expect(bookTabs.map(({ key }) => key)).toContain(pendingTaskKinds.suspense.shown.tab);
  expect(moneyTabs.map(({ key }) => key)).toContain(pendingTaskKinds.unmatched.shown.tab);
});
