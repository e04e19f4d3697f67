import { expect, test, vi } from 'vitest';
import { findIntakeTables } from '#contract/intake/guess-columns.ts';
import { intakeLimits } from '#contract/intake/kinds.ts';
import { importLimitsText, makeSheetOfText, openSheets, openSheetText } from './open-sheet.ts';

test('import of pasted rows: cells are kept, also below a title and with thousands separators', () => {
  const rows = (text: string) => makeSheetOfText('', text).rows;
  expect(rows('SUNRISE COURT\n\nUnit\tRent\nA1\tKES 25,000/=\nA2\t9,000')[3]).toEqual(['A1', 'KES 25,000/=']);
  expect(rows('Unit;Rent\nA1;25,000\nA2;9,000')[1]).toEqual(['A1', '25,000']);
  expect(rows('Unit,Rent\nA1,"25,000"')[1]).toEqual(['A1', '25,000']);
  expect(findIntakeTables(makeSheetOfText('', 'SUNRISE COURT\n\nUnit\tRent\nA1\t9,000'))[0]).toMatchObject({
    title: 'Sunrise Court',
    columns: ['name', 'rent'],
  });
});

test('file upload: rejects a file over the displayed limit without reading a byte', async () => {
  const arrayBuffer = vi.fn();
  const file = { name: 'roll.xlsx', size: intakeLimits.fileBytes + 1, arrayBuffer } as unknown as File;
  const said = await openSheets(file);
  expect(arrayBuffer).not.toHaveBeenCalled();
  expect(openSheetText('x'.repeat(intakeLimits.fileBytes + 1))).toBe(said);
  expect(importLimitsText()).toContain('5 MB');
  expect(said).toContain(importLimitsText().slice('At '.length));
});
