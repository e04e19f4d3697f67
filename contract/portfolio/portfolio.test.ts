import { describe, expect, test } from 'vitest';
import { tablesBy } from '#contract/importer/tables.ts';
import { rentRoll } from '#contract/intake/guess.ts';
import { type PortfolioField, partRows, portfolioColumns, undoDays } from './kinds.ts';
import { mailIn, readUntil } from './readers.ts';

const columnsOf = (heads: string[]) =>
  tablesBy(portfolioColumns, { name: 'Sunrise', rows: [heads, heads.map((_, at) => `x${at}`)], merges: [] })[0]?.columns;

describe('a sheet of tenancies', () => {
  test('goes 200 rows at a time and can be taken back for a week', () => {
    expect([partRows, undoDays]).toEqual([200, 7]);
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
  ])('%j is read by its heads', (heads, fields) => {
    expect(columnsOf(heads)).toEqual(fields);
  });

  test('what a rent roll calls its columns is not changed by it', () => {
    const [table] = tablesBy(rentRoll, {
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
  ])('its end %j is %j', (text, day) => {
    expect(readUntil(text)).toEqual({ value: day });
  });
  test('an end that is no day is told', () => {
    expect(readUntil('when he leaves')).toHaveProperty('problem');
  });

  test.each([
    ['Jane@Example.com', { value: 'jane@example.com' }],
    ['a@b.ke, c@d.ke', { value: 'a@b.ke' }],
    ['n/a', { value: null }],
    ['jane at example', null],
  ])('the address in %j', (text, read) => {
    expect(mailIn(text)).toEqual(read);
  });
});
