import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Books } from '#test/worlds/books.ts';
import { Street } from '#test/worlds/street.ts';
import { codes, keyOf } from './accounts.ts';
import { journalKindNames, sentenceOf } from './kinds.ts';
import { allocated, issued, mirrored, takenBack } from './postings.ts';

/** A small generator that any seed of a run repeats. */
const dice = (seed: number) => {
  let state = seed >>> 0 || 1;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return below < 1 ? 0 : Math.floor((state / 2 ** 32) * below);
  };
};

describe('postings', () => {
  test('ten thousand facts in any order keep every proof, after each of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), (seed) => {
        const street = new Street(dice(seed));
        let moved = 0;
        for (let n = 0; n < 10_000; n++) {
          if (street.next().length > 0) moved += 1;
          expect(street.books.problems(street.suspense)).toEqual([]);
        }
        // A street where nothing happens proves nothing.
        expect(moved).toBeGreaterThan(5_000);
        expect(street.facts.filter((fact) => !street.happened.has(fact))).toEqual([]);
      }),
      { numRuns: 1 },
    );
  }, 60_000);

  test('the mirror of a fact leaves nothing of it', () => {
    const books = new Books();
    const payer = { company: 1, tenancy: 2 };
    const facts = [
      ...issued({ fund: 'C', payer, cents: 4_500_000, depositCents: 4_500_000 }),
      ...allocated({ fund: 'C', payer, cents: 100, deposit: false, active: true, from: 'receipt' }),
    ];
    books.post(facts);
    books.post(mirrored(facts));
    expect(books.entries().filter(({ cents: left }) => left !== 0)).toEqual([]);
  });

  test('what is taken back is never more than is there; the rest is a claim', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (sum, there) => {
        const pairs = takenBack('C', { code: 2000, company: 1 }, { code: 1300, company: 1 }, { code: 2020, company: 1, tenancy: 2 }, sum, there);
        const of = (code: number) => pairs.filter(({ dr }) => dr.code === code).reduce((all, one) => all + one.cents, 0);
        expect(of(2000)).toBe(Math.min(sum, there));
        expect(of(2000) + of(1300)).toBe(sum);
      }),
    );
  });

  test('every kind has a sentence, every account a key of its own', () => {
    for (const kind of journalKindNames)
      expect(sentenceOf(kind, { what: 'Rent', home: 'B4', how: 'M-Pesa', code: 'X', who: 'Ann' })).not.toMatch(/undefined|null|_/);
    const keys = codes.flatMap((code) => [
      keyOf('C', { code }),
      keyOf('C', { code, company: 1 }),
      keyOf('C', { code, tenancy: 1 }),
      keyOf('C', { code, ref: '1' }),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
