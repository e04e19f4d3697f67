import { byCompany, type TableScopes, visibleWith } from '#server/kernel/scope.ts';

export const portfolioScopes: TableScopes = {
  portfolio: byCompany(),
  portfolio_row: visibleWith('portfolio', 'portfolio_id'),
};
