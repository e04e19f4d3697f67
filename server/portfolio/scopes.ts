import { companyScope, type TableScopes, visibleWith } from '#server/kernel/scope.ts';

export const portfolioScopes: TableScopes = {
  portfolio: companyScope(),
  portfolio_row: visibleWith('portfolio', 'portfolio_id'),
};
