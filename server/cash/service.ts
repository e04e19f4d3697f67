export { type CashOfLine, findCashOfLine, openBankedDeposits, previewCashOfLines, readCashOfDeposit, settleCash } from './bank-lines.ts';
export { readCashDeposits } from './lists.ts';
