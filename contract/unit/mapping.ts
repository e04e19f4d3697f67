import { buildHeadingColumn, mapColumns, normaliseHeading, type SheetColumns } from '#contract/importer/columns.ts';
import type { UnitField } from './kinds.ts';

/** The columns of an import file of units. */
export const unitColumns: SheetColumns<UnitField> = {
  name: buildHeadingColumn(
    'name unit unitno unitnumber unitname house houseno housenumber hse hses hseno hsenumber door doorno apartment apt flat flatno roomno shopno no number nyumba nambayanyumba jina namba',
  ),
  block: buildHeadingColumn('block wing tower phase court building jengo bloku bloki'),
  floor: buildHeadingColumn('floor level flr ghorofa sakafu floorno'),
  unit_type: buildHeadingColumn('type unittype housetype category kind size aina ainayanyumba'),
  bedrooms: buildHeadingColumn('bedrooms bedroom beds br bdrms rooms noofbedrooms vyumba vyumbavyakulala'),
  bathrooms: buildHeadingColumn('bathrooms bathroom baths bath toilets washrooms bafu choo'),
  area_m2: buildHeadingColumn('area aream2 sqm sqft m2 squaremetres floorarea ukubwa eneo'),
  rent: buildHeadingColumn('rent monthlyrent rentpm rentkes rentksh price amount rentamount kodi kodiyamwezi bei'),
  deposit: buildHeadingColumn('deposit rentdeposit securitydeposit dhamana amana'),
  service_charge: buildHeadingColumn('servicecharge service servicefee adayahuduma huduma'),
  furnished: buildHeadingColumn('furnished furnishing furniture samani fanicha'),
  available_from: buildHeadingColumn('availablefrom available availability vacantfrom movein inapatikana inapatikanakuanzia'),
  water_meter: buildHeadingColumn('watermeter watermeterno water mitayamaji maji'),
  electricity_meter: buildHeadingColumn('electricitymeter powermeter kplcmeter kplc tokenmeter meterno meter electricity mitayaumeme umeme stima'),
  keys_count: buildHeadingColumn('keys keyscount noofkeys funguo'),
  occupied: buildHeadingColumn('status occupied occupancy occupancystatus unitstatus vacancy hali inakaliwa livedin'),
  notes: buildHeadingColumn('notes note remarks remark comment comments description maelezo maoni'),
};

/** The column names of the company's last file, by heading key. */
export type SavedColumnMapping = Readonly<Record<string, UnitField>>;
export const guessUnitColumns = (heads: readonly string[], saved: SavedColumnMapping = {}): (UnitField | null)[] =>
  mapColumns(unitColumns, heads, { saved });

/** Whether the first row names the columns: one heading is known, and no cell holds an amount. */
export const isHeadingRow = (first: readonly string[]): boolean =>
  guessUnitColumns(first).some((field) => field !== null) && !first.some((cell) => /^\s*(?:ksh|kes)?\.?\s*[\d,.]{4,}\s*$/i.test(cell));

/** The mapping that is saved for the next file. */
export const buildSavedColumnMapping = (heads: readonly string[], columns: readonly (UnitField | null)[]): Record<string, UnitField> =>
  Object.fromEntries(
    heads.flatMap((head, at): [string, UnitField][] => (columns[at] && normaliseHeading(head) ? [[normaliseHeading(head), columns[at]]] : [])),
  );
