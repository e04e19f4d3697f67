import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import {
  calculateUnexplainedDifference,
  findExactSum,
  findInTransitItems,
  findNewMovements,
  findOutstandingJournals,
  readStatementBalances,
  type UnseenJournal,
} from './reconcile.ts';

const moves = fc.array(
  fc.integer({ min: -1_000_000, max: 1_000_000 }).filter((n) => n !== 0),
  { minLength: 2, maxLength: 30 },
);
const written = (opening: number, sums: readonly number[]) => {
  let balance = opening;
  return sums.map((sum, n) => {
    balance += sum;
    return { day: `2027-03-${String(n + 1).padStart(2, '0')}`, cents: sum, balance };
  });
};

describe('bank statement balances', () => {
  test('reads opening and closing balance whether the oldest or the newest line comes first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_000_000 }), moves, (opening, sums) => {
        const lines = written(opening, sums);
        const ends = { opening, closing: opening + sums.reduce((a, b) => a + b, 0) };
        expect(readStatementBalances(lines)).toEqual(ends);
        expect(readStatementBalances(lines.toReversed())).toEqual(ends);
      }),
    );
  });
  test('a statement with a missing line is reported as broken, and a statement without balances as unknown', () => {
    const lines = written(1000, [500, -200, 300, 700]);
    expect(readStatementBalances(lines.filter((_, n) => n !== 2))).toBe('broken');
    expect(readStatementBalances(lines.map((line) => ({ ...line, balance: null })))).toBeNull();
    expect(readStatementBalances(lines.map((line, n) => (n === 0 || n === 3 ? { ...line, balance: null } : line)))).toBeNull();
    expect(readStatementBalances([])).toBeNull();
    // Money in and out again on one day can be read in both orders.
    const both = written(1000, [500, -500]);
    expect(readStatementBalances(both)).toEqual({ opening: 1000, closing: 1000 });
    expect(readStatementBalances(both.toReversed())).toEqual({ opening: 1000, closing: 1000 });
    const up = both.map((line) => ({ ...line, day: '2027-03-01' }));
    expect(readStatementBalances(up, 1000)).toEqual({ opening: 1000, closing: 1000 });
    expect(readStatementBalances(up, 1500)).toEqual({ opening: 1500, closing: 1500 });
  });
  test('the last movement with a balance closes the statement, and totals and headings below it do not count', () => {
    const lines = written(1000, [500, -200]);
    const total = { day: null, cents: 300, balance: null };
    const closing = { day: '2027-03-31', cents: null, balance: 99_999 };
    expect(readStatementBalances([...lines, total, closing])).toEqual({ opening: 1000, closing: 1300 });
    // A bank that shows one balance a day.
    expect(readStatementBalances(written(1000, [500, -200, 300]).map((line, n) => (n === 0 ? { ...line, balance: null } : line)))).toEqual({
      opening: 1000,
      closing: 1600,
    });
  });
  test('new movements are found behind those of earlier statements, and lines added between them are scattered', () => {
    const seen = (lines: ReturnType<typeof written>, which: readonly number[]) => lines.map((line, n) => ({ ...line, seen: which.includes(n) }));
    const lines = written(1000, [500, -200, 300, 700]);
    const ends = { opening: toCents(1000), closing: toCents(2300) };
    const fresh = { opening: 1300, closing: 2300, first: '2027-03-03', last: '2027-03-04' };
    expect(findNewMovements(seen(lines, [0, 1]), ends)).toEqual(fresh);
    expect(findNewMovements(seen(lines, [0, 1]).toReversed(), ends)).toEqual(fresh);
    expect(findNewMovements(seen(lines, [0, 1, 2, 3]), ends)).toBeNull();
    expect(findNewMovements(seen(lines, [0, 2]), ends)).toBe('scattered');
    expect(findNewMovements(seen(lines, [0, 3]), ends)).toMatchObject({ opening: 1500, closing: 1600 });
  });
});

