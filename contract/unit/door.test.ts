import { expect, test } from 'vitest';
import { doorKey } from './door.ts';

test('one door, however it is written', () => {
  for (const [block, name] of [
    ['', 'A101'],
    ['', 'a 101'],
    ['A', '101'],
    ['A', 'A101'],
    ['', 'A-101'],
    ['B', 'A101'],
    [' a ', '1 0 1'],
  ] as const)
    expect(doorKey(block, name), `${block}|${name}`).toBe('a101');
});
test('two doors that only look alike in part', () => {
  const keys = [
    ['A', '101'],
    ['B', '101'],
    ['A', 'Shop 1'],
    ['B', 'Shop 1'],
    ['', 'Shop 1'],
    ['1', '11'],
    ['11', '1'],
    ['', 'A1011'],
  ].map(([block = '', name = '']) => doorKey(block, name));
  expect(new Set(keys).size).toBe(keys.length);
});
