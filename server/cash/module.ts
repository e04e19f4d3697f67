import { cashCalls } from '#contract/cash/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { addDepositSlip, assertNotDeclared, declareCashDeposit, withdrawCashDeposit, withdrawCompanyDeposit } from './deposits.ts';
import { listCashDeposits, listHeldCash } from './lists.ts';
import { cashScopes } from './scopes.ts';
import { cashTexts } from './texts.ts';

/** Clients' cash in the hands of companies, and the deposits by which it reaches Makao's bank. */
export const cashModule: ServerModule = {
  calls: { payment: cashCalls },
  routes: (services) =>
    serveCalls(cashCalls, {
      heldCash: listHeldCash,
      listDeposits: listCashDeposits(services),
      declareDeposit: declareCashDeposit(services),
      addSlip: addDepositSlip(services),
      withdrawDeposit: withdrawCashDeposit(services),
      withdrawCompanyDeposit: withdrawCompanyDeposit(services),
    }),
  scopes: cashScopes,
  readable: ['cash_deposit', 'cash_deposit_payment'],
  texts: cashTexts,
  eventHandlers: { 'payment.freeing': assertNotDeclared },
  withoutFeatures: explainMissingFeatures(
    'A deposit is a set of payments of one company, which module payment shows. Its unbanked cash is a pending task of that module.',
    ...(['search', 'pending', 'personPage', 'reviewBasis', 'unitTimeline', 'export', 'erasure', 'closing'] as const),
  ),
};
