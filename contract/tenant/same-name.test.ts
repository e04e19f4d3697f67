import { expect, test } from 'vitest';
import { sameName } from './same-name.ts';

test('two spellings of one name have a name in common, whatever case, order, accents and initials', () => {
  for (const [one, other] of [
    ['Faith Chebet', 'chebet FAITH'],
    ['Wanjirũ Kamau', 'Wanjiru K.'],
    ['F. Chebet', 'Faith Chebet'],
    ['F. C.', 'Faith Chebet'],
    ['Ng’ang’a Peter', 'Nganga P.'],
    ['Asha', 'Asha binti Omar'],
    ['Mrs. Faith Chebet', 'Faith'],
    ['O’Brien', 'OBrien'],
  ] as const)
    expect([one, other, sameName(one, other)]).toEqual([one, other, true]);
});

test('a title, an initial or nothing at all is no name in common', () => {
  for (const [one, other] of [
    ['Faith Chebet', 'Mallory Otieno'],
    ['Mama Chebet', 'Mama Otieno'],
    ['F. Otieno', 'Faith Chebet'],
    ['F.', 'Faith Chebet'],
    ['Closed account', ''],
    ['', ''],
    ['Mr', 'Mr'],
  ] as const)
    expect([one, other, sameName(one, other)]).toEqual([one, other, false]);
});
