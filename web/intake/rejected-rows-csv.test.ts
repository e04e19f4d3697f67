import { describe, expect, test } from 'vitest';
import { mapSheetCells } from '#contract/importer/tables.ts';
import type { RejectedIntakeRow } from '#contract/intake/calls.ts';
import { findIntakeTables } from '#contract/intake/guess-columns.ts';
import { intakeFields } from '#contract/intake/kinds.ts';
import { parseTextAsSheet } from '#web/importer/open-sheet.ts';
import { setLocaleSource } from '#words/locale.js';
import { makeIntakeRejectedRowsCsv } from './rejected-rows-csv.ts';

const row = (line: number, property: string, cells: RejectedIntakeRow['cells'], more: Partial<RejectedIntakeRow> = {}): RejectedIntakeRow => ({
  line,
  sheet: 'Sheet1',
  property,
  cells,
  there: false,
  problems: [],
  ...more,
});
const rows = [
  row(
    3,
    'Sunrise Court',
    { name: 'A1', unit_type: 'castle', rent: 'many, many', tenant: 'Jane "JJ" Wanjiru', phone: '+254712345678', balance: '-2,500', notes: '=1+1' },
    { problems: [{ field: 'unit_type', text: 'castle', problem: 'is not a type of unit' }] },
  ),
  row(7, 'Ngong View', { name: 'B2', floor: '2' }, { there: true }),
];

describe.each(['en', 'sw'] as const)('rejected rows as CSV (%s)', (locale) => {
  test('can be imported again, with every cell in its column and without the column of reasons', () => {
    setLocaleSource(() => locale);
    const [table] = findIntakeTables(parseTextAsSheet('left', makeIntakeRejectedRowsCsv(rows)));
    const again = table?.lines.map((line) => mapSheetCells(line, table.columns));
    expect(again).toEqual([
      {
        property: 'Sunrise Court',
        name: 'A1',
        unit_type: 'castle',
        rent: 'many, many',
        tenant: 'Jane "JJ" Wanjiru',
        phone: '0712 345 678',
        balance: '-2,500',
        notes: '=1+1',
      },
      { property: 'Ngong View', name: 'B2', floor: '2' },
    ]);
    expect(table?.columns.at(-1)).toBeNull();
    setLocaleSource(() => 'en');
  });

  test('contain every field', () => {
    setLocaleSource(() => locale);
    const cells = Object.fromEntries(intakeFields.filter((field) => field !== 'property').map((field) => [field, `x ${field}`]));
    const [table] = findIntakeTables(
      parseTextAsSheet('left', makeIntakeRejectedRowsCsv([row(1, 'Sunrise Court', cells), row(2, 'Sunrise Court', cells)])),
    );
    expect(table?.columns).toEqual([...intakeFields, null]);
    setLocaleSource(() => 'en');
  });
});
