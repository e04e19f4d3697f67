import { describe, expect, test } from 'vitest';
import { adaptSheetColumn, buildHeadingColumn, buildHeadingPatternColumn, countNamedColumns, mapColumns } from './columns.ts';
import { readTable } from './csv-table.ts';

const expenses = {
  day: buildHeadingColumn('date day tarehe'),
  name: buildHeadingColumn('payee paidto mlipwaji', 'name'),
  amount: buildHeadingColumn('amount sum kiasi'),
  note: buildHeadingColumn('details description maelezo'),
};

describe('importer: column mapping', () => {
  test('recognises headings in both languages, in any order', () => {
    expect(mapColumns(expenses, ['Kiasi (KES)', 'Tarehe', 'Paid to', 'Other'])).toEqual(['amount', 'day', 'name', null]);
  });
  test('prefers an exact heading, then the longest field name that a heading contains', () => {
    expect(mapColumns(expenses, ['Total amount', 'Amount'])).toEqual([null, 'amount']);
    const rents = { rent: buildHeadingColumn('rent'), deposit: buildHeadingColumn('rentdeposit') };
    expect(mapColumns(rents, ['Rent deposit amount'])).toEqual(['deposit']);
  });
  test('maps an ambiguous heading only when no exact heading exists', () => {
    expect(mapColumns(expenses, ['Name', 'Payee'])).toEqual([null, 'name']);
    expect(mapColumns(expenses, ['Name', 'Date'])).toEqual(['name', 'day']);
  });
  test('does not map a column of serial numbers to the unit name', () => {
    const body = [['1'], ['2'], ['3']];
    expect(mapColumns(expenses, ['Name'], { body: body.map(([n = '']) => [n, 'Nairobi Water']) })).toEqual(['name']);
    expect(mapColumns(expenses, ['Payee', 'Name'], { body: body.map(([n = '']) => [n, 'Nairobi Water']) })).toEqual([null, 'name']);
  });
  test('prefers the mapping the company used last, and ignores inherited object properties', () => {
    expect(mapColumns(expenses, ['Ref', 'Date'], { saved: { ref: 'day' } })).toEqual(['day', null]);
    expect(mapColumns(expenses, ['constructor'])).toEqual([null]);
  });
  test('reuses the mapping of another sheet in the file, even if the headings differ', () => {
    const less = adaptSheetColumn(expenses.amount, { less: 'sum', more: 'cost' });
    expect(mapColumns({ amount: less }, ['Sum'])).toEqual([null]);
    expect(mapColumns({ amount: less }, ['Cost'])).toEqual(['amount']);
  });
  test('does not treat a row with amounts as headings', () => {
    expect(countNamedColumns(['Date', 'Amount'], expenses)).toBe(2);
    expect(countNamedColumns(['Date', '12,500'], expenses)).toBe(0);
  });
});

describe('importer: table in a CSV file', () => {
  const columns = { reference: buildHeadingPatternColumn(/^ref/i), status: buildHeadingPatternColumn(/status/i) };
  const isHeading = ({ reference, status }: { reference?: number; status?: number }) => reference !== undefined && status !== undefined;
  const csv = 'Report of, 18 November\n\nRef;Status\nA1;paid\n;\nA2;failed';

  test('finds the heading row and the separator, and reports the row numbers of the file', () => {
    const table = readTable(csv, { columns, isHeading, separators: [';'] });
    expect(table?.above).toHaveLength(2);
    expect(table?.rows.map(({ line, text }) => [line, text('reference'), text('status')])).toEqual([
      [4, 'A1', 'paid'],
      [6, 'A2', 'failed'],
    ]);
  });
  test('finds no table without a heading row, or when headings are required in the first row but appear later', () => {
    expect(readTable('a,b\n1,2', { columns, isHeading })).toBeNull();
    expect(readTable('x\nRef,Status\nA1,paid', { columns, isHeading, firstRow: true })).toBeNull();
    expect(readTable('Ref,Status\nA1,paid', { columns, isHeading, firstRow: true })?.rows).toHaveLength(1);
  });
});
