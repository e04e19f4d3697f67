import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCount, readDay, readMoney } from '#contract/importer/parsers.ts';
import { findMachineProblems } from '#contract/kernel/machine.ts';
import { unitMachine } from './machine.ts';
import { buildSavedColumnMapping, guessUnitColumns, isHeadingRow } from './mapping.ts';
import { expandUnitNames } from './pattern.ts';
import { readArea, readFloor, readFurnishingKind, readUnitType, type UnitTypeTerm } from './readers.ts';
import { calculateVacancyLoss, countVacantDays } from './vacancy.ts';

const day = 86_400_000;

describe('unit name patterns', () => {
  test('expand numbers, leading zeros, letters and several ranges', () => {
    expect(expandUnitNames('A{1..3}', 10)).toEqual(['A1', 'A2', 'A3']);
    expect(expandUnitNames('{08..10}', 10)).toEqual(['08', '09', '10']);
    expect(expandUnitNames('{A..B}-{1..2}', 10)).toEqual(['A-1', 'A-2', 'B-1', 'B-2']);
    expect(expandUnitNames('Shop', 10)).toEqual(['Shop']);
  });
  test('reject invalid patterns and patterns that give too many names', () => {
    for (const bad of ['', '  ', 'A{1..}', 'A{1..b}', 'A{a..C}', 'A{1..11}', 'A{3..1}', '{1..4}{1..4}', 'A{1..3', 'A}', '{}'])
      expect(expandUnitNames(bad, 10), bad).toBeNull();
  });
  test('give unique names, never more than the requested number', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), fc.string({ maxLength: 5 }), (from, to, text) => {
        const names = expandUnitNames(`${text}{${from}..${to}}`, 50);
        expect(names === null || (names.length <= 50 && new Set(names).size === names.length)).toBe(true);
      }),
    );
  });
});

describe('cell values of an import file', () => {
  const money = (text: string) => {
    const read = readMoney(text);
    return 'value' in read ? read.value : read.problem;
  };
  test.each([
    ['16,500', 1_650_000],
    ['KSh 16.5k', 1_650_000],
    ['Kshs. 16,500/=', 1_650_000],
    ['KES16500', 1_650_000],
    ['16 500', 1_650_000],
    ['16.500', 1_650_000],
    ['16.500,50', 1_650_050],
    ['1,250,000.75', 125_000_075],
    ['1.2M', 120_000_000],
    ['0.29', 29],
    ['25k per month', 2_500_000],
    ['18,000 pm', 1_800_000],
    ['12,5', 1250],
    ['-', null],
    ['', null],
    ['N/A', null],
  ])('the amount %s is read', (text, cents) => expect(money(text)).toBe(cents));
  test.each(['abc', '1,2,3', '16,50,0', '12..5', '1e9', '-500', 'k', '99999999999999'])('%s is rejected as an amount', (text) =>
    expect(typeof money(text)).toBe('string'),
  );
  test('an amount is read in any thousands format', () => {
    const group = (n: number, mark: string) => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, mark);
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 900_000_000 }),
        fc.constantFrom('', 'KSh ', 'Kes. '),
        fc.constantFrom(',', '.', ' ', "'"),
        (n, before, mark) => {
          expect(money(before + group(n, mark))).toBe(n * 100);
        },
      ),
    );
  });
  test('any text is read without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const read of [readMoney, readFloor, readArea, readFurnishingKind, readDay]) expect(Object.keys(read(text))).toHaveLength(1);
        readCount(text, 0, 20);
        readUnitType(text, words);
      }),
    );
  });
  test('floors, areas, dates, furnishing and other values are read', () => {
    expect([readFloor('Ground'), readFloor('3rd floor'), readFloor('B2'), readFloor('G')]).toEqual([
      { value: 0 },
      { value: 3 },
      { value: -2 },
      { value: 0 },
    ]);
    expect([readArea('45 sqm'), readArea('1,000 sq ft'), readArea('wide')]).toEqual([
      { value: 45 },
      { value: 93 },
      { problem: 'Enter an area in square metres.' },
    ]);
    expect([readDay('1/12/2026'), readDay('2026-12-01'), readDay('1st Dec 2026'), readDay('1 des 26')]).toEqual(
      Array(4).fill({ value: '2026-12-01' }),
    );
    expect(readDay('31/02/2026')).toEqual({ problem: 'This is not a date. Enter a date such as 30/11/2026.' });
    expect([readFurnishingKind('Yes'), readFurnishingKind('semi-furnished'), readFurnishingKind('hapana')]).toEqual([
      { value: 'furnished' },
      { value: 'semi' },
      { value: 'unfurnished' },
    ]);
    expect([readCount('2', 0, 20), readCount('two', 0, 20), readCount('2 br', 0, 20), readCount('99', 0, 20), readCount('many', 0, 20)]).toEqual([
      { value: 2 },
      { value: 2 },
      { value: 2 },
      { problem: 'Enter a number from 0 to 20.' },
      { problem: 'Enter a whole number.' },
    ]);
  });
});

