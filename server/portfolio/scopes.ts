import { byCompany, seenWith, type TableScopes } from '#server/kernel/scope.ts';

export const portfolioScopes: TableScopes = {
  portfolio: byCompany(),
  portfolio_row: seenWith('portfolio', 'portfolio_id'),
};
