import { expect, test } from 'vitest';
import { beyondText } from './beyond.ts';

const other = (id: number, due_on: string, open_cents: number) => ({
  id,
  kind: 'rent',
  title: null,
  period_from: `${due_on.slice(0, 7)}-01`,
  due_on,
  open_cents,
});
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('what is more than asked goes to what else is open, the oldest first, and is credit only beyond that', () => {
  const november = other(2, '2026-11-05', 6_280_000);
  expect(plain(beyondText(50_100, []))).toBe('KES 501 stays as your credit.');
  expect(plain(beyondText(50_100, [november]))).toBe('KES 501 goes to Rent, November 2026.');
  const both = [november, other(1, '2026-10-05', 100_000)];
  expect(plain(beyondText(50_100, both))).toBe('KES 501 goes to Rent, October 2026.');
  expect(plain(beyondText(150_000, both))).toBe('KES 1,500 goes to 2 other open invoices, the oldest first.');
  expect(plain(beyondText(6_300_000, [november]))).toBe('KES 62,800 goes to Rent, November 2026. KES 200 stays as your credit.');
});
