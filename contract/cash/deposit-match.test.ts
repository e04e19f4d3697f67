import { expect, test } from 'vitest';
import { findDeclaredDeposit } from './deposit-match.ts';

const deposit = (id: number, more: object = {}) => ({
  id,
  code: `DEP-84SZE${id}`,
  cents: 50_000,
  paid_on: '2027-03-04',
  reference: '',
  payments: [`PAY-84SZR${id}`],
  holder: { id, name: `Kamau Agencies ${id}` },
  ...more,
});
const line = (text: string, more: object = {}) => ({ day: '2027-03-05', cents: 50_000, text, ...more });
const found = (text: string, all = [deposit(1), deposit(2)], more: object = {}) => findDeclaredDeposit(line(text, more), all)?.id ?? null;

test('declared deposit: its code, a payment, the reference of the slip or the company selects it among equal amounts', () => {
  expect(found('DEP 84SZE2')).toBe(2);
  expect(found('AGENT DEPOSIT PAY84SZR1')).toBe(1);
  expect(found('CDM 00-7712', [deposit(1), deposit(2, { reference: '007712' })])).toBe(2);
  expect(found('CASH KAMAU AGENCIES 2 LTD')).toBe(2);
});

test('declared deposit: a line without a name selects none, and of equal deposits of one company the first is selected', () => {
  expect(found('CASH DEPOSIT', [deposit(1)])).toBeNull();
  expect(
    found('CASH KAMAU', [deposit(2, { paid_on: '2027-03-05', holder: { id: 2, name: 'Kamau' } }), deposit(3, { holder: { id: 2, name: 'Kamau' } })]),
  ).toBe(3);
});

test('declared deposit: a word as reference, and a reference that is the code of a tenancy, select none', () => {
  expect(found('CASH DEPOSIT NOVEMBER', [deposit(1, { reference: 'NOVEMBER' })])).toBeNull();
  expect(found('EFT NOVEMBER 77120', [deposit(1, { reference: '77120' })])).toBeNull();
  expect(found('CASH DEP RENT A1 TCY-9WG34F', [deposit(1, { reference: 'TCY-9WG34F' })])).toBeNull();
});

test('declared deposit: a plain transfer, a line that names a tenant, another amount and another week select none', () => {
  const slip = deposit(1, { reference: 'SLIP 771204' });
  expect(found('EFT JANE WAMBUI 771204', [slip])).toBeNull();
  expect(found('CASH DEPOSIT SLIP 771204 TCY-84SZER', [slip])).toBeNull();
  expect(found('CASH DEPOSIT SLIP 771204', [slip], { cents: 50_001 })).toBeNull();
  for (const day of ['2027-03-02', '2027-03-12']) expect(found('CASH DEPOSIT SLIP 771204', [slip], { day })).toBeNull();
  for (const day of ['2027-03-03', '2027-03-11']) expect(found('CASH DEPOSIT SLIP 771204', [slip], { day })).toBe(1);
});
