import { type Columns, headings, headingsOf } from '#contract/importer/columns.ts';
import { rentRoll } from '#contract/intake/guess.ts';

/** What a column of a sheet of tenancies may hold; `name` is the unit's, as in a rent roll. */
export const portfolioFields = ['property', 'name', 'tenant', 'phone', 'email', 'since', 'until', 'rent', 'deposit', 'balance', 'as_of'] as const;
export type PortfolioField = (typeof portfolioFields)[number];

/** The columns of a sheet of tenancies. A rent roll names most of them the same way. */
export const portfolioColumns: Columns<PortfolioField> = {
  property: headingsOf(rentRoll.property, { more: 'block blockname apartment apartments plotname estatename' }),
  name: rentRoll.name,
  tenant: rentRoll.tenant,
  phone: rentRoll.phone,
  email: headings('email emailaddress mail baruapepe barua'),
  since: headingsOf(rentRoll.since, { more: 'start starts begins commencement commencementdate tenancystartdate tareheyakuanza kuanza' }),
  until: headings(
    'end ends enddate leaseend leaseenddate tenancyend tenancyenddate expiry expirydate leaseexpiry expires until to mwisho hadi tareheyamwisho tareheyakuisha',
  ),
  rent: rentRoll.rent,
  deposit: headingsOf(rentRoll.deposit, { more: rentRoll.deposit_held.names.join(' ') }),
  balance: rentRoll.balance,
  as_of: headings('asof asat balanceasof balanceasat balancedate openingbalancedate tareheyasalio kufikia'),
};

/** So many rows are written in one transaction; a sheet of more goes on from where it stopped, also after a crash. */
export const partRows = 200;
/** For so many days a sheet can be taken back. */
export const undoDays = 7;

/** What becomes of a line: it waits for its turn, is a tenancy, was left out, was taken back, or stayed when the rest was taken back. */
export const portfolioStates = ['waiting', 'brought', 'wrong', 'undone', 'kept'] as const;
export type PortfolioState = (typeof portfolioStates)[number];
