import { expect, test, vi } from 'vitest';
import { findIntakeTables } from '#contract/intake/guess-columns.ts';
import { intakeLimits } from '#contract/intake/kinds.ts';
import { getImportLimitsText, parsePastedSheets, parseTextAsSheet, readWorkbookSheets } from './open-sheet.ts';

test('import of pasted rows: preserves every cell, including cells below a title row and amounts with thousands separators', () => {
  const rows = (text: string) => parseTextAsSheet('', text).rows;
  expect(rows('SUNRISE COURT\n\nUnit\tRent\nA1\tKES 25,000/=\nA2\t9,000')[3]).toEqual(['A1', 'KES 25,000/=']);
  expect(rows('Unit;Rent\nA1;25,000\nA2;9,000')[1]).toEqual(['A1', '25,000']);
  expect(rows('Unit,Rent\nA1,"25,000"')[1]).toEqual(['A1', '25,000']);
  expect(findIntakeTables(parseTextAsSheet('', 'SUNRISE COURT\n\nUnit\tRent\nA1\t9,000'))[0]).toMatchObject({
    title: 'Sunrise Court',
    columns: ['name', 'rent'],
  });
});

test('file upload: rejects a file over the displayed limit without reading the file', async () => {
  const arrayBuffer = vi.fn();
  const file = { name: 'roll.xlsx', size: intakeLimits.fileBytes + 1, arrayBuffer } as unknown as File;
  const said = await readWorkbookSheets(file);
  expect(arrayBuffer).not.toHaveBeenCalled();
  expect(parsePastedSheets('x'.repeat(intakeLimits.fileBytes + 1))).toBe(said);
  expect(getImportLimitsText()).toContain('5 MB');
  expect(said).toContain(getImportLimitsText().slice('At '.length));
});
