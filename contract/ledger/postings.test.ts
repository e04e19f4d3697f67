import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExpectedBalances } from '#test/fixtures/ledger.ts';
import { StreetFixture } from '#test/fixtures/street.ts';
import { buildLedgerAccountKey, ledgerAccountCodes } from './accounts.ts';
import { buildRecoveredEntries, reverseEntries } from './entries.ts';
import { formatJournalSentence, journalKindKeys } from './kinds.ts';
import { buildInvoiceIssuedPostings, buildPaymentAllocatedPostings } from './postings.ts';

/** A random generator with a fixed seed, so that a run can be repeated. */
const dice = (seed: number) => {
  let state = seed >>> 0 || 1;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return below < 1 ? 0 : Math.floor((state / 2 ** 32) * below);
  };
};

describe('ledger postings', () => {
  test('ten thousand business events in random order pass every ledger check after each posting', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), (seed) => {
        const street = new StreetFixture(dice(seed));
        let moved = 0;
        for (let n = 0; n < 10_000; n++) {
          if (street.next().length > 0) moved += 1;
          expect(street.books.problems(street.suspense)).toEqual([]);
        }
        // Enough facts must move money for the test to prove anything.
        expect(moved).toBeGreaterThan(5_000);
        expect(street.facts.filter((fact) => !street.happened.has(fact))).toEqual([]);
      }),
      { numRuns: 1 },
    );
  }, 60_000);

  test('a reversed journal entry leaves no balance on any account', () => {
    const books = new ExpectedBalances();
    const payer = { company: 1, tenancy: 2 };
    const facts = [
      ...buildInvoiceIssuedPostings({ fund: 'C', payer, cents: 4_500_000, depositCents: 4_500_000 }),
      ...buildPaymentAllocatedPostings({ fund: 'C', payer, cents: 100, deposit: false, active: true, from: 'receipt' }),
    ];
    books.post(facts);
    books.post(reverseEntries(facts));
    expect(books.entries().filter(({ cents: left }) => left !== 0)).toEqual([]);
  });

  test('recovery takes at most the available balance, and the rest becomes a claim', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (sum, there) => {
        const pairs = buildRecoveredEntries(
          'C',
          { code: 2000, company: 1 },
          { code: 1300, company: 1 },
          { code: 2020, company: 1, tenancy: 2 },
          sum,
          there,
        );
        const of = (code: number) => pairs.filter(({ dr }) => dr.code === code).reduce((all, one) => all + one.cents, 0);
        expect(of(2000)).toBe(Math.min(sum, there));
        expect(of(2000) + of(1300)).toBe(sum);
      }),
    );
  });

  test('every kind of journal entry has a text, and every account has its own message key', () => {
    for (const kind of journalKindKeys)
      expect(formatJournalSentence(kind, { what: 'Rent', home: 'B4', how: 'M-Pesa', code: 'X', who: 'Ann' })).not.toMatch(/undefined|null|_/);
    const keys = ledgerAccountCodes.flatMap((code) => [
      buildLedgerAccountKey('C', { code }),
      buildLedgerAccountKey('C', { code, company: 1 }),
      buildLedgerAccountKey('C', { code, tenancy: 1 }),
      buildLedgerAccountKey('C', { code, ref: '1' }),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
