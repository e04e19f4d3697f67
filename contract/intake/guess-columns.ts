import { adaptSheetColumn, buildHeadingColumn, mapColumns, type SheetColumns } from '#contract/importer/columns.ts';
import { type SheetTable, splitSheetIntoTables } from '#contract/importer/tables.ts';
import type { WorkbookSheet } from '#contract/importer/xlsx.ts';
import { unitColumns } from '#contract/unit/mapping.ts';
import type { IntakeField } from './kinds.ts';

/** The columns of a rent roll: those of a unit sheet, where a few headings have another meaning, and those about occupants. */
export const rentRollColumns: SheetColumns<IntakeField> = {
  property: buildHeadingColumn('property propertyname building buildingname estate apartmentname mali jengo jinalajengo plot project'),
  ...unitColumns,
  name: adaptSheetColumn(unitColumns.name, { ambiguous: 'no number name jina namba' }),
  block: adaptSheetColumn(unitColumns.block, { less: 'building jengo' }),
  unit_type: adaptSheetColumn(unitColumns.unit_type, { less: 'size' }),
  rent: adaptSheetColumn(unitColumns.rent, { ambiguous: 'amount price bei' }),
  available_from: adaptSheetColumn(unitColumns.available_from, { less: 'movein' }),
  tenant: buildHeadingColumn(
    'tenant tenantname tenants tenantsname nameoftenant occupant occupantname occupier lessee resident client clientname customer fullname names mpangaji jinalampangaji wapangaji mkaaji',
    'name jina',
  ),
  phone: buildHeadingColumn('phone phoneno phonenumber tel telno telephone mobile mobileno contact contacts cell simu nambayasimu mpesano'),
  since: buildHeadingColumn(
    'since movein moveindate movedin datein datemovedin entrydate dateofentry startdate leasestart leasestartdate tenancystart occupiedsince from tangu tarehe tareheyakuingia alihamia',
  ),
  balance: buildHeadingColumn(
    'balance balances arrears arrear bal balancebf balbf bf outstanding outstandingbalance openingbalance owed amountowed rentarrears due balancedue deni madeni salio',
  ),
  deposit_held: buildHeadingColumn('depositpaid depositheld depositreceived deposithelds dhamanailiyolipwa amanailiyoshikiliwa'),
};

export const guessIntakeFields = (heads: readonly string[], body: readonly (readonly string[])[] = []) =>
  mapColumns(rentRollColumns, heads, { body });
export const findIntakeTables = (sheet: WorkbookSheet): SheetTable<IntakeField>[] => splitSheetIntoTables(rentRollColumns, sheet);
