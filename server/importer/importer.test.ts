import { describe, expect, test } from 'vitest';
import { buildHeadingColumn } from '#contract/importer/columns.ts';
import { type CsvRow, readTable } from '#contract/importer/csv-table.ts';
import { readDay, readMoney } from '#contract/importer/parsers.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';
import { type CellProblem, checkSheet, makeRowReader, runBatches, type SheetImport } from './service.ts';

/** A sheet as a module would declare it. */
const columns = { day: buildHeadingColumn('date tarehe'), payee: buildHeadingColumn('payee mlipwaji'), amount: buildHeadingColumn('amount kiasi') };
type Field = keyof typeof columns;
type Expense = { line: number; day: string | null; payee: string; cents: number | null; problems: CellProblem<Field>[] };
const expenses: SheetImport<{ csv: string }, { seen: Set<string> }, CsvRow<Field>, Expense, number> = {
  document: 'property',
  load: async () => ({ seen: new Set() }),
  rows: ({ csv }) => readTable(csv, { columns, isHeading: ({ amount }) => amount !== undefined })?.rows ?? [],
  check: ({ line, text }, { seen }) => {
    const row = makeRowReader(text);
    const expense = {
      line,
      day: row.read('day', readDay),
      payee: row.short('payee', 20),
      cents: row.read('amount', readMoney),
      problems: row.problems,
    };
    const key = JSON.stringify([expense.day, expense.payee, expense.cents]);
    if (seen.has(key)) row.wrong('payee', m.unit_cell_taken());
    seen.add(key);
    return expense;
  },
  isGood: ({ problems }) => problems.length === 0,
  noGoodRow: () => invalidInputRefusal({ csv: m.unit_problem_no_good_row() }),
  previewed: ({ good }) => ({ id: null, after: { good } }),
  apply: async (_ctx, { good }) => ({ applied: good, logged: { id: null, after: { good } } }),
};

describe('importer: rows of a sheet', () => {
  test('parses cells, reports a problem at each invalid cell, and detects a repeat of an earlier row', async () => {
    const csv = 'Tarehe,Mlipwaji,Kiasi\n1/12/2026,Nairobi Water,"12,500"\nsoon,Kenya Power and Lighting Company,many\n1/12/2026,Nairobi Water,12500';
    const { rows, good, bad } = await checkSheet(expenses, {} as Ctx, { csv });
    expect([good, bad]).toEqual([1, 2]);
    expect(rows[0]).toMatchObject({ line: 2, day: '2026-12-01', payee: 'Nairobi Water', cents: 1_250_000, problems: [] });
    expect(rows[1]?.problems.map(({ field, text }) => [field, text])).toEqual([
      ['day', 'soon'],
      ['payee', 'Kenya Power and Lighting Company'],
      ['amount', 'many'],
    ]);
    expect(rows[1]?.payee).toHaveLength(20);
    expect(rows[2]?.problems).toMatchObject([{ field: 'payee', text: 'Nairobi Water' }]);
  });
});

describe('importer: batches', () => {
  /** Ten rows; the given row cannot be imported. */
  const work = (bad: number | null) => {
    const [done, sizes]: [number[], number[]] = [[], []];
    const step = async (most: number) => {
      sizes.push(most);
      const next = Array.from({ length: Math.min(most, 10 - done.length) }, (_, n) => done.length + n + 1);
      if (next.includes(bad ?? 0)) throw new Error(`row ${bad}`);
      done.push(...next);
      return done.length < 10;
    };
    return { step, done, sizes };
  };
  test('imports all rows in batches', async () => {
    const { step, sizes } = work(null);
    let between = 0;
    await runBatches({ step, size: 4, between: async () => void between++, onFailure: () => undefined });
    expect([sizes, between]).toEqual([[4, 4, 4], 2]);
  });
  test('imports the rows of a failed batch one by one, up to the first failing row', async () => {
    const { step, done, sizes } = work(7);
    const failures: unknown[] = [];
    await expect(runBatches({ step, size: 4, onFailure: (problem) => failures.push(problem) })).rejects.toThrow('row 7');
    expect(done).toEqual([1, 2, 3, 4, 5, 6]);
    expect(sizes).toEqual([4, 4, 1, 1, 1]);
    expect(failures).toHaveLength(1);
  });
});
