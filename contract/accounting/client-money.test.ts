import { expect, test } from 'vitest';
import { compareAccountWithBank, computeClientMoney, findCertificateResult } from './client-money.ts';

test('client money: what is held equals what is owed in each fund, whatever is billed and unpaid', () => {
  const funds = computeClientMoney([
    ...[
      { fund: 'C', code: 1000, cents: 70_000 },
      { fund: 'C', code: 1005, cents: -20_000 },
      { fund: 'C', code: 1010, cents: 55_000 },
    ],
    ...[
      { fund: 'C', code: 1040, cents: 5_000 },
      { fund: 'C', code: 1100, cents: 900 },
      { fund: 'C', code: 2110, cents: -900 },
    ],
    ...[
      { fund: 'C', code: 2000, cents: -80_000 },
      { fund: 'C', code: 2030, cents: -10_000 },
      { fund: 'C', code: 1390, cents: -20_000 },
    ],
    ...[
      { fund: 'D', code: 1390, cents: 15_000 },
      { fund: 'D', code: 2010, cents: -15_000 },
      { fund: 'P', code: 1030, cents: 7 },
    ],
  ]);
  expect(funds).toEqual([
    {
      fund: 'C',
      held_cents: 90_000,
      owed_cents: 90_000,
      difference_cents: 0,
      held: [
        { line: 'paybill', cents: 50_000 },
        { line: 'bank', cents: 55_000 },
        { line: 'cash', cents: 5_000 },
        { line: 'interfund', cents: -20_000 },
      ],
      owed: [
        { line: 'owners', cents: 80_000 },
        { line: 'suspense', cents: 10_000 },
      ],
    },
    {
      fund: 'D',
      held_cents: 15_000,
      owed_cents: 15_000,
      difference_cents: 0,
      held: [{ line: 'interfund', cents: 15_000 }],
      owed: [{ line: 'deposits', cents: 15_000 }],
    },
  ]);
});

test('client money: money on an account that no line names is shown as other, and a missing amount as a difference', () => {
  const [fund] = computeClientMoney([
    { fund: 'C', code: 1010, cents: 100 },
    { fund: 'C', code: 2130, cents: -60 },
  ]);
  expect(fund).toMatchObject({ owed: [{ line: 'other', cents: 60 }], difference_cents: 40 });
});

test('client money: an account without a bank balance does not agree, whatever the ledger says; one that was never used counts for nothing', () => {
  const account = (bank_cents: number | null, difference_cents: number | null, in_use = true) => ({
    bank_cents,
    difference_cents,
    in_use,
    moved_since: false,
  });
  const [agrees, differs, unknown, unused] = [account(5, 0), account(5, 1), account(null, null), account(null, null, false)];
  expect([agrees, differs, unknown, unused].map(compareAccountWithBank)).toEqual(['agrees', 'differs', 'no_balance', 'unused']);
  const result = (accounts: (typeof agrees)[], difference_cents = 0) => findCertificateResult({ funds: [{ difference_cents }], accounts });
  expect([result([agrees, unused]), result([agrees, unknown]), result([unknown, differs]), result([agrees], 1)]).toEqual([
    ...['agrees', 'no_balance', 'differs', 'differs'],
  ]);
  const older = { ...agrees, moved_since: true };
  expect([compareAccountWithBank(older), result([older]), result([older, differs])]).toEqual(['outdated', 'no_balance', 'differs']);
});
