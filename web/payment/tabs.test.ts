import { expect, test } from 'vitest';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { platformFinanceTabs, transactionTabs } from './tabs.ts';

test('payment tabs: each payment task on the home page links to an existing tab, for Makao and for a company', () => {
  expect(platformFinanceTabs.map(({ key }) => key)).toContain(pendingTaskKinds.suspense.shown.tab);
  expect(transactionTabs.map(({ key }) => key)).toContain(pendingTaskKinds.unmatched.shown.tab);
  expect(transactionTabs.map(({ key }) => key)).toContain(pendingTaskKinds.unbanked.shown.tab);
});
