import { describe, expect, test } from 'vitest';
import { headingPattern, headings, headingsOf, mapColumns, namedIn } from './columns.ts';
import { readTable } from './csv-table.ts';

const expenses = {
  day: headings('date day tarehe'),
  name: headings('payee paidto mlipwaji', 'name'),
  amount: headings('amount sum kiasi'),
  note: headings('details description maelezo'),
};

describe('importer: mapping of columns', () => {
  test('recognises headings in both languages, in any order', () => {
    expect(mapColumns(expenses, ['Kiasi (KES)', 'Tarehe', 'Paid to', 'Other'])).toEqual(['amount', 'day', 'name', null]);
  });
  test('prefers an exact heading over one that contains a name, and the longest name among those', () => {
    expect(mapColumns(expenses, ['Total amount', 'Amount'])).toEqual([null, 'amount']);
    const rents = { rent: headings('rent'), deposit: headings('rentdeposit') };
    expect(mapColumns(rents, ['Rent deposit amount'])).toEqual(['deposit']);
  });
  test('gives an ambiguous heading only where no exact one is found', () => {
    expect(mapColumns(expenses, ['Name', 'Payee'])).toEqual([null, 'name']);
    expect(mapColumns(expenses, ['Name', 'Date'])).toEqual(['name', 'day']);
  });
  test('does not take a column of serial numbers for the name', () => {
    const body = [['1'], ['2'], ['3']];
    expect(mapColumns(expenses, ['Name'], { body: body.map(([n = '']) => [n, 'Nairobi Water']) })).toEqual(['name']);
    expect(mapColumns(expenses, ['Payee', 'Name'], { body: body.map(([n = '']) => [n, 'Nairobi Water']) })).toEqual([null, 'name']);
  });
  test('counts what a company said last time most, and reads no property of every object', () => {
    expect(mapColumns(expenses, ['Ref', 'Date'], { saved: { ref: 'day' } })).toEqual(['day', null]);
    expect(mapColumns(expenses, ['constructor'])).toEqual([null]);
  });
  test('takes over the columns of another sheet with other headings', () => {
    const less = headingsOf(expenses.amount, { less: 'sum', more: 'cost' });
    expect(mapColumns({ amount: less }, ['Sum'])).toEqual([null]);
    expect(mapColumns({ amount: less }, ['Cost'])).toEqual(['amount']);
  });
  test('a row with figures names no column', () => {
    expect(namedIn(['Date', 'Amount'], expenses)).toBe(2);
    expect(namedIn(['Date', '12,500'], expenses)).toBe(0);
  });
});

describe('importer: a table in a CSV file', () => {
  const columns = { reference: headingPattern(/^ref/i), status: headingPattern(/status/i) };
  const isHeading = ({ reference, status }: { reference?: number; status?: number }) => reference !== undefined && status !== undefined;
  const csv = 'Report of, 18 November\n\nRef;Status\nA1;paid\n;\nA2;failed';

  test('finds the row of headings and the separator, and numbers rows as the file does', () => {
    const table = readTable(csv, { columns, isHeading, separators: [';'] });
    expect(table?.above).toHaveLength(2);
    expect(table?.rows.map(({ line, text }) => [line, text('reference'), text('status')])).toEqual([
      [4, 'A1', 'paid'],
      [6, 'A2', 'failed'],
    ]);
  });
  test('answers null where no row has the headings, or only the first may', () => {
    expect(readTable('a,b\n1,2', { columns, isHeading })).toBeNull();
    expect(readTable('x\nRef,Status\nA1,paid', { columns, isHeading, firstRow: true })).toBeNull();
    expect(readTable('Ref,Status\nA1,paid', { columns, isHeading, firstRow: true })?.rows).toHaveLength(1);
  });
});
