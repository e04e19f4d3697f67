import { expect, test } from 'vitest';
import { listWorksheetLines, listWorksheetParts } from '#contract/accounting/worksheet-lines.ts';
import type { AccountReconciliation } from '#contract/bank-statement/account-reconciliation.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { buildWorksheetDocument } from './worksheet-pdf.ts';

const listOf = <T extends { readonly cents: number }>(...items: T[]) => ({
  count: items.length,
  cents: sumCents(items.map(({ cents }) => cents)),
  items,
});
const item = (code: string, day: string, cents: number, overdue = false) => ({
  kind: 'swept',
  journal_id: 1,
  code,
  who: `of ${code}`,
  day,
  cents,
  overdue,
});
const figures: AccountReconciliation = {
  account: { id: 1, name: 'Clients', number: '0110', rail: 'bank', fund: 'C', codes: [1010] },
  day: '2027-03-31',
  bank: null,
  ledger_cents: 0,
  late_cents: 0,
  contested_cents: 0,
  in_doubt_cents: 0,
  difference_cents: null,
  outstanding: { ...listOf(item('PAY-OLD', '2027-03-02', 70_100, true), item('PAY-NEW', '2027-03-30', 20_200)), count: 5, cents: 99_900 },
  overdue_moves: listOf(item('MOV-OLD', '2027-03-03', 30_300, true)),
  in_transit: listOf(item('CHQ-OLD', '2027-03-04', -40_400, true)),
  unidentified: listOf({ statement_id: 9, n: 3, day: '2027-03-05', details: 'UNKNOWN DEPOSIT', cents: 50_500, ignored: false }),
  after: listOf(item('AFTER-1', '2027-03-31', 60_600)),
  sent: listOf(item('SENT-1', '2027-03-06', -80_800, true)),
};
const row = {
  code: 'WKS-1',
  name: 'Clients',
  number: '0110',
  day: '2027-03-31',
  status: 'prepared',
  note: '',
  figures,
  prepared_at: new Date('2027-04-01'),
  preparer: 'Amina',
  decider: null,
  decided_at: null,
} as unknown as Parameters<typeof buildWorksheetDocument>[0];

test('worksheet: the PDF lists the parts, entries, days and overdue marks of the screen, and the same totals', () => {
  const { parts } = buildWorksheetDocument(row);
  const printed = parts.flatMap((part, n) => {
    const table = parts[n + 1];
    return 'heading' in part && table && 'table' in table ? [{ title: part.heading, rows: table.table.rows }] : [];
  });
  const shown = listWorksheetParts(figures);
  expect(printed.map(({ title }) => title)).toEqual(shown.map(({ title }) => title()));
  expect(printed).toHaveLength(6);
  for (const [n, { entries }] of shown.entries())
    for (const [k, entry] of entries.entries()) {
      const [day, text, amount] = printed[n]?.rows[k] ?? [];
      expect([day, amount]).toEqual([formatLongDate(entry.day), formatKesPlain(entry.cents, true)]);
      expect(text).toContain(entry.text);
      expect(String(text).includes('Overdue on the statement')).toBe(entry.overdue);
    }
  // Three entries are not listed; their sum makes the total of the line.
  expect(printed[0]?.rows.at(-1)).toEqual(['', 'And 3 more. The ledger lists all entries.', formatKesPlain(9_600, true)]);
  const sums = parts.flatMap((part) => ('sums' in part ? part.sums : []));
  expect(sums.map(([label]) => label)).toEqual(listWorksheetLines(figures).map(({ label }) => label()));
});
