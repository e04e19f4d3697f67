import type { PortfolioField } from '#contract/portfolio/kinds.ts';
import { fieldNames } from '#web/intake/words.ts';
import { m } from '#words/messages.js';

/** What a column of a sheet of tenancies may hold, as people call it. */
export const portfolioNames: Readonly<Record<PortfolioField, () => string>> = {
  property: fieldNames.property,
  name: fieldNames.name,
  tenant: fieldNames.tenant,
  phone: fieldNames.phone,
  email: m.portfolio_email,
  since: m.portfolio_since,
  until: m.portfolio_until,
  rent: fieldNames.rent,
  deposit: m.portfolio_deposit,
  balance: fieldNames.balance,
  as_of: m.portfolio_as_of,
};
