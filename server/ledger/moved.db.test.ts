import { beforeAll, expect, test } from 'vitest';
import { platformTaken } from '#contract/commission/postings.ts';
import { accounts, type Pair } from '#contract/ledger/accounts.ts';
import { fundNames } from '#contract/ledger/labels.ts';
import * as postings from '#contract/ledger/postings.ts';
import { accountName } from '#contract/ledger/words.ts';
import { details } from '#server/invoice/one.ts';
import { freshHouse, type House } from '#test/db.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { billed, trusts } from '#test/worlds/payments.ts';
import { journal, journals, journalsCsv, post } from './service.ts';

let house: House;
let here: Place;
let head: Somebody;
const as = <T>(by: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, by, work);
const of = (source_id: number, source = 'invoice') => ({ source, source_id });

beforeAll(async () => {
  house = await freshHouse();
  here = await place(house);
  head = await somebody(house, 'superadmin');
  await trusts(house, here.owner.me.companyId ?? 0);
});

test('an invoice of rent and deposit is booked as what it asks for, wherever its journal is read', async () => {
  const tenancy = await livedIn(house, here.property, { unitId: await addUnit(house, here.property) });
  const { id } = await as(here.owner, (ctx) => billed(ctx, tenancy, 2_000_000, { deposit: 3_000_000 }));
  const panel = await as(here.owner, (ctx) => details(ctx, { id }));
  expect(panel.booked.map(({ cents }) => cents)).toEqual([5_000_000]);
  const list = await as(head, (ctx) => journals(ctx, { page: 1, page_size: 10, sort: '-id', z_filter: of(id) }));
  expect(list.results.map(({ cents }) => cents)).toEqual([5_000_000]);
  const one = await as(head, (ctx) => journal(ctx, { id: list.results[0]?.id ?? 0 }));
  expect([one.cents, ...one.entries.map(({ cents }) => cents)]).toEqual([5_000_000, 2_000_000, 3_000_000]);
  const { csv } = await as(head, (ctx) => journalsCsv(ctx, { z_filter: of(id), part: 1 }));
  // In words, as the screen says it, and whose it is.
  expect(csv).toContain(`1100 ${accountName(1100)}`);
  expect(csv).toContain(fundNames.C());
  expect(csv).not.toMatch(/[CDPM]:\d{4}:/);
  expect(csv).toContain(list.results[0]?.company?.name);
  expect(
    csv
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.trim().split(',').slice(-2)),
  ).toEqual([
    ['20000', '50000'],
    ['30000', '50000'],
  ]);
});

test('what goes by several accounts, or is split between them, is counted once', async () => {
  const company = here.owner.me.companyId ?? 0;
  const payer = { company, ref: 'booking:1' };
  const applied = { fund: 'C', payer, active: true, from: 'receipt' } as const;
  const till = { code: accounts.clientBank, ref: 'bank' } as const;
  const facts: readonly (readonly [string, number, readonly Pair[]])[] = [
    ['came', 900, postings.received(till, 900)],
    ['issued', 500, postings.issued({ fund: 'C', payer, cents: 200, depositCents: 300 })],
    ['rent', 200, postings.allocated({ ...applied, cents: 200, deposit: false })],
    ['deposit', 300, postings.allocated({ ...applied, cents: 300, deposit: true })],
    ['commission', 230, platformTaken(company, { amount: 200, tax: 30 }, 50)],
    ['bought', 116, postings.bought({ company, cents: 100, vatCents: 16, from: 'receipt' })],
    ['cleared', 300, postings.fundsCleared('D', 300)],
    ['back', 90, postings.creditedBack({ fund: 'C', payer, whose: payer, cents: 90, active: true, available: 40 })],
    [
      'sent',
      60,
      [
        ...postings.payoutApproved({ fund: 'C', code: accounts.ownerPayable, company }, 60),
        ...postings.payoutConfirmed({ fund: 'C', code: accounts.ownerPayable, company }, till, 60),
      ],
    ],
  ];
  for (const [n, [key, , pairs]] of facts.entries())
    await post(house.database.db, { key: `moved:${key}`, kind: 'adjustment', source: ['moved', n], params: {}, pairs });
  const found = await as(head, (ctx) => journals(ctx, { page: 1, page_size: 50, sort: 'id', z_filter: { source: 'moved' } }));
  expect(found.results.map(({ cents }) => cents)).toEqual(facts.map(([, sum]) => sum));
});
