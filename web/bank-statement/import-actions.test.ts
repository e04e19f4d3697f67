import { expect, test } from 'vitest';
import { mayImportStatement, statementImportTexts } from './import-actions.ts';

const none = { new: 0, known: 0, out: 0, reversal: 0, ignored: 0, wrong: 0 };
const read = (fates: Partial<typeof none>, problem: string | null = null) => ({ fates: { ...none, ...fates }, problem, new_cents: 0, pays: true });

test('bank statement import: a statement with only known lines can be imported, for the bank reconciliation', () => {
  for (const fate of ['known', 'out', 'reversal', 'ignored'] as const) expect(mayImportStatement(read({ [fate]: 3, wrong: 1 })), fate).toBe(true);
  expect(statementImportTexts(read({ known: 3 })).verb).toBe('Import and reconcile');
  expect(statementImportTexts({ ...read({ known: 3, new: 2 }), new_cents: 50_000 }).verb).toBe('Import 2 lines');
});

test('bank statement import: the confirmation states that receipts cannot pay invoices if that is so', () => {
  const brought = { ...read({ new: 2 }), new_cents: 50_000 };
  expect(statementImportTexts(brought).text).toContain('allocated automatically');
  expect(statementImportTexts({ ...brought, pays: false }).text).not.toContain('allocated');
});

test('bank statement import: an unreadable statement or a statement of another account cannot be imported', () => {
  expect(mayImportStatement(read({ wrong: 4 }))).toBe(false);
  expect(mayImportStatement(read({}))).toBe(false);
  expect(mayImportStatement(read({ new: 2 }, 'It is of another account'))).toBe(false);
});
