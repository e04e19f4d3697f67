import { byCompany, type Scopes, seenWith } from '#server/kernel/scope.ts';

export const portfolioScopes: Scopes = {
  portfolio: byCompany(),
  portfolio_row: seenWith('portfolio', 'portfolio_id'),
};
