import { accounts, type Fund } from '#contract/ledger/accounts.ts';
import type { Payee, Till } from '#contract/ledger/postings.ts';

type Claim = { readonly fund: Fund; readonly code: 2000 | 2040 | 2050; readonly claim: 1040 | 1300 | 1350; readonly company: number };
/** Who lives and works on the street, and where its money comes to. */
export const [agent, dealer] = [9, 8];
export const claims: readonly Claim[] = [
  ...[1, 2].flatMap((company) => [
    { fund: 'C', code: accounts.ownerPayable, claim: 1300, company } as const,
    { fund: 'C', code: accounts.ownerPayable, claim: 1040, company } as const,
  ]),
  { fund: 'C', code: accounts.agentPayable, claim: 1350, company: agent },
  { fund: 'P', code: accounts.dealerPayable, claim: 1350, company: dealer },
];
export const payees: readonly Payee[] = [
  ...[1, 2].flatMap((company) => [
    { fund: 'C', code: accounts.ownerPayable, company } as const,
    { fund: 'P', code: accounts.walletTopUps, company } as const,
  ]),
  { fund: 'C', code: accounts.agentPayable, company: agent },
  { fund: 'P', code: accounts.dealerPayable, company: dealer },
];
export const paybill = { code: accounts.mpesaPaybill, ref: 'collection:1' } as const;
export const bank = { code: accounts.clientBank, ref: 'collection:2' } as const;
export const tills: readonly Till[] = [paybill, bank, { code: accounts.cashInHand, company: 1 }];
