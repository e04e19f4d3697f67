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
export { changeUnitOccupancy, ownTraitsOf, type ReportedOccupancyMove, readUnitsByName, updateTraitsOfUnits } from './sheet-import.ts';
export { mergeUnits as merge, splitUnit as split } from './split-merge.ts';
export {
  clearReportedOccupancy,
  lockProperties,
  lockUnit,
  moveUnitByHand as move,
  moveUnitBySystem,
  readUnitIdsOfProperty,
  releaseHoldOrder,
  restoreReportedOccupancy,
  restoreVacantSince,
  setUnitLetFrom,
} from './status-changes.ts';
export { readInheritedTerms, readPropertyTerms as terms, setUnitTerms as setTerms, termSourcesOf } from './terms.ts';
export { listUnitsChangedSinceBatches, undoUnitImport as undoImport } from './undo-import.ts';
export { readUnitDetailsOf as details, readUnitTimeline as timeline } from './unit-detail.ts';
export { lockPropertyForWork, readUnitTypes } from './unit-lookup.ts';
export { addWithProperty, removeWithProperty } from './units-of-new-property.ts';
export { type ParsedTraits, readUnit } from './validate-row.ts';
