import { expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { SettlementDetails } from '#contract/settlement/shapes.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { setLocaleSource } from '#words/locale.js';
import { buildRemainingAdviceLine, buildRemittanceAdviceDocument } from './advice.ts';

test('remittance advice: a shortened list states the number and the total of the remaining lines', () => {
  const figures = { total: toCents(100_000), opening: toCents(10_000) };
  const shown = [{ cents: 60_000 }, { cents: -5_000 }];
  expect(buildRemainingAdviceLine(figures, shown, 2)).toEqual([]);
  const [row] = buildRemainingAdviceLine(figures, shown, 1_052);
  expect(row?.[1]).toContain('1050');
  expect(row?.[2]).toBe('KES 350.00');
});

const zero = toCents(0);
const figures = {
  opening: toCents(4_000),
  gross: toCents(300_000),
  commission: toCents(-30_000),
  expenses: zero,
  tax: zero,
  sent: zero,
  other: zero,
  total: toCents(274_000),
  held: toCents(20_000),
  reserve: toCents(10_000),
  later: zero,
  fee: toCents(1_300),
  left: toCents(30_000),
  net: toCents(242_700),
};
const payout: SettlementDetails = {
  id: 1,
  code: 'STL-1',
  company: { id: 1, name: 'Nyumba Ltd' },
  county: null,
  kind: 'run',
  run: null,
  account_code: ledgerAccounts.ownerPayable,
  cut_off: '2027-03-20',
  rail: 'mpesa',
  to: 'M-Pesa •••678',
  net_cents: 242_700,
  fee_cents: 1_300,
  status: 'paid',
  made_by: null,
  approved_by: null,
  created_at: '2027-03-20T06:00:00Z',
  paid_at: '2027-03-20T09:00:00Z',
  figures,
  frees_on: '2027-03-24',
  wanted_cents: null,
  transfers: [],
  blocked: null,
  moves: [],
  may_take_back: false,
  revision: 1,
};
const line = { id: 1, line: 1, code: 'JRN-1', day: '2027-03-05', kind: 'gross', says: 'Rent', page: null, cents: 270_000 } as const;

test('remittance advice: shows the payee, the title, and right-aligned amounts that add up to the net amount', () => {
  setLocaleSource(localeContext.current);
  const sheet = (language: 'en' | 'sw', status: 'paid' | 'sending' = 'paid') =>
    localeContext.run(language, () =>
      buildRemittanceAdviceDocument({ ...payout, status }, { results: [line], count: 1 }, { from: 'Nyumba Ltd', reach: ['Box 1, Nairobi'] }),
    );
  const made = sheet('en');
  expect(made.letterhead).toMatchObject({ from: 'Makao', code: 'STL-1', badge: { tone: 'done' } });
  expect(sheet('en', 'sending').letterhead?.badge?.tone).toBe('open');
  expect(sheet('sw').title).toBe('Ilani ya malipo');
  const facts = made.parts.flatMap((part) => ('facts' in part ? part.facts : []));
  expect(facts[0]?.lines).toEqual(['Nyumba Ltd', 'Box 1, Nairobi']);
  const [sums = []] = made.parts.flatMap((part) => ('sums' in part ? [part.sums] : []));
  expect(sums.map(([, value]) => value)).toEqual([4_000, 300_000, -30_000, -30_000, -1_300, 242_700].map((each) => formatKesPlain(each, true)));
});
