import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { accountKinds, type LedgerFund, moneyModes } from './accounts.ts';

export const fundNames: LabelMap<LedgerFund> = { C: m.ledger_fund_c, D: m.ledger_fund_d, P: m.ledger_fund_p, M: m.ledger_fund_m };
export const modeNames = labels('ledger_mode', moneyModes);
export const accountNames = labels('ledger_account', accountKinds);
