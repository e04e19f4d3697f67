/** The unit module: functions for other modules, and the handlers of its calls. */
export { bulk } from './bulk.ts';
export { createImportedUnits, importCheck, importStart, importUnits, listImports } from './import.ts';
export { choices, exportCsv, list, listForBuildingView, mismatches, statusCounts } from './lists.ts';
export type { UnitRow, UnitTraits } from './rows.ts';
export { create, createMany, remove, update } from './save-unit.ts';
export { changeOccupancy, type LivedInMove, ownTraitsOf, readUnitsByName, updateTraitsMany } from './sheet-import.ts';
export { merge, split } from './split-merge.ts';
export {
  clearReportedOccupancy,
  lockProperties,
  lockUnit,
  move,
  moveBySystem,
  releaseHoldOrder,
  restoreReportedOccupancy,
  restoreVacantSince,
  setLetFrom,
  unitsOfProperty,
} from './status-changes.ts';
export { readInheritedTerms, setTerms, termSourcesOf, terms } from './terms.ts';
export { changedSinceImport, undoImport } from './undo-import.ts';
export { details, timeline } from './unit-detail.ts';
export { lockPropertyForWork, readUnitTypes } from './unit-lookup.ts';
export { addWithProperty, removeWithProperty } from './units-of-new-property.ts';
export { type ReadTraits, readUnit } from './validate-row.ts';
