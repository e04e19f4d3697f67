import { expect, test } from 'vitest';
import { rated } from './format.ts';

test('an average is rounded as the database rounds it: 3.55 is 3.6', () => {
  expect([3.55, 3.54, 4.45, 5, 0.05, 2.949].map(rated)).toEqual(['3.6', '3.5', '4.5', '5.0', '0.1', '3.0']);
});
