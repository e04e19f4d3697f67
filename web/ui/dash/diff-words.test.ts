import { expect, test } from 'vitest';
import { diffWords, htmlToText } from './diff-words.ts';

test('text difference: rich text is compared line by line', () => {
  expect(htmlToText('<h2>Your data</h2><p>We keep  <b>ID</b> &amp; phone.</p><ul><li><p>One</p></li><li>Two&nbsp;years</li></ul>')).toBe(
    'Your data\nWe keep ID & phone.\n• One\n• Two\u00a0years',
  );
});

test('text difference: marks only the changed words', () => {
  expect(diffWords('We keep it for two years.', 'We keep it for three years.')).toEqual([
    { kind: 'same', text: 'We keep it for ' },
    { kind: 'removed', text: 'two' },
    { kind: 'added', text: 'three' },
    { kind: 'same', text: ' years.' },
  ]);
});

test('text difference: the joined parts equal the two compared texts', () => {
  const [before, after] = ['Rent is due on the 5th.\nPay by M-Pesa.', 'Rent is due on the 1st of the month.\nPay by M-Pesa or card.'];
  const parts = diffWords(before, after);
  const join = (not: string) =>
    parts
      .filter((part) => part.kind !== not)
      .map((part) => part.text)
      .join('');
  expect(join('added')).toBe(before);
  expect(join('removed')).toBe(after);
});

test('text difference: a change that affects only markup is not marked', () =>
  expect(diffWords(htmlToText('<p>Same</p>'), htmlToText('<h2>Same</h2>'))).toEqual([{ kind: 'same', text: 'Same' }]));
