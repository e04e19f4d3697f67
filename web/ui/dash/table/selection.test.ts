import { expect, test } from 'vitest';
import { togglePageSelection, toggleSelection } from './selection.ts';

const set = (...keys: string[]) => new Set(keys);

test('row selection: the heading checkbox adds the rows of this page to the rows selected on other pages', () => {
  expect(togglePageSelection(set('1', '2'), ['11', '12'])).toEqual(set('1', '2', '11', '12'));
  expect(togglePageSelection(set('1', '12'), ['11', '12'])).toEqual(set('1', '12', '11'));
});

test('row selection: if all rows of this page are selected, the heading checkbox deselects only these rows', () => {
  expect(togglePageSelection(set('1', '2', '11', '12'), ['11', '12'])).toEqual(set('1', '2'));
});

test('row selection: a row is added or removed without changing other rows', () => {
  expect(toggleSelection(set('1'), '2')).toEqual(set('1', '2'));
  expect(toggleSelection(set('1', '2'), '2')).toEqual(set('1'));
});
