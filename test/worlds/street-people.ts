import type { Fund } from '#contract/ledger/accounts.ts';
import type { Payee, Till } from '#contract/ledger/postings.ts';

type Claim = { readonly fund: Fund; readonly code: 2000 | 2040 | 2050; readonly claim: 1040 | 1300 | 1350; readonly company: number };
/** Who lives and works on the street, and where its money comes to. */
export const [agent, dealer] = [9, 8];
export const claims: readonly Claim[] = [
  ...[1, 2].flatMap((company) => [
    { fund: 'C', code: 2000, claim: 1300, company } as const,
    { fund: 'C', code: 2000, claim: 1040, company } as const,
  ]),
  { fund: 'C', code: 2040, claim: 1350, company: agent },
  { fund: 'P', code: 2050, claim: 1350, company: dealer },
];
export const payees: readonly Payee[] = [
  ...[1, 2].flatMap((company) => [{ fund: 'C', code: 2000, company } as const, { fund: 'P', code: 2130, company } as const]),
  { fund: 'C', code: 2040, company: agent },
  { fund: 'P', code: 2050, company: dealer },
];
export const paybill = { code: 1000, ref: 'collection:1' } as const;
export const bank = { code: 1010, ref: 'collection:2' } as const;
export const tills: readonly Till[] = [paybill, bank, { code: 1040, company: 1 }];
