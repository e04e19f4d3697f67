import { expect, test } from 'vitest';
import { blank, givenOf, sentSaid } from './draft.ts';

test('a message for later is said to go out then, one for now to be on its way', () => {
  const later = givenOf({ ...blank, role: '5', when: 'later', at: '2026-11-23T09:30' });
  expect(sentSaid({ people: 12 }, later)).toMatch(/^Your message goes out on .*23.*9:30.*People it reaches: 12\.$/);
  expect(sentSaid({ people: 12 }, givenOf({ ...blank, role: '5' }))).toBe('Your message is on its way. People it reaches: 12.');
});
