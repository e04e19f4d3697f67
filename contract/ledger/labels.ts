import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { type LedgerFund, ledgerAccountKinds, moneyModes } from './accounts.ts';

export const ledgerFundNames: LabelMap<LedgerFund> = { C: m.ledger_fund_c, D: m.ledger_fund_d, P: m.ledger_fund_p, M: m.ledger_fund_m };
export const moneyModeNames = labels('ledger_mode', moneyModes);
export const ledgerAccountNames = labels('ledger_account', ledgerAccountKinds);
