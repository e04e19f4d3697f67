import type { PortfolioField } from '#contract/portfolio/kinds.ts';
import { fieldNames } from '#web/intake/labels.ts';
import { m } from '#words/messages.js';

/** Display names of the columns of a tenancy sheet. */
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
