import { describe, expect, test } from 'vitest';
import { tablesBy } from '#contract/importer/tables.ts';
import { portfolioColumns } from './kinds.ts';
import { placedBy } from './place.ts';

const places = { properties: ['Baraka Apartments', 'Olive Close'], companies: ['Njuguna & Kin Ltd'] };
const placed = (rows: string[][], own = places) =>
  tablesBy(portfolioColumns, { name: 'Sheet1', rows, merges: [] }).map((table) => {
    const { title, columns } = placedBy(table, own);
    return { title, columns };
  })[0];

describe('which column of a sheet says the property', () => {
  test.each(['Block', 'Apartment', 'Plot', 'Estate', 'Site'])('%s, where my properties stand under it; whose sheet it is says nothing', (head) => {
    const sheet = [
      ['NJUGUNA & KIN LTD - RENT ROLL'],
      [head, 'House', 'Tenant', 'Rent'],
      ['BARAKA APARTMENTS', 'A1', 'Jane', '25000'],
      ['Olive close', 'B2', 'Peter', '12000'],
      ['Baraka', 'A7', 'Ann', '12000'],
    ];
    expect(placed(sheet)).toEqual({ title: '', columns: ['property', 'name', 'tenant', 'rent'] });
  });

  test('a block is none where its cells are parts of the building the sheet is about', () => {
    const sheet = [['OLIVE CLOSE - RENT ROLL'], ['Block', 'House', 'Tenant', 'Rent'], ['A', '1', 'Jane', '25000'], ['B', '1', 'Peter', '12000']];
    expect(placed(sheet)).toEqual({ title: 'Olive Close', columns: [null, 'name', 'tenant', 'rent'] });
  });

  test('what is called Property stays so though nobody knows its names; a property called as its company is one', () => {
    const sheet = [['Olive Close'], ['Property', 'House', 'Tenant'], ['Elsewhere', '1', 'Jane']];
    expect(placed(sheet)?.columns).toEqual(['property', 'name', 'tenant']);
    expect(placed([['OLIVE CLOSE'], ['House', 'Tenant'], ['1', 'Jane']], { properties: ['Olive Close'], companies: ['Olive Close'] })?.title).toBe(
      'Olive Close',
    );
  });
});
