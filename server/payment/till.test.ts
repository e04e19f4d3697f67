import { describe, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { tillOf } from './complete.ts';

const cash = { id: 9, rail: 'cash', company_id: null } as Parameters<typeof tillOf>[0];

describe('tillOf: cash in hand', () => {
  test('is the company’s that took it, else the account’s, else the payment’s', () => {
    expect(tillOf(cash, { company_id: 3, holder_id: 4 })).toEqual({ code: accounts.cashInHand, company: 4 });
    expect(tillOf({ ...cash, company_id: 5 }, { company_id: 3, holder_id: null })).toEqual({ code: accounts.cashInHand, company: 5 });
    expect(tillOf(cash, { company_id: 3 })).toEqual({ code: accounts.cashInHand, company: 3 });
  });

  test('is never booked to a company that does not exist', () => {
    expect(() => tillOf(cash, { company_id: null, holder_id: null })).toThrow('No id of the company that holds the cash');
  });
});
