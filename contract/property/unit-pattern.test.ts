import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxUnitsPerWizardRun } from './limits.ts';
import { expandUnitPatternRow, expandUnitPatternRows, toUnitNameKey, type UnitPatternRow } from './unit-pattern.ts';

const row = (pattern: string, more: Partial<UnitPatternRow> = {}): UnitPatternRow => ({ blocks: [], floors: null, pattern, ...more });
const names = (given: UnitPatternRow) => expandUnitPatternRow(given).units.map((u) => u.name);

describe('unit name pattern', () => {
  test('expands ranges of numbers and letters, keeping leading zeros', () => {
    expect(names(row('A{1..10}'))).toEqual(['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8', 'A9', 'A10']);
    expect(names(row('{08..11}'))).toEqual(['08', '09', '10', '11']);
    expect(names(row('Shop {a..c}'))).toEqual(['Shop a', 'Shop b', 'Shop c']);
    expect(names(row('Main house'))).toEqual(['Main house']);
  });

  test('repeats the pattern for each block and floor, and inserts block and floor names', () => {
    const { units, problem } = expandUnitPatternRow(row('{block}{floor}{01..02}', { blocks: ['A', 'B'], floors: { from: 1, to: 2 } }));
    expect(problem).toBeNull();
    expect(units.map((u) => u.name)).toEqual(['A101', 'A102', 'A201', 'A202', 'B101', 'B102', 'B201', 'B202']);
    expect(units[3]).toEqual({ block: 'A', floor: 2, name: 'A202' });
  });

  test('treats names that differ only by block, floor, case or spaces as duplicates', () => {
    expect(expandUnitPatternRow(row('{1..3}', { blocks: ['A', 'B'] })).problem).toBe('repeated');
    expect(expandUnitPatternRow(row('{block}{1..3}', { blocks: ['A', 'B'] })).problem).toBeNull();
    expect(expandUnitPatternRows([row('A {1..3}'), row('a{3..4}')])).toMatchObject({ problem: 'repeated', at: 1 });
    expect(expandUnitPatternRow(row('{1..3}', { floors: { from: 1, to: 2 } })).problem).toBe('repeated');
    expect(expandUnitPatternRows([row('A{1..3}'), row('a{3..4}')])).toMatchObject({ problem: 'repeated', at: 1 });
  });

  test.each([
    ['', 'empty'],
    ['A{1..', 'brace'],
    ['A}1', 'brace'],
    ['A{10..1}', 'range'],
    ['A{x}', 'range'],
    ['A{a..Z}', 'range'],
    ['{1..501}', 'many'],
    ['{1..99999}{1..99999}{1..99999}', 'many'],
    [`${'x'.repeat(60)}{1..2}`, 'long'],
  ] as const)('rejects pattern "%s" with problem "%s"', (pattern, problem) =>
    expect(expandUnitPatternRow(row(pattern))).toEqual({ units: [], problem }),
  );

  test('limits the total number of units of all rows', () => {
    expect(expandUnitPatternRows([row('A{1..300}'), row('B{1..200}')]).units).toHaveLength(maxUnitsPerWizardRun);
    expect(expandUnitPatternRows([row('A{1..300}'), row('B{1..201}')])).toMatchObject({ problem: 'many', at: 1 });
  });
});

describe('unit name pattern for random input', () => {
  const rows = fc.record({
    blocks: fc.array(fc.string({ maxLength: 4 }), { maxLength: 4 }),
    floors: fc.option(fc.record({ from: fc.integer({ min: -3, max: 20 }), to: fc.integer({ min: -3, max: 20 }) })),
    pattern: fc.oneof(
      fc.string({ maxLength: 40 }),
      fc
        .array(fc.constantFrom('{', '}', '..', '1', '9', 'a', 'z', '{1..3}', '{block}', '{floor}', '{a..d}', '{01..20}'), { maxLength: 8 })
        .map((p) => p.join('')),
    ),
  });

  test('gives at most the allowed number of unique names of valid length, without an exception', () => {
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 4 }), (given) => {
        const { units, problem } = expandUnitPatternRows(given);
        if (problem) return;
        expect(units.length).toBeLessThanOrEqual(maxUnitsPerWizardRun);
        for (const { name } of units) expect(name.length > 0 && name.length <= 60 && name === name.trim()).toBe(true);
        expect(new Set(units.map((u) => toUnitNameKey(u.name))).size).toBe(units.length);
      }),
    );
  });

  test('gives one name for each combination of block, floor and number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 16 }), (blocks, floors, count) => {
        const given = row(`{block}-{floor}-{1..${count}}`, { blocks: [...'ABCDE'].slice(0, blocks), floors: { from: 0, to: floors - 1 } });
        expect(expandUnitPatternRow(given).units).toHaveLength(blocks * floors * count);
      }),
    );
  });
});
