import { expect, test } from 'vitest';
import { waits } from '#contract/home/waits.ts';
import { bookTabs, moneyTabs } from './tabs.ts';

test('what waits on a home opens the tab it names, for the platform and for a company', () => {
  expect(bookTabs.map(({ key }) => key)).toContain(waits.suspense.shown.tab);
  expect(moneyTabs.map(({ key }) => key)).toContain(waits.unmatched.shown.tab);
});
