import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { simulatorCredentials } from '#contract/daraja/simulator-credentials.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildSweepReceivedPostings, buildSweepSentPostings } from '#contract/ledger/postings.ts';
import { applyRate, toCents } from '#contract/money/cents.ts';
import { addDays, addMonths, countDaysBetween, type Day, monthEnd, monthOf, monthStart, startOfDay } from '#contract/time/days.ts';
import { recordReceipt } from '#server/collection/service.ts';
import { addCommissionRule } from '#server/commission/service.ts';
import { fillPayoutAccounts } from '#server/db/demo/money/money-payouts.ts';
import { chargeLateFees, issueDueInvoices } from '#server/invoice/service.ts';
import { asClock, type Ctx } from '#server/kernel/ctx.ts';
import { runLedgerChecks } from '#server/ledger/ledger-checks.ts';
import { closeCheckedLedgerMonth, decideMoneyMode, postJournal, readAccountBalance, requestMoneyMode } from '#server/ledger/service.ts';
import { matchPayment } from '#server/matching/service.ts';
import { approvePayout, createBankFile, importBankAnswer, startPayoutRun } from '#server/settlement/service.ts';
import { createCollectionAccount } from '#server/treasury/service.ts';
import { clientBankFile } from '#test/fixtures/payouts.ts';
import { setClock } from './clock.ts';
import { createTestServices, type TestServices } from './db.ts';
import { createOccupiedTenancy } from './fixtures/invoices.ts';
import { createOwnerWithUnit } from './fixtures/market.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from './people.ts';

let services: TestServices;
afterAll(() => setClock(services, null));
const first = '2027-01-01';
const homes = 12;
const db = () => services.database.db;

/** How many days after its due day a home pays, and which share: some in parts, one late enough for a late fee, one too much. */
const ways = [
  { after: 0, part: 10_000 },
  { after: 2, part: 10_000 },
  { after: 1, part: 6_000 },
  { after: 9, part: 10_000 },
  { after: 33, part: 10_000 },
  { after: 4, part: 10_500 },
];

test('ledger: a year of invoices, payments, charges, commission and payouts balances, and every month can be closed', {
  timeout: 180_000,
}, async () => {
  services = await createTestServices('bare');
  await setClock(services, '2026-12-20T09:00:00+03:00');
  const here = await createOwnerWithUnit(services);
  const [maker, second] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, maker, second);
  const as = <T>(who: TestPerson, work: (ctx: Ctx) => Promise<T>) => runAsPerson(services, who, work);
  const company = here.owner.me.companyId ?? 0;
  await as(maker, (ctx) => requestMoneyMode(ctx, { company_id: company, mode: 'trust', reason: 'held in trust for a year' }));
  await as(second, (ctx) => decideMoneyMode(ctx, { company_id: company, agree: true }));
  const rule = {
    tiers: null,
    fixed_cents: null,
    min_cents: toCents(0),
    max_cents: null,
    per: 'invoice' as const,
    region: null,
    property_id: null,
    company_id: null,
    months: null,
  };
  await as(maker, (ctx) =>
    addCommissionRule(ctx, {
      ...rule,
      name: 'Rent',
      beneficiary: 'platform',
      basis: 'rent_collected',
      kind: 'rate',
      bps: 250,
      vat_bps: 1600,
      starts_on: '2026-12-01',
      ends_on: null,
      priority: 0,
    }),
  );
  await sql`with f as (insert into late_fee_policy (company_id) values (${company}) returning id)
    insert into late_fee_tier (policy_id, step, place, grace_days, every, kind, value) select id, 0, 0, 5, 'once', 'percent', 500 from f`.execute(
    db(),
  );
  const mpesa = await createCollectionAccount(db(), {
    company_id: null,
    rail: 'mpesa',
    name: 'M-Pesa',
    number: simulatorCredentials.shortcode,
    bank_code: null,
    fund: 'C',
    of_env: true,
  });
  const bank = await createCollectionAccount(db(), { company_id: null, rail: 'bank', name: 'Clients', number: '0110', bank_code: '01', fund: 'C' });
  if (!mpesa || !bank) throw new Error('no accounts');
  await fillPayoutAccounts(db(), [company]);
  const tenancies: number[] = [];
  for (let n = 0; n < homes; n++) tenancies.push(await createOccupiedTenancy(services, here.property, { rentCents: 2_000_000 + n * 150_000 }));

  let paid = 0;
  for (let day: Day = addDays(first, -8); day < addMonths(first, 12); day = addDays(day, 1)) {
    await setClock(services, `${day}T07:00:00+03:00`);
    await issueDueInvoices(db());
    await chargeLateFees(db());
    for (const [n, tenancyId] of tenancies.entries())
      paid += await payFor(tenancyId, day, ways[n % ways.length] ?? { after: 0, part: 10_000 }, mpesa);
    if (!day.endsWith('-06') || day < addMonths(first, 1)) continue;
    const month = addMonths(monthStart(day), -1);
    await sweep(mpesa.id, bank.id, day);
    await payOut(as, maker, second, monthEnd(month));
    const proven = await runLedgerChecks(db(), 'all');
    expect({ month, failed: proven.failed }).toEqual({ month, failed: [] });
    if (month === first) await as(maker, (ctx) => closeCheckedLedgerMonth(ctx, { month: monthOf(addMonths(first, -1)) }));
    await as(maker, (ctx) => closeCheckedLedgerMonth(ctx, { month: monthOf(month) }));
  }
  await setClock(services, '2028-01-03T09:00:00+03:00');
  await as(maker, (ctx) => closeCheckedLedgerMonth(ctx, { month: '2027-12' }));
  const { rows } = await sql<{ journals: number; periods: number; out: number; fees: number; commissions: number; sent: number; late: number }>`select
      (select count(*)::int from journal) as journals, (select count(*)::int from ledger_period) as periods, (select coalesce(abs(sum(dr) - sum(cr)), 0)::int from ledger_period_total where month = '2027-12-01') as out,
      (select count(*)::int from late_fee) as fees, (select count(*)::int from commission) as commissions, (select count(*)::int from settlement_payment where status = 'paid') as sent,
      (select count(*)::int from journal j join ledger_period p on p.month = j.month where j.at > p.closed_at) as late`.execute(db());
  expect(paid).toBeGreaterThan(homes * 11);
  expect(rows[0]).toMatchObject({ periods: 13, out: 0, sent: 11, late: 0 });
  expect(rows[0]?.fees).toBeGreaterThan(20);
  expect(rows[0]?.commissions).toBeGreaterThan(homes * 10);
  await expect(as(maker, (ctx) => closeCheckedLedgerMonth(ctx, { month: '2027-12' }))).rejects.toMatchObject({ failure: 'conflict' });
});

