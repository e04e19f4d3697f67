import { companyScope, type TableScopes, visibleWith } from '#server/kernel/scope.ts';

export const cashScopes: TableScopes = {
  cash_deposit: companyScope(),
  cash_deposit_payment: visibleWith('cash_deposit', 'deposit_id'),
};
