import { expect, test } from 'vitest';
import { findIntakeTables } from '#contract/intake/guess-columns.ts';
import { intakeLimits } from '#contract/intake/kinds.ts';
import { maxBodyBytes } from '#contract/kernel/body.ts';
import { findImportLimitProblem, listDraftRowKeys } from '#web/importer/draft.ts';
import { parseTextAsSheet } from '#web/importer/open-sheet.ts';
import { type RentRollDraft, toRentRollInput } from './columns.tsx';

test('rent roll draft: a corrected cell remains in its row when an earlier table is left out, and an emptied cell is omitted', () => {
  const tables = ['Unit\tRent\nA1\tmany\nA2\t9,000', 'Unit\tRent\tPhone\nB1\t1\t12'].flatMap((text) => findIntakeTables(parseTextAsSheet('', text)));
  const draft: RentRollDraft = {
    tables: tables.map((table) => ({ ...table, taken: true, title: 'Court' })),
    unit_type: '',
    as_of: '',
    company_id: '',
    existing: 'leave',
    mended: {},
  };
  const keys = listDraftRowKeys(draft);
  expect(keys).toHaveLength(3);
  const mended = { [keys[0] ?? '']: { rent: ' 8,000 ' }, [keys[2] ?? '']: { phone: '', unit_type: '2BR' } };
  const cells = (of: RentRollDraft) => toRentRollInput(of).rows.map((row) => row.cells);
  expect(cells({ ...draft, mended })).toEqual([
    { name: 'A1', rent: '8,000' },
    { name: 'A2', rent: '9,000' },
    { name: 'B1', rent: '1', unit_type: '2BR' },
  ]);
  const second = { ...draft, mended, tables: draft.tables.map((table, at) => ({ ...table, taken: at === 1 })) };
  expect(cells(second)).toEqual([{ name: 'B1', rent: '1', unit_type: '2BR' }]);
});

test('rent roll draft: too many rows or too much text is reported before sending, and the largest accepted draft fits the call', () => {
  const draftOf = (count: number, notes: string): RentRollDraft => ({
    tables: findIntakeTables(
      parseTextAsSheet('', ['Unit\tNotes\tTenant', ...Array.from({ length: count }, (_, n) => `A${n + 1}\t${notes}\t${notes}`)].join('\n')),
    ).map((table) => ({
      ...table,
      taken: true,
      title: 'Court',
    })),
    unit_type: '',
    as_of: '',
    company_id: '',
    existing: 'leave',
    mended: {},
  });
  expect(findImportLimitProblem(draftOf(intakeLimits.rows, 'x'))).toBe('');
  expect(findImportLimitProblem(draftOf(intakeLimits.rows + 1, 'x'))).toContain(String(intakeLimits.rows + 1).slice(-3));
  // Three bytes per letter: the limit counts bytes as sent.
  expect(findImportLimitProblem(draftOf(intakeLimits.rows, '€'.repeat(300)))).not.toBe('');
  expect(findImportLimitProblem(draftOf(500, '€'.repeat(300)))).toBe('');
  const properties = Array.from({ length: intakeLimits.properties }, (_, n) => ({
    name: `${n}`.padEnd(120, 'é'),
    location_id: 123_456_789,
    property_type_id: 123_456,
    category_id: 123_456,
  }));
  const beside = {
    ...toRentRollInput(draftOf(1, 'x')),
    rows: [],
    properties,
    client_key: crypto.randomUUID(),
    file_name: '€'.repeat(200),
    company_id: 123_456_789,
  };
  expect(new TextEncoder().encode(JSON.stringify(beside)).length + intakeLimits.sentBytes).toBeLessThan(maxBodyBytes);
});
