export { type CashOfLine, findCashOfLine, openBankedDeposits, readCashOfDeposit, settleCash } from './bank-lines.ts';
export { readCashDeposits } from './lists.ts';
