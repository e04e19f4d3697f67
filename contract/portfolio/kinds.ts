import { adaptSheetColumn, buildHeadingColumn, type SheetColumns } from '#contract/importer/columns.ts';
import { rentRollColumns } from '#contract/intake/guess-columns.ts';

/** The fields that a column of a tenancy sheet may contain; `name` is the name of the unit, as in a rent roll. */
export const portfolioFields = ['property', 'name', 'tenant', 'phone', 'email', 'since', 'until', 'rent', 'deposit', 'balance', 'as_of'] as const;
export type PortfolioField = (typeof portfolioFields)[number];

/** The columns of a sheet of tenancies. A rent roll names most of them the same way. */
export const portfolioColumns: SheetColumns<PortfolioField> = {
  property: adaptSheetColumn(rentRollColumns.property, { more: 'block blockname apartment apartments plotname estatename' }),
  name: rentRollColumns.name,
  tenant: rentRollColumns.tenant,
  phone: rentRollColumns.phone,
  email: buildHeadingColumn('email emailaddress mail baruapepe barua'),
  since: adaptSheetColumn(rentRollColumns.since, {
    more: 'start starts begins commencement commencementdate tenancystartdate tareheyakuanza kuanza',
  }),
  until: buildHeadingColumn(
    'end ends enddate leaseend leaseenddate tenancyend tenancyenddate expiry expirydate leaseexpiry expires until to mwisho hadi tareheyamwisho tareheyakuisha',
  ),
  rent: rentRollColumns.rent,
  deposit: adaptSheetColumn(rentRollColumns.deposit, { more: rentRollColumns.deposit_held.names.join(' ') }),
  balance: rentRollColumns.balance,
  as_of: buildHeadingColumn('asof asat balanceasof balanceasat balancedate openingbalancedate tareheyasalio kufikia'),
};

/** Rows per transaction. A longer sheet continues where it stopped, also after a crash. */
export const portfolioRowsPerBatch = 200;
/** Days during which an import can be undone. */
export const portfolioUndoDays = 7;

/** States of a row: pending, imported as a tenancy, skipped, undone, or kept when the rest was undone. */
export const portfolioRowStates = ['waiting', 'brought', 'wrong', 'undone', 'kept'] as const;
export type PortfolioRowState = (typeof portfolioRowStates)[number];
