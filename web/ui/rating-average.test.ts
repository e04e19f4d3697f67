import { expect, test } from 'vitest';
import { formatRating } from './format.ts';

test('rating: an average is rounded as in the database (3.55 becomes 3.6)', () => {
  expect([3.55, 3.54, 4.45, 5, 0.05, 2.949].map(formatRating)).toEqual(['3.6', '3.5', '4.5', '5.0', '0.1', '3.0']);
});
