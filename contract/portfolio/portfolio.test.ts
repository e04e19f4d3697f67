import { describe, expect, test } from 'vitest';
import { splitSheetIntoTables } from '#contract/importer/tables.ts';
import { rentRollColumns } from '#contract/intake/guess-columns.ts';
import { parseEmailCell, readLeaseEndDay } from './cell-readers.ts';
import { type PortfolioField, portfolioColumns, portfolioRowsPerBatch, portfolioUndoDays } from './kinds.ts';

const columnsOf = (heads: string[]) =>
  splitSheetIntoTables(portfolioColumns, { name: 'Sunrise', rows: [heads, heads.map((_, at) => `x${at}`)], merges: [] })[0]?.columns;

describe('tenancy sheet: columns and cell values', () => {
  test('an import processes 200 rows per batch and can be undone for seven days', () => {
    expect([portfolioRowsPerBatch, portfolioUndoDays]).toEqual([200, 7]);
  });

  test.each<[string[], (PortfolioField | null)[]]>([
    [
      ['Property', 'Unit', 'Tenant', 'Phone', 'E-mail', 'Start', 'End', 'Rent', 'Deposit', 'Opening balance', 'As of'],
      ['property', 'name', 'tenant', 'phone', 'email', 'since', 'until', 'rent', 'deposit', 'balance', 'as_of'],
    ],
    [
      ['House No.', 'Tenant name', 'Tel', 'Lease start date', 'Lease end date', 'Monthly rent', 'Deposit held', 'Arrears', 'Notes'],
      ['name', 'tenant', 'phone', 'since', 'until', 'rent', 'deposit', 'balance', null],
    ],
    [
      ['Jengo', 'Nyumba', 'Mpangaji', 'Simu', 'Barua pepe', 'Tangu', 'Mwisho', 'Kodi', 'Amana', 'Deni'],
      ['property', 'name', 'tenant', 'phone', 'email', 'since', 'until', 'rent', 'deposit', 'balance'],
    ],
    [
      ['Hse', 'Tenant', 'Rent'],
      ['name', 'tenant', 'rent'],
    ],
  ])('recognises the columns of %j', (heads, fields) => {
    expect(columnsOf(heads)).toEqual(fields);
  });

  test('leaves the column names of the rent roll unchanged', () => {
    const [table] = splitSheetIntoTables(rentRollColumns, {
      name: '',
      rows: [
        ['Unit', 'Tenant', 'E-mail', 'End'],
        ['A1', 'Jane', 'x', 'y'],
      ],
      merges: [],
    });
    expect(table?.columns).toEqual(['name', 'tenant', null, null]);
  });

  test.each([
    ['2027-02-28', '2027-02-28'],
    ['28/2/2027', '2027-02-28'],
    ['28 Feb 2027', '2027-02-28'],
    ['46446', '2027-02-28'],
    ['Feb 2027', '2027-02-28'],
    ['02/2028', '2028-02-29'],
    ['month to month', null],
    ['-', null],
    ['', null],
  ])('reads the lease end %j as %j', (text, day) => {
    expect(readLeaseEndDay(text)).toEqual({ value: day });
  });
  test('reports a lease end that is not a date', () => {
    expect(readLeaseEndDay('when he leaves')).toHaveProperty('problem');
  });

  test.each([
    ['Jane@Example.com', { value: 'jane@example.com' }],
    ['a@b.ke, c@d.ke', { value: 'a@b.ke' }],
    ['n/a', { value: null }],
    ['jane at example', null],
  ])('finds the email address in %j', (text, read) => {
    expect(parseEmailCell(text)).toEqual(read);
  });
});
