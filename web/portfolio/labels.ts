import type { PortfolioField } from '#contract/portfolio/kinds.ts';
import { intakeFieldNames } from '#web/intake/labels.ts';
import { m } from '#words/messages.js';

/** Display names of the columns of a tenancy sheet. */
export const portfolioFieldNames: Readonly<Record<PortfolioField, () => string>> = {
  property: intakeFieldNames.property,
  name: intakeFieldNames.name,
  tenant: intakeFieldNames.tenant,
  phone: intakeFieldNames.phone,
  email: m.portfolio_email,
  since: m.portfolio_since,
  until: m.portfolio_until,
  rent: intakeFieldNames.rent,
  deposit: m.portfolio_deposit,
  balance: intakeFieldNames.balance,
  as_of: m.portfolio_as_of,
};
