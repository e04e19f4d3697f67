/**
 * The importer: one mechanism for every sheet (rent roll, units, bank statement) that is read, checked, previewed, imported in batches and undone.
 */
export { runBatches } from './batches.ts';
export { computeSheetChecksum, findEarlierUpload } from './earlier-upload.ts';
export { type CellProblem, makeRowReader, type RowReader } from './row.ts';
export { applySheet, type CheckedSheet, checkSheet, previewSheet, type SheetImport } from './sheet.ts';
export { assertNotUndone, makeChangedSinceRefusal, undoSheet } from './undo.ts';
