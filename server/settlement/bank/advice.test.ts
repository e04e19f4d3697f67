import { expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import type { SettlementFull } from '#contract/settlement/shapes.ts';
import { inLocale } from '#server/kernel/locale.ts';
import { setLocaleSource } from '#words/locale.js';
import { adviceSheet, restOf } from './advice.ts';

test('a remittance advice that has not all its lines says how many more there are, and what they come to', () => {
  const figures = { total: cents(100_000), opening: cents(10_000) };
  const shown = [{ cents: 60_000 }, { cents: -5_000 }];
  expect(restOf(figures, shown, 2)).toEqual([]);
  const [row] = restOf(figures, shown, 1_052);
  expect(row?.[1]).toContain('1050');
  expect(row?.[2]).toBe('KES 350.00');
});

const zero = cents(0);
const figures = {
  ...{ opening: cents(4_000), gross: cents(300_000), commission: cents(-30_000), expenses: zero, tax: zero, sent: zero, other: zero },
  ...{ total: cents(274_000), held: cents(20_000), reserve: cents(10_000), later: zero, fee: cents(1_300), left: cents(30_000), net: cents(242_700) },
};
const payout: SettlementFull = {
  id: 1,
  code: 'STL-1',
  company: { id: 1, name: 'Nyumba Ltd' },
  county: null,
  kind: 'run',
  run: null,
  account_code: accounts.ownerPayable,
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

test('a remittance advice stands on our sheet: whom it is for, where it stands, and sums at the right that add up to what is sent', () => {
  setLocaleSource(inLocale.current);
  const sheet = (language: 'en' | 'sw', status: 'paid' | 'sending' = 'paid') =>
    inLocale.run(language, () =>
      adviceSheet({ ...payout, status }, { results: [line], count: 1 }, { from: 'Nyumba Ltd', reach: ['Box 1, Nairobi'] }),
    );
  const made = sheet('en');
  expect(made.letterhead).toMatchObject({ from: 'Makao', code: 'STL-1', badge: { tone: 'done' } });
  expect(sheet('en', 'sending').letterhead?.badge?.tone).toBe('open');
  expect(sheet('sw').title).toBe('Taarifa ya malipo');
  const facts = made.parts.flatMap((part) => ('facts' in part ? part.facts : []));
  expect(facts[0]?.lines).toEqual(['Nyumba Ltd', 'Box 1, Nairobi']);
  const [sums = []] = made.parts.flatMap((part) => ('sums' in part ? [part.sums] : []));
  expect(sums.map(([, value]) => value)).toEqual([4_000, 300_000, -30_000, -30_000, -1_300, 242_700].map((each) => kesPlain(each, true)));
});