/** Pays what fell due the given number of days ago, with the message of the paybill. */
async function payFor(
  tenancyId: number,
  day: Day,
  way: { after: number; part: number },
  account: NonNullable<Awaited<ReturnType<typeof createCollectionAccount>>>,
): Promise<number> {
  const { rows } = await sql<{
    id: number;
    open: number;
    due: Day;
    code: string;
    paid: number;
  }>`select i.id, i.open_cents as open, i.paid_cents as paid, i.due_on::text as due, t.code
    from invoice i join tenancy t on t.id = i.tenancy_id where i.tenancy_id = ${tenancyId} and i.status in ('unpaid', 'active') order by i.due_on, i.id limit 1`.execute(
    db(),
  );
  const [one] = rows;
  // The rest of a partial payment is paid with the next month.
  if (!one || countDaysBetween(one.due, day) < way.after + (one.paid > 0 ? 25 : 0)) return 0;
  const sum = one.paid > 0 ? Number(one.open) : applyRate(Number(one.open), way.part);
  const taken = await db()
    .transaction()
    .execute((tx) =>
      recordReceipt(asClock(tx), {
        rail: 'mpesa',
        external: `Y${one.id}X${day.replaceAll('-', '')}`,
        account,
        cents: sum,
        paidAt: new Date(startOfDay(day).getTime() + 6 * 3_600_000),
        accountText: one.code.replaceAll('-', ''),
        payer: 'SOMEBODY',
        phone: { phone_sealed: null, phone_tail: '123', phone_mark: null },
        verifiedBy: 'pull',
      }),
    );
  if (taken.paymentId !== null) await matchPayment(db(), taken.paymentId);
  return 1;
}

async function sweep(mpesa: number, bank: number, day: Day): Promise<void> {
  const [from, to] = [
    { code: ledgerAccounts.mpesaPaybill, ref: `collection:${mpesa}` },
    { code: ledgerAccounts.clientBank, ref: `collection:${bank}` },
  ];
  const there = await readAccountBalance(db(), 'C', from);
  const said = { kind: 'swept' as const, source: ['collection_account', mpesa] as const, params: { how: 'M-Pesa', code: day } };
  await db()
    .transaction()
    .execute(async (tx) => {
      await postJournal(tx, { ...said, key: `sweep:${day}:out`, pairs: buildSweepSentPostings(from, there) });
      await postJournal(tx, { ...said, key: `sweep:${day}:in`, pairs: buildSweepReceivedPostings(to, there) });
    });
}

type As = <T>(who: TestPerson, work: (ctx: Ctx) => Promise<T>) => Promise<T>;
async function payOut(as: As, maker: TestPerson, second: TestPerson, cutOff: Day): Promise<void> {
  const made = await as(maker, (ctx) => startPayoutRun(ctx, { cut_off: cutOff }));
  expect(made.made, JSON.stringify(made.skipped)).toBe(1);
  const { rows } = await sql<{ id: number; net_cents: number }>`select id, net_cents from settlement_payment where status = 'draft'`.execute(db());
  for (const { id, net_cents } of rows) {
    await expect(as(maker, (ctx) => approvePayout(ctx, { id: Number(id), net_cents: Number(net_cents) }))).rejects.toMatchObject({
      failure: 'forbidden',
    });
    expect(await as(second, (ctx) => approvePayout(ctx, { id: Number(id), net_cents: Number(net_cents) }))).toMatchObject({ approved: true });
  }
  const { csv } = await as(second, (ctx) => createBankFile(ctx, clientBankFile));
  const references = csv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',')[0]?.replaceAll('"', '') ?? '');
  const answer = ['reference,status,external', ...references.map((one) => `${one},paid,BK${one}`)].join('\n');
  expect(await as(second, (ctx) => importBankAnswer(ctx, { csv: answer, dry: false }))).toMatchObject({
    asked: 0,
    unread: [],
  });
}
