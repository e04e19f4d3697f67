import type { LedgerAccountCode } from '#contract/ledger/accounts.ts';
import { ledgerAccountNames } from './labels.ts';

export const ledgerAccountName = (code: number): string => ledgerAccountNames[code as LedgerAccountCode]?.() ?? String(code);
