import { type Columns, headingKey, headings, mapColumns } from '#contract/importer/columns.ts';
import type { UnitField } from './kinds.ts';

/** The columns of a sheet of units. */
export const unitColumns: Columns<UnitField> = {
  name: headings(
    'name unit unitno unitnumber unitname house houseno housenumber hse hses hseno hsenumber door doorno apartment apt flat flatno roomno shopno no number nyumba nambayanyumba jina namba',
  ),
  block: headings('block wing tower phase court building jengo bloku bloki'),
  floor: headings('floor level flr ghorofa sakafu floorno'),
  unit_type: headings('type unittype housetype category kind size aina ainayanyumba'),
  bedrooms: headings('bedrooms bedroom beds br bdrms rooms noofbedrooms vyumba vyumbavyakulala'),
  bathrooms: headings('bathrooms bathroom baths bath toilets washrooms bafu choo'),
  area_m2: headings('area aream2 sqm sqft m2 squaremetres floorarea ukubwa eneo'),
  rent: headings('rent monthlyrent rentpm rentkes rentksh price amount rentamount kodi kodiyamwezi bei'),
  deposit: headings('deposit rentdeposit securitydeposit dhamana amana'),
  service_charge: headings('servicecharge service servicefee adayahuduma huduma'),
  furnished: headings('furnished furnishing furniture samani fanicha'),
  available_from: headings('availablefrom available availability vacantfrom movein inapatikana inapatikanakuanzia'),
  water_meter: headings('watermeter watermeterno water mitayamaji maji'),
  electricity_meter: headings('electricitymeter powermeter kplcmeter kplc tokenmeter meterno meter electricity mitayaumeme umeme stima'),
  keys_count: headings('keys keyscount noofkeys funguo'),
  occupied: headings('status occupied occupancy occupancystatus unitstatus vacancy hali inakaliwa livedin'),
  notes: headings('notes note remarks remark comment comments description maelezo maoni'),
};

/** What this company called its columns in its last file, by heading key. */
export type SavedMapping = Readonly<Record<string, UnitField>>;
export const guessColumns = (heads: readonly string[], saved: SavedMapping = {}): (UnitField | null)[] => mapColumns(unitColumns, heads, { saved });

/** Whether the first row names the columns: one heading is known, and no cell holds an amount. */
export const looksHeaded = (first: readonly string[]): boolean =>
  guessColumns(first).some((field) => field !== null) && !first.some((cell) => /^\s*(?:ksh|kes)?\.?\s*[\d,.]{4,}\s*$/i.test(cell));

/** To be kept for the next file. */
export const savedMappingOf = (heads: readonly string[], columns: readonly (UnitField | null)[]): Record<string, UnitField> =>
  Object.fromEntries(heads.flatMap((head, at): [string, UnitField][] => (columns[at] && headingKey(head) ? [[headingKey(head), columns[at]]] : [])));
