import { expect, test } from 'vitest';
import { buildStatementImportTexts, canImportStatement } from './import-actions.ts';

const none = { new: 0, known: 0, out: 0, in: 0, reversal: 0, ignored: 0, wrong: 0, unconfirmed: 0 };
const read = (fates: Partial<typeof none>, problem: string | null = null) => ({
  fates: { ...none, ...fates },
  problem,
  new_cents: 0,
  pays: true,
  second: false,
  request: null,
  balances: null,
});

test('bank statement import: client money without new lines can still be imported for the bank reconciliation, a company’s own file cannot', () => {
  for (const fate of ['known', 'out', 'reversal', 'ignored'] as const)
    expect(canImportStatement({ ...read({ [fate]: 3, wrong: 1 }), second: true }), fate).toBe(true);
  expect((['known', 'ignored', 'out', 'reversal', 'new'] as const).map((fate) => canImportStatement(read({ [fate]: 3 })))).toEqual([
    ...[false, false, true, true, true],
  ]);
  expect(buildStatementImportTexts(read({ known: 3 })).verb).toBe('Import and reconcile');
  expect(buildStatementImportTexts({ ...read({ known: 3, new: 2 }), new_cents: 50_000 }).verb).toBe('Import 2 lines');
});

test('bank statement import: the confirmation mentions automatic allocation only if receipts of the account can pay invoices', () => {
  const brought = { ...read({ new: 2 }), new_cents: 50_000 };
  expect(buildStatementImportTexts(brought).text).toContain('allocated automatically');
  expect(buildStatementImportTexts({ ...brought, pays: false }).text).not.toContain('allocated automatically');
});

test('bank statement import: an unreadable statement, a statement of another account, or one with other balances cannot be imported', () => {
  expect(canImportStatement(read({ wrong: 4 }))).toBe(false);
  expect(canImportStatement(read({}))).toBe(false);
  expect(canImportStatement(read({ new: 2 }, 'It is of another account'))).toBe(false);
  const balances = { opening_cents: 100, closing_cents: 200, last: null, refused: null };
  const held = { ...read({ new: 2 }), second: true, balances };
  expect(canImportStatement(held)).toBe(true);
  expect(canImportStatement({ ...held, balances: { ...balances, refused: 'The balances do not fit' } })).toBe(false);
  expect(canImportStatement({ ...held, request: { id: 1, code: 'APR-1', asked_by: null, asked_at: '2027-03-01T09:00:00Z', own: true } })).toBe(false);
  expect(buildStatementImportTexts(held).verb).toBe('Request import');
});
