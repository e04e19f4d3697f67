import type { MoneyControl } from './control.ts';
import { bankControls } from './controls-bank.ts';
import { paymentControls } from './controls-payments.ts';
import { payoutControls } from './controls-payouts.ts';
import { peopleControls } from './controls-people.ts';

export { callsWithoutMoney } from './calls-without-money.ts';
export type { MoneyControl };

/** One row for every act. `test/rules/controls.test.ts` compares the rows with the calls, the rules and the tests; docs/controls.md is printed from them. */
export const moneyControls: readonly MoneyControl[] = [...bankControls, ...payoutControls, ...paymentControls, ...peopleControls];
