import { expect, test } from 'vitest';
import { pageToggled, toggled } from './picks.ts';

const set = (...keys: string[]) => new Set(keys);

test('the box in the head adds this page to what other pages have picked', () => {
  expect(pageToggled(set('1', '2'), ['11', '12'])).toEqual(set('1', '2', '11', '12'));
  expect(pageToggled(set('1', '12'), ['11', '12'])).toEqual(set('1', '12', '11'));
});

test('with all of this page picked it takes this page away and nothing of the others', () => {
  expect(pageToggled(set('1', '2', '11', '12'), ['11', '12'])).toEqual(set('1', '2'));
});

test('a row is added or taken away by itself', () => {
  expect(toggled(set('1'), '2')).toEqual(set('1', '2'));
  expect(toggled(set('1', '2'), '2')).toEqual(set('1'));
});
