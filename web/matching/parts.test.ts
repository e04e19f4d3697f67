import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fits, gets, type Parts, picked, restOf, roomFor, shownOf } from './parts.ts';

describe('whose which part of a payment is', () => {
  test('the first gets all of it, whatever they owe: the rest is their credit', () => {
    expect(picked({}, 't1', 1_000, 5_000)).toEqual({ t1: 5_000 });
  });
  test('a second gets what the first does not owe, and no more than they owe themselves', () => {
    const first = roomFor(picked({}, 't1', 3_000, 5_000), { t1: 3_000 });
    expect(picked(first, 't2', 9_000, 5_000)).toEqual({ t1: 3_000, t2: 2_000 });
    expect(picked(first, 't2', 500, 5_000)).toEqual({ t1: 3_000, t2: 500 });
  });
  test('picked again they are out', () => {
    expect(picked({ t1: 3_000, t2: 2_000 }, 't1', 3_000, 5_000)).toEqual({ t2: 2_000 });
  });
  test('picking never gives away more than there is', () => {
    const pick = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), owes: fc.integer({ min: 0, max: 10_000 }) });
    fc.assert(
      fc.property(fc.array(pick, { maxLength: 12 }), fc.integer({ min: 1, max: 20_000 }), (picks, left) => {
        let parts: Parts = {};
        const owes: Record<string, number> = {};
        for (const one of picks) {
          owes[one.key] = one.owes;
          parts = picked(one.key in parts ? parts : roomFor(parts, owes), one.key, one.owes, left);
          expect(restOf(parts, left)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
  test('it can be given away when everybody gets something and nothing is given twice', () => {
    expect(fits({}, 5_000)).toBe(false);
    expect(fits({ t1: 0 }, 5_000)).toBe(false);
    expect(fits({ t1: 3_000, t2: 2_001 }, 5_000)).toBe(false);
    expect(fits({ t1: 3_000, t2: 1_000 }, 5_000)).toBe(true);
  });
});

describe('what somebody owes', () => {
  const due = (id: number, due_on: string, open_cents: number) => ({ id, code: `INV-${id}`, kind: 'rent', due_on, open_cents });
  const all = [due(1, '2026-08-01', 1_850), due(2, '2026-09-01', 1_817), due(3, '2026-10-01', 50), due(4, '2026-11-01', 1_880)];
  test('what fits the payment is among the few that are shown', () => {
    expect(shownOf(all, 1_880).map(({ id }) => id)).toEqual([1, 2, 4]);
    expect(shownOf(all, 1_850).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(shownOf(all, 7).map(({ id }) => id)).toEqual([1, 2, 3]);
  });
  test('before it is given away each invoice says what it gets, the oldest first, and what is over', () => {
    expect(gets(all.slice(2).toReversed(), 1_880)).toMatchObject({
      paid: [
        { id: 3, cents: 50 },
        { id: 4, cents: 1_830 },
      ],
      over: 0,
    });
    expect(gets(all.slice(2, 3), 80)).toMatchObject({ paid: [{ id: 3, cents: 50 }], over: 30 });
  });
});
