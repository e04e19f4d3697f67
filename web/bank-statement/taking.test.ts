import { expect, test } from 'vitest';
import { canTake, taking } from './taking.ts';

const none = { new: 0, known: 0, out: 0, reversal: 0, ignored: 0, wrong: 0 };
const read = (fates: Partial<typeof none>, problem: string | null = null) => ({ fates: { ...none, ...fates }, problem, new_cents: 0, pays: true });

test('a statement in which everything is known is taken over: the books are compared with it', () => {
  for (const fate of ['known', 'out', 'reversal', 'ignored'] as const) expect(canTake(read({ [fate]: 3, wrong: 1 })), fate).toBe(true);
  expect(taking(read({ known: 3 })).verb).toBe('Take over and compare');
  expect(taking({ ...read({ known: 3, new: 2 }), new_cents: 50_000 }).verb).toBe('Take over 2 lines');
});

test('of money that can pay nothing it is said before', () => {
  const brought = { ...read({ new: 2 }), new_cents: 50_000 };
  expect(taking(brought).text).toContain('matched at once');
  expect(taking({ ...brought, pays: false }).text).not.toContain('matched');
});

test('one nobody could read, or of another account, is not', () => {
  expect(canTake(read({ wrong: 4 }))).toBe(false);
  expect(canTake(read({}))).toBe(false);
  expect(canTake(read({ new: 2 }, 'It is of another account'))).toBe(false);
});
