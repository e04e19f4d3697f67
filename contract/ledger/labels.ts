import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { collectionModes, type LedgerFund, ledgerAccountKinds } from './accounts.ts';

export const ledgerFundLabels: LabelMap<LedgerFund> = { C: m.ledger_fund_c, D: m.ledger_fund_d, P: m.ledger_fund_p, M: m.ledger_fund_m };
export const collectionModeLabels = labels('ledger_mode', collectionModes);
export const ledgerAccountLabels = labels('ledger_account', ledgerAccountKinds);