const words: UnitTypeTerm[] = [
  { id: 1, code: 'bedsitter', name: 'Bedsitter', name_sw: 'Bedsitter', aliases: ['bed sitter', 'bedsit'], bedrooms: 0 },
  { id: 2, code: 'one_bedroom', name: '1 bedroom', name_sw: 'Chumba 1 cha kulala', aliases: [], bedrooms: 1 },
  { id: 3, code: 'two_bedroom', name: '2 bedroom', name_sw: 'Vyumba 2 vya kulala', aliases: [], bedrooms: 2 },
  { id: 4, code: 'shop', name: 'Shop', name_sw: 'Duka', aliases: ['shops'], bedrooms: 0 },
  { id: 5, code: 'penthouse', name: 'Penthouse', name_sw: 'Penthouse', aliases: [], bedrooms: 2 },
];
test.each([
  ['Bedsitter', 1],
  ['bed sitter', 1],
  ['BED-SITTER', 1],
  ['2BR', 3],
  ['2 bdrm', 3],
  ['Two Bedroom', 3],
  ['2 bed apartment', 3],
  ['one bedroom', 2],
  ['vyumba viwili', 3],
  ['duka', 4],
  ['castle', undefined],
])('cell values of an import file: the unit type “%s” is recognised', (text, id) => {
  const read = readUnitType(text, words);
  expect('value' in read ? read.value?.id : undefined).toBe(id);
});

describe('import column mapping', () => {
  test('recognises headings in any order and language', () => {
    expect(guessUnitColumns(['Kodi ya mwezi (KSh)', 'House No.', 'Aina', 'Bedrooms', 'Block', 'x'])).toEqual([
      'rent',
      'name',
      'unit_type',
      'bedrooms',
      'block',
      null,
    ]);
    expect(guessUnitColumns(['Unit', 'Unit type', 'Rent p.m.', 'Rent deposit', 'KPLC meter no'])).toEqual([
      'name',
      'unit_type',
      'rent',
      'deposit',
      'electricity_meter',
    ]);
  });
  test('prefers the mapping saved from the last file', () => {
    expect(guessUnitColumns(['Ref', 'Unit'], { ref: 'name' })).toEqual(['name', null]);
    expect(guessUnitColumns(['constructor', 'Unit'])).toEqual([null, 'name']);
    expect(buildSavedColumnMapping(['Ref', '', 'Rent (KES)'], ['name', 'block', 'rent'])).toEqual({ ref: 'name', rent: 'rent' });
  });
  test('never assigns a field to two columns', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('rent', 'unit', 'unit no', 'house', 'kodi'))), (heads) => {
        const given = guessUnitColumns(heads).filter((f) => f !== null);
        expect(new Set(given).size).toBe(given.length);
      }),
    );
  });
  test('does not treat a first row of values as headings', () => {
    expect([isHeadingRow(['Unit', 'Rent']), isHeadingRow(['A1', '16,500']), isHeadingRow(['x', 'y'])]).toEqual([true, false, false]);
  });
});

test('vacancy report: counts vacant days of the period by status, and their cost per day', () => {
  const history = [
    { state: 'vacant' as const, since: 0 },
    { state: 'ordered' as const, since: 10 * day },
    { state: 'occupied' as const, since: 12 * day },
    { state: 'maintenance' as const, since: 40 * day },
  ];
  expect(countVacantDays(history, 0, 45 * day)).toBe(15);
  expect(countVacantDays(history, 5 * day, 41 * day)).toBe(6);
  expect(countVacantDays([], 0, day)).toBe(0);
  expect([calculateVacancyLoss(3_650_000, 365), calculateVacancyLoss(1_000_000, 1), calculateVacancyLoss(null, 9)]).toEqual([43_800_000, 32_900, 0]);
});

test('unit state machine: has no inconsistent state, and an occupied unit cannot be frozen', () => {
  expect(findMachineProblems(unitMachine)).toEqual([]);
  expect(unitMachine.moves.stall.from).not.toContain('occupied');
  expect(Object.values(unitMachine.states)).toEqual([0, 1, 2, 3, 4, 5]);
});
