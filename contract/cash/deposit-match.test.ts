import { expect, test } from 'vitest';
import { findDeclaredDeposit } from './deposit-match.ts';

const deposit = (id: number, more: object = {}) => ({
  ...{ id, code: `DEP-84SZE${id}`, cents: 50_000, paid_on: '2027-03-04', reference: '', payments: [`PAY-84SZR${id}`] },
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

test('declared deposit: equal amounts of two companies without a name select none, one company’s the first', () => {
  expect(found('CASH DEPOSIT')).toBeNull();
  expect(found('CASH DEPOSIT', [deposit(2, { paid_on: '2027-03-05' }), deposit(3, { holder: { id: 2, name: 'Kamau' } })])).toBe(3);
});

test('declared deposit: a plain transfer, a line that names a tenant, another amount and another week select none', () => {
  expect(found('EFT JANE WAMBUI', [deposit(1)])).toBeNull();
  expect(found('CASH DEPOSIT TCY-84SZER', [deposit(1)])).toBeNull();
  expect(found('CASH DEPOSIT', [deposit(1)], { cents: 50_001 })).toBeNull();
  for (const day of ['2027-03-02', '2027-03-12']) expect(found('CASH DEPOSIT', [deposit(1)], { day })).toBeNull();
  for (const day of ['2027-03-03', '2027-03-11']) expect(found('CASH DEPOSIT', [deposit(1)], { day })).toBe(1);
});
