/** The unit room: what other rooms may use of it, and what its calls are served by. */
export { bulk } from './bulk.ts';
export { propertyForWork, unitTypes } from './find.ts';
export { batches, bringUnits, importCheck, importStart, importUnits } from './import.ts';
export { type ReadTraits, readUnit } from './judge.ts';
export { choices, counts, csv, doors, list, mismatches } from './lists.ts';
export { dropOrder, emptySince, giveBack, letFrom, move, moveBySystem, propertiesHeld, takeUp, unitHeld, unitsOfProperty } from './moves.ts';
export { details, timeline } from './one.ts';
export { merge, split } from './reshape.ts';
export type { Traits, UnitRow } from './rows.ts';
export { type LivedInMove, namedUnits, rewriteMany, saidBy, sayOf } from './sheet.ts';
export { inheritedBy, setTerms, sourcesOf, terms } from './terms.ts';
export { undoImport, workedSince } from './undo.ts';
export { addWithProperty, removeWithProperty } from './with-property.ts';
export { create, createMany, remove, update } from './write.ts';
