import type { AccountCode } from '#contract/ledger/accounts.ts';
import { accountNames } from './labels.ts';

export const ledgerAccountName = (code: number): string => accountNames[code as AccountCode]?.() ?? String(code);
