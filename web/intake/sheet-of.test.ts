import { expect, test } from 'vitest';
import { tablesIn } from '#contract/intake/tables.ts';
import type { SheetDraft } from './columns.tsx';
import { sheetOfText } from './open-sheet.ts';
import { keysOf, sheetOf } from './sheet-of.ts';

test('a cell put right in the preview goes with its row, also when a table above it is left out, and an emptied one says nothing', () => {
  const tables = ['Unit\tRent\nA1\tmany\nA2\t9,000', 'Unit\tRent\tPhone\nB1\t1\t12'].flatMap((text) => tablesIn(sheetOfText('', text)));
  const draft: SheetDraft = {
    ...{ tables: tables.map((table) => ({ ...table, taken: true, title: 'Court' })), unit_type: '', as_of: '', company_id: '', existing: 'leave' },
    mended: {},
  };
  const keys = keysOf(draft);
  expect(keys).toHaveLength(3);
  const mended = { [keys[0] ?? '']: { rent: ' 8,000 ' }, [keys[2] ?? '']: { phone: '', unit_type: '2BR' } };
  const cells = (of: SheetDraft) => sheetOf(of).rows.map((row) => row.cells);
  expect(cells({ ...draft, mended })).toEqual([
    { name: 'A1', rent: '8,000' },
    { name: 'A2', rent: '9,000' },
    { name: 'B1', rent: '1', unit_type: '2BR' },
  ]);
  const second = { ...draft, mended, tables: draft.tables.map((table, at) => ({ ...table, taken: at === 1 })) };
  expect(cells(second)).toEqual([{ name: 'B1', rent: '1', unit_type: '2BR' }]);
});