test('reconciliation: the unexplained difference is the total difference less all explained parts, to the cent', () => {
  expect(calculateUnexplainedDifference(100_000, 100_000, [])).toBe(0);
  expect(calculateUnexplainedDifference(100_001, 100_000, [])).toBe(1);
  expect(calculateUnexplainedDifference(90_000, 100_000, [{ what: 'contested', cents: toCents(-10_000) }])).toBe(0);
});
test('reconciliation: money in transit explains a difference up to its own amount only', () => {
  expect(findInTransitItems(700, 1000, { out: 300, coming: 0 })).toEqual([{ what: 'under_way', cents: -300 }]);
  expect(findInTransitItems(699, 1000, { out: 300, coming: 0 })).toEqual([]);
  expect(findInTransitItems(1200, 1000, { out: 300, coming: 200 })).toEqual([{ what: 'arriving', cents: 200 }]);
  expect(findInTransitItems(1201, 1000, { out: 300, coming: 200 })).toEqual([]);
});

describe('outstanding journals', () => {
  let id = 0;
  const journal = (cents: number, given: Partial<UnseenJournal> = {}): UnseenJournal => ({
    id: ++id,
    cents,
    isTransfer: true,
    isRecent: true,
    isCertain: false,
    isOverdue: false,
    ...given,
  });
  const sums = (rest: number, unseen: readonly UnseenJournal[]) => findOutstandingJournals(rest, unseen).map(({ cents }) => cents);

  test('a payout that the balance cannot contain is outstanding whatever else differs, and however old it is', () => {
    expect(sums(1_747_804, [journal(1_747_804)])).toEqual([1_747_804]);
    expect(sums(1_747_805, [journal(1_747_804, { isCertain: true, isRecent: false })])).toEqual([1_747_804]);
    expect(sums(0, [journal(500, { isCertain: true })])).toEqual([500]);
  });
  test('an uncertain payout is outstanding only if it explains the rest, alone or with others', () => {
    expect(sums(1_747_804, [journal(900_000, { isRecent: false }), journal(1_747_804), journal(25_000, { isRecent: false })])).toEqual([1_747_804]);
    expect(sums(700, [journal(300, { isRecent: false }), journal(400, { isRecent: false }), journal(999, { isRecent: false })])).toEqual([300, 400]);
    expect(sums(701, [journal(300, { isRecent: false }), journal(999, { isRecent: false })])).toEqual([]);
    expect(sums(0, [journal(300)])).toEqual([]);
  });
  test('a journal that is no transfer explains a difference on its last days only', () => {
    const receipt = { isTransfer: false } as const;
    expect(sums(-70_000, [journal(-70_000, receipt)])).toEqual([-70_000]);
    expect(sums(-70_000, [journal(-70_000, { ...receipt, isRecent: false, isCertain: true })])).toEqual([]);
  });
  test('the parts of a sum are found whatever their order, the fewest first', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 10 }), (amounts) => {
        const items = amounts.map((cents) => ({ cents }));
        const chosen = items.filter((_, n) => n % 2 === 0);
        const wanted = chosen.reduce((sum, { cents }) => sum + cents, 0);
        const found = findExactSum(wanted, items) ?? [];
        expect(found.reduce((sum, { cents }) => sum + cents, 0)).toBe(wanted);
        expect(found.length).toBeLessThanOrEqual(chosen.length);
      }),
    );
    expect(findExactSum(5, [{ cents: 2 }, { cents: 4 }])).toBeNull();
  });
  test('a sum of a few is found among thirty transfers, and an unrelated amount is not explained by chance', () => {
    const items = Array.from({ length: 30 }, (_, n) => ({ cents: 1_000_003 + n * n * 7_919 * 101 }));
    const last = items.slice(-4);
    expect(
      findExactSum(
        last.reduce((sum, { cents }) => sum + cents, 0),
        items,
      ),
    ).toEqual(last);
    expect(findExactSum(175_000_001, items)).toBeNull();
  });
  test('an own move that complete statements should have shown explains nothing', () => {
    expect(sums(5_000, [journal(5_000, { isCertain: true, isOverdue: true }), journal(700, { isCertain: true })])).toEqual([700]);
  });
});

test('statement balances: a file newest first, of which only the oldest line has a balance, shows no closing balance', () => {
  const lines = [
    { day: '2027-03-03', cents: 3_000, balance: null },
    { day: '2027-03-02', cents: 2_000, balance: null },
    { day: '2027-03-01', cents: 1_000, balance: 101_000 },
  ];
  expect(readStatementBalances(lines)).toBeNull();
  expect(readStatementBalances(lines.toReversed())).toBeNull();
});
