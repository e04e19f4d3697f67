/** The unit module: functions for other modules, and the handlers of its calls. */
export { changeUnitsInBulk as bulk } from './bulk.ts';
export {
  checkUnitImport as importCheck,
  createImportedUnits,
  importUnits,
  listUnitImports as listImports,
  startUnitImport as importStart,
} from './import.ts';
export {
  countUnitMismatches as mismatches,
  countUnitsByStatus as statusCounts,
  exportUnitsCsv as exportCsv,
  listForBuildingView,
  listUnitChoices as choices,
  listUnits as list,
} from './lists.ts';
export type { UnitRow, UnitTraits } from './rows.ts';
export { createUnit as create, createUnits as createMany, removeUnit as remove, updateUnit as update } from './save-unit.ts';
export { changeUnitOccupancy, pickNonInheritedUnitTraits, type ReportedOccupancyMove, readUnitsByName, updateTraitsOfUnits } from './sheet-import.ts';
export { mergeUnits as merge, splitUnit as split } from './split-merge.ts';
export {
  clearReportedOccupancy,
  lockProperties,
  lockUnit,
  moveUnitBySystem,
  moveUnitManually as move,
  readUnitIdsOfProperty,
  restoreReportedOccupancy,
  restoreVacantSince,
  setUnitLetFrom,
  vacateReservedUnit,
} from './status-changes.ts';
export { getTermSources, readInheritedTerms, readPropertyTerms as terms, setUnitTerms as setTerms } from './terms.ts';
export { listUnitsChangedSinceBatches, undoUnitImport as undoImport } from './undo-import.ts';
export { readUnitDetailsOf as details, readUnitTimeline as timeline } from './unit-detail.ts';
export { lockEditableProperty, readUnitTypes } from './unit-lookup.ts';
export { addUnitsOfNewProperty, removeUnitsOfDeletedProperty } from './units-of-new-property.ts';
export { type ParsedTraits, parseUnitRow } from './validate-row.ts';
