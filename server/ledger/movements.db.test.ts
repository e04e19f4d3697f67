import { beforeAll, expect, test } from 'vitest';
import { buildPlatformCommissionPostings } from '#contract/commission/postings.ts';
import { ledgerAccounts, type PostingPair } from '#contract/ledger/accounts.ts';
import { ledgerFundLabels } from '#contract/ledger/labels.ts';
import * as postings from '#contract/ledger/postings.ts';
import { buildPurchasePaidPostings } from '#contract/ledger/purchase-postings.ts';
import { getLedgerAccountLabel } from '#contract/ledger/words.ts';
import { readInvoiceDetails } from '#server/invoice/invoice-detail.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { journalDetails, journalsCsv, listJournals, postJournal } from './service.ts';

let services: TestServices;
let here: OwnerWithUnit;
let head: TestPerson;
const as = <T>(by: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, by, work);
const of = (source_id: number, source = 'invoice') => ({ source, source_id });

beforeAll(async () => {
  services = await createTestServices();
  here = await createOwnerWithUnit(services);
  head = await createPerson(services, 'superadmin');
  await setTrustMode(services, here.owner.me.companyId ?? 0);
});

test('journal amount: an invoice of rent and deposit shows its full amount in every list', async () => {
  const tenancy = await createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) });
  const { id } = await as(here.owner, (ctx) => issueRentInvoice(ctx, tenancy, 2_000_000, { deposit: 3_000_000 }));
  const panel = await as(here.owner, (ctx) => readInvoiceDetails(ctx, { id }));
  expect(panel.booked.map(({ cents }) => cents)).toEqual([5_000_000]);
  const list = await as(head, (ctx) => listJournals(ctx, { page: 1, page_size: 10, sort: '-id', z_filter: of(id) }));
  expect(list.results.map(({ cents }) => cents)).toEqual([5_000_000]);
  const one = await as(head, (ctx) => journalDetails(ctx, { id: list.results[0]?.id ?? 0 }));
  expect([one.cents, ...one.entries.map(({ cents }) => cents)]).toEqual([5_000_000, 2_000_000, 3_000_000]);
  const { csv } = await as(head, (ctx) => journalsCsv(ctx, { z_filter: of(id), part: 1 }));
  // The account's name as on the page, and the subject of the account.
  expect(csv).toContain(`1100 ${getLedgerAccountLabel(1100)}`);
  expect(csv).toContain(ledgerFundLabels.C());
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

test('journal amount: money that passes through an account or is split between accounts is counted once', async () => {
  const company = here.owner.me.companyId ?? 0;
  const payer = { company, ref: 'booking:1' };
  const applied = { fund: 'C', payer, active: true, from: 'receipt' } as const;
  const till = { code: ledgerAccounts.clientBank, ref: 'bank' } as const;
  const facts: readonly (readonly [string, number, readonly PostingPair[]])[] = [
    ['came', 900, postings.buildMoneyReceivedPostings(till, 900)],
    ['issued', 500, postings.buildInvoiceIssuedPostings({ fund: 'C', payer, cents: 200, depositCents: 300 })],
    ['rent', 200, postings.buildPaymentAllocatedPostings({ ...applied, cents: 200, deposit: false })],
    ['deposit', 300, postings.buildPaymentAllocatedPostings({ ...applied, cents: 300, deposit: true })],
    ['commission', 230, buildPlatformCommissionPostings(company, { amount: 200, tax: 30 }, 50)],
    ['bought', 116, buildPurchasePaidPostings({ company, cents: 100, vatCents: 16, from: 'receipt' })],
    ['cleared', 300, postings.buildInterfundClearedPostings('D', 300)],
    ['back', 90, postings.buildCreditNoteCreditedPostings({ fund: 'C', payer, whose: payer, cents: 90, active: true, available: 40 })],
    [
      'sent',
      60,
      [
        ...postings.buildPayoutApprovedPostings({ fund: 'C', code: ledgerAccounts.ownerPayable, company }, 60),
        ...postings.buildPayoutConfirmedPostings({ fund: 'C', code: ledgerAccounts.ownerPayable, company }, till, 60),
      ],
    ],
  ];
  for (const [n, [key, , pairs]] of facts.entries())
    await postJournal(services.database.db, { key: `moved:${key}`, kind: 'adjustment', source: ['moved', n], params: {}, pairs });
  const found = await as(head, (ctx) => listJournals(ctx, { page: 1, page_size: 50, sort: 'id', z_filter: { source: 'moved' } }));
  expect(found.results.map(({ cents }) => cents)).toEqual(facts.map(([, sum]) => sum));
});
