import { beforeAll, expect, test } from 'vitest';
import { type LedgerAccount, ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildInvoiceIssuedPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { addDays, addMonths, monthEnd, monthOf, monthStart } from '#contract/time/days.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { ledgerModuleChecks } from './ledger-checks.ts';
import { closeMonth } from './periods.ts';
import { postJournal } from './post-journals.ts';
import { accountCsv, accountEntries, trialBalance, trialBalanceCsv } from './service.ts';

let services: TestServices;
let admin: TestPerson;
let owner: TestPerson;
let n = 0;
const first = '2027-03-01';
/** The journals of these tests: day, cents. The fourth is of a later month, and one is posted on the last day asked for. */
const posted = [
  [addDays(first, 4), 100_000],
  [addMonths(first, 1), 20_000],
  [addDays(addMonths(first, 1), 9), 3_000],
  [addMonths(first, 2), 400],
] as const;
const bill = (day: string, cents: number) =>
  postJournal(services.database.db, {
    key: `balances:${++n}`,
    kind: 'adjustment',
    day,
    valueDay: day,
    source: ['company', 1],
    companyId: owner.me.companyId,
    params: { what: 'a test', code: `T${n}` },
    pairs: buildInvoiceIssuedPostings({ fund: 'M', payer: { company: owner.me.companyId ?? 0, ref: 'balances' }, cents, depositCents: 0 }),
  });
const read = (period: { from: string; to: string }) => runAsPerson(services, admin, (ctx) => trialBalance(ctx, period));
const entries = (more: object = {}) => ({
  from: addMonths(first, 1),
  to: monthEnd(addMonths(first, 1)),
  fund: 'M' as const,
  account: ledgerAccounts.unpaidBillings,
  page: 1,
  page_size: 10 as const,
  ...more,
});

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, `${addMonths(first, 2)}T09:00:00Z`);
  admin = await createPerson(services, 'superadmin');
  owner = await createPerson(services, 'owner');
  for (const [day, cents] of posted) await bill(day, cents);
});

test('trial balance: a day in the middle of a month counts the entries up to that day, with equal totals of debits and credits', async () => {
  const { rows, totals, closed } = await read({ from: addMonths(first, 1), to: addDays(addMonths(first, 1), 8) });
  expect(closed).toBe(false);
  expect(rows).toEqual([
    {
      fund: 'M',
      code: ledgerAccounts.tenantReceivable,
      opening_cents: 100_000,
      debit_cents: 20_000,
      credit_cents: 0,
      closing_cents: 120_000,
      balance_debit_cents: 120_000,
      balance_credit_cents: 0,
    },
    {
      fund: 'M',
      code: ledgerAccounts.unpaidBillings,
      opening_cents: 100_000,
      debit_cents: 0,
      credit_cents: 20_000,
      closing_cents: 120_000,
      balance_debit_cents: 0,
      balance_credit_cents: 120_000,
    },
  ]);
  expect(totals).toEqual([{ fund: 'M', debit_cents: 20_000, credit_cents: 20_000, balance_debit_cents: 120_000, balance_credit_cents: 120_000 }]);
});

test('trial balance: the entries of an account lead from its opening to its closing balance and agree with the trial balance', async () => {
  const { from, to } = entries();
  const [, row] = (await read({ from, to })).rows;
  const found = await runAsPerson(services, admin, (ctx) => accountEntries(ctx, entries()));
  expect(found).toMatchObject({
    count: 2,
    opening_cents: row?.opening_cents,
    closing_cents: row?.closing_cents,
    debit_cents: 0,
    credit_cents: row?.credit_cents,
    results: [
      { credit_cents: 20_000, debit_cents: 0, balance_cents: 120_000, contra: ledgerAccounts.tenantReceivable, company: { id: owner.me.companyId } },
      { credit_cents: 3_000, balance_cents: 123_000, day: addDays(from, 9) },
    ],
  });
  const second = await runAsPerson(services, admin, (ctx) => accountEntries(ctx, entries({ page: 2 })));
  expect(second).toMatchObject({ count: 2, results: [], closing_cents: 123_000 });
  expect((await runAsPerson(services, admin, (ctx) => accountEntries(ctx, entries({ ref: 'another' })))).count).toBe(0);
});

test('trial balance: files contain the totals of each fund, and every entry with its running balance', async () => {
  const { from, to } = entries();
  const balances = await runAsPerson(services, admin, (ctx) => trialBalanceCsv(ctx, { from, to }));
  expect(balances.csv.split('\r\n').filter(Boolean).at(-1)).toMatch(/Total.*230,230,1230,1230/);
  const general = await runAsPerson(services, admin, (ctx) => accountCsv(ctx, entries()));
  expect(general).toMatchObject({ count: 2, more: false, name: `account-2110-${from}-${to}.csv` });
  expect(general.csv.split('\r\n').filter(Boolean).at(-1)).toMatch(/,0,30,1230$/);
});

test('trial balance: closing a month changes no balance', async () => {
  const periods = [
    { from: first, to: monthEnd(first) },
    { from: addDays(first, 2), to: addDays(addMonths(first, 1), 20) },
    { from: addMonths(first, 1), to: addMonths(first, 2) },
  ];
  const before = await Promise.all(periods.map(read));
  await services.database.db.transaction().execute((tx) => closeMonth(tx, monthOf(first), null, ledgerModuleChecks));
  const after = await Promise.all(periods.map(read));
  expect(after.map(({ rows, totals }) => ({ rows, totals }))).toEqual(before.map(({ rows, totals }) => ({ rows, totals })));
  expect(after.map(({ closed }) => closed)).toEqual([true, false, false]);
  expect(monthStart(first)).toBe(first);
});

test('trial balance: receipts and payouts of a paybill are one account, so that payouts are no negative balance', async () => {
  const day = addMonths(first, 2);
  const ref = 'collection:77';
  const about = { kind: 'adjustment', day, valueDay: day, source: ['company', 1], params: { what: 'a test', code: 'T' } } as const;
  const [paybill, payouts, suspense] = [ledgerAccounts.mpesaPaybill, ledgerAccounts.mpesaPayouts, ledgerAccounts.unallocatedReceipts];
  const pair = (dr: LedgerAccount, cr: LedgerAccount, cents: number) => ({ fund: 'C' as const, dr, cr, cents: toCents(cents) });
  await postJournal(services.database.db, { ...about, key: 'paybill:in', pairs: [pair({ code: paybill, ref }, { code: suspense }, 500_000)] });
  await postJournal(services.database.db, { ...about, key: 'paybill:out', pairs: [pair({ code: suspense }, { code: payouts, ref }, 200_500)] });
  const rows = (await read({ from: day, to: day })).rows.filter(({ fund }) => fund === 'C');
  expect(rows.map(({ code, closing_cents }) => [code, closing_cents])).toEqual([
    [paybill, 299_500],
    [suspense, 299_500],
  ]);
  const found = await runAsPerson(services, admin, (ctx) => accountEntries(ctx, entries({ from: day, to: day, fund: 'C', account: paybill, ref })));
  expect(found).toMatchObject({ count: 2, closing_cents: 299_500 });
});
