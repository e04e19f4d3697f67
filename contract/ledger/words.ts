import type { Code } from '#contract/ledger/accounts.ts';
import { accountNames } from './labels.ts';

export const accountName = (code: number): string => accountNames[code as Code]?.() ?? String(code);
