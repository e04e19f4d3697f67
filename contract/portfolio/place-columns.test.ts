import { describe, expect, test } from 'vitest';
import { splitSheetIntoTables } from '#contract/importer/tables.ts';
import { portfolioColumns } from './kinds.ts';
import { fillPropertyAndCompanyColumns } from './place-columns.ts';

const places = { properties: ['Baraka Apartments', 'Olive Close'], companies: ['Njuguna & Kin Ltd'] };
const placed = (rows: string[][], own = places) =>
  splitSheetIntoTables(portfolioColumns, { name: 'Sheet1', rows, merges: [] }).map((table) => {
    const { title, columns } = fillPropertyAndCompanyColumns(table, own);
    return { title, columns };
  })[0];

describe('tenancy sheet: property column detection', () => {
  test.each(['Block', 'Apartment', 'Plot', 'Estate', 'Site'])(
    'accepts a column called %s with known property names, and ignores the company name above the table',
    (head) => {
      const sheet = [
        ['NJUGUNA & KIN LTD - RENT ROLL'],
        [head, 'House', 'Tenant', 'Rent'],
        ['BARAKA APARTMENTS', 'A1', 'Jane', '25000'],
        ['Olive close', 'B2', 'Peter', '12000'],
        ['Baraka', 'A7', 'Ann', '12000'],
      ];
      expect(placed(sheet)).toEqual({ title: '', columns: ['property', 'name', 'tenant', 'rent'] });
    },
  );

  test('rejects a block column whose cells are parts of one building', () => {
    const sheet = [['OLIVE CLOSE - RENT ROLL'], ['Block', 'House', 'Tenant', 'Rent'], ['A', '1', 'Jane', '25000'], ['B', '1', 'Peter', '12000']];
    expect(placed(sheet)).toEqual({ title: 'Olive Close', columns: [null, 'name', 'tenant', 'rent'] });
  });

  test('accepts a column called Property with unknown names, also for a property named like its company', () => {
    const sheet = [['Olive Close'], ['Property', 'House', 'Tenant'], ['Elsewhere', '1', 'Jane']];
    expect(placed(sheet)?.columns).toEqual(['property', 'name', 'tenant']);
    expect(placed([['OLIVE CLOSE'], ['House', 'Tenant'], ['1', 'Jane']], { properties: ['Olive Close'], companies: ['Olive Close'] })?.title).toBe(
      'Olive Close',
    );
  });
});
