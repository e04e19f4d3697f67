import { expect, test } from 'vitest';
import { buildUnitNamingPattern, type UnitNamingScheme } from './unit-naming.ts';
import { expandUnitPatternRow } from './unit-pattern.ts';

const names = (naming: UnitNamingScheme, count: number, blocks: string[] = [], floors: { from: number; to: number } | null = null) =>
  expandUnitPatternRow({ blocks, floors, pattern: buildUnitNamingPattern(naming, count, 'House') }).units.map((unit) => unit.name);

test('unit naming: every scheme gives example names without placeholders', () => {
  expect(names('block_floor', 2, ['A', 'B'], { from: 1, to: 2 })).toEqual(['A101', 'A102', 'A201', 'A202', 'B101', 'B102', 'B201', 'B202']);
  expect(names('block', 3, ['A'])).toEqual(['A1', 'A2', 'A3']);
  expect(names('floor', 2, [], { from: 1, to: 2 })).toEqual(['101', '102', '201', '202']);
  expect(names('floor_letter', 2, [], { from: 1, to: 2 })).toEqual(['1A', '1B', '2A', '2B']);
  expect(names('house', 3)).toEqual(['House 1', 'House 2', 'House 3']);
  expect(names('floor', 100, [], { from: 1, to: 1 }).at(-1)).toBe('1100');
  expect([buildUnitNamingPattern('own', 4, 'House'), buildUnitNamingPattern('house', null, 'House')]).toEqual(['', '']);
});
