import { expect, test } from 'vitest';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { platformFinanceTabs, transactionTabs } from './tabs.ts';

test('payment tabs: a payment task on the home page opens an existing tab, for Makao and for a company', () => {
  expect(platformFinanceTabs.map(({ key }) => key)).toContain(pendingTaskKinds.suspense.shown.tab);
  expect(transactionTabs.map(({ key }) => key)).toContain(pendingTaskKinds.unmatched.shown.tab);
});
