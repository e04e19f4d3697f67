/** The states of a declared deposit, in the order of their tabs. */
export const cashDepositStates = ['declared', 'banked', 'withdrawn'] as const;
export type CashDepositState = (typeof cashDepositStates)[number];
/** The most cash payments in one deposit. */
export const maxDepositPayments = 100;
/** The days after the deposit within which the bank shows it. Some banks date a deposit after closing time on the next working day. */
export const depositWindowDays = 7;
