import { expect, test } from 'vitest';
import { getLedgerCheckLabel, getLedgerCheckStop, getLedgerCheckStopReason, ledgerCheckNames } from './check-names.ts';

test('ledger checks: each says whether its failure stops all payouts or those of one account, and why; only two concern one account', () => {
  for (const name of ledgerCheckNames)
    expect([getLedgerCheckLabel(name), getLedgerCheckStopReason(name)].every((text) => text.length > 10)).toBe(true);
  expect(ledgerCheckNames.filter((name) => getLedgerCheckStop(name) === 'account')).toEqual(['nothing_below_zero', 'cash_is_statement']);
  expect(getLedgerCheckStop('a check without an entry')).toBe('all');
});
