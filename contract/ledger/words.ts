import type { LedgerAccountCode } from '#contract/ledger/accounts.ts';
import { ledgerAccountLabels } from './labels.ts';

export const getLedgerAccountLabel = (code: number): string => ledgerAccountLabels[code as LedgerAccountCode]?.() ?? String(code);
