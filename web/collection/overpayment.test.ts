import { expect, test } from 'vitest';
import { buildOverpaymentNotice } from './overpayment.ts';

const other = (id: number, due_on: string, open_cents: number) => ({
  id,
  kind: 'rent',
  title: null,
  period_from: `${due_on.slice(0, 7)}-01`,
  due_on,
  open_cents,
});
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('overpayment: pays other unpaid invoices, oldest first, and only the remaining amount becomes tenant credit', () => {
  const november = other(2, '2026-11-05', 6_280_000);
  expect(plain(buildOverpaymentNotice(50_100, []))).toBe('KES 501 is kept as your credit.');
  expect(plain(buildOverpaymentNotice(50_100, [november]))).toBe('KES 501 is allocated to Rent, November 2026.');
  const both = [november, other(1, '2026-10-05', 100_000)];
  expect(plain(buildOverpaymentNotice(50_100, both))).toBe('KES 501 is allocated to Rent, October 2026.');
  expect(plain(buildOverpaymentNotice(150_000, both))).toBe('KES 1,500 is allocated to 2 other unpaid invoices, oldest first.');
  expect(plain(buildOverpaymentNotice(6_300_000, [november]))).toBe(
    'KES 62,800 is allocated to Rent, November 2026. KES 200 is kept as your credit.',
  );
});
