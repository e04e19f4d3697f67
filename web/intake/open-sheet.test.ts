import { expect, test } from 'vitest';
import { tablesIn } from '#contract/intake/tables.ts';
import { sheetOfText } from './open-sheet.ts';

test('rows pasted from a spreadsheet keep their cells, also below a title and with thousands', () => {
  const rows = (text: string) => sheetOfText('', text).rows;
  expect(rows('SUNRISE COURT\n\nUnit\tRent\nA1\tKES 25,000/=\nA2\t9,000')[3]).toEqual(['A1', 'KES 25,000/=']);
  expect(rows('Unit;Rent\nA1;25,000\nA2;9,000')[1]).toEqual(['A1', '25,000']);
  expect(rows('Unit,Rent\nA1,"25,000"')[1]).toEqual(['A1', '25,000']);
  expect(tablesIn(sheetOfText('', 'SUNRISE COURT\n\nUnit\tRent\nA1\t9,000'))[0]).toMatchObject({ title: 'Sunrise Court', columns: ['name', 'rent'] });
});
