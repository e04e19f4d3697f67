import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { toCents } from '#contract/money/cents.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import { runOnReserveConnection } from '#server/db/one-connection.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { onPaymentAllocatedForWallet, onPaymentUnallocatedForWallet } from '#server/wallet/holds.ts';
import { readWalletBalances, walletService } from '#server/wallet/service.ts';
import { freezeClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { setLocaleSource } from '#words/locale.js';
import { onFeaturedBoughtForCommission, onPaymentAllocatedForCommission, onPlanPaid, onTenancyActivatedForCommission } from './accrue.ts';
import { onFeaturedRefundedForCommission, onInvoiceCreditedForCommission, onPaymentUnallocatedForCommission } from './reverse.ts';
import * as commission from './service.ts';

let services: TestServices;
let admin: TestPerson;
let n = 1000;
let today: Day;
const inTx = <T>(work: (ctx: ReturnType<typeof asClock>) => Promise<T>) =>
  services.database.db.transaction().execute((tx) => work(asClock(tx, 'a test')));

type Allocated = DomainEvents['payment.allocated'];
/** Rent of a unit whose owner gave an agent a mandate, and the ledger state before: the rent is the owner's. */
async function home({ status = 'active' as 'active' | 'pending', bp = null as number | null } = {}) {
  const at = await createOwnerWithUnit(services);
  const company = at.owner.me.companyId ?? 0;
  const { db } = services.database;
  const tenancy = await db
    .insertInto('tenancy')
    .values({
      ...{ company_id: company, property_id: at.property, unit_id: at.unit, listing_type: 0, status, starts_on: today },
      ...{ ends_on: addDays(today, 364) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const agent = await createPerson(services, 'agent');
  const agentCompany = agent.me.companyId ?? 0;
  if (bp !== null)
    await db
      .insertInto('mandate')
      .values({ owner_company_id: company, agent_company_id: agentCompany, all_properties: true, scope: 'full_management', commission_bp: bp })
      .execute();
  const paid = async (sum: number, lineKind = 'rent'): Promise<Allocated> => {
    const allocationId = ++n;
    const account = status === 'active' ? ({ code: 2000, company } as const) : ({ code: 2095, company, tenancy: tenancy.id } as const);
    await postJournal(db, {
      ...{ key: `allocation:${allocationId}`, kind: 'money_allocated', source: ['allocation', allocationId], companyId: company, params: {} },
      pairs: [{ fund: 'C', dr: { code: 2030 }, cr: account, cents: toCents(sum) }],
    });
    return {
      ...{
        ...{ allocationId, paymentId: allocationId, invoiceId: 1, lineId: 1, lineKind, companyId: company },
        ...{ agentCompanyId: bp === null ? null : agentCompany },
      },
      ...{ propertyId: at.property, tenancyId: tenancy.id, fund: 'C', cents: sum, on: today },
    };
  };
  /** Move-in: held rent becomes the owner's. */
  const keys = async (sum: number) => {
    await postJournal(db, {
      ...{ key: `tenancy:${tenancy.id}:active`, kind: 'tenancy_active', source: ['tenancy', tenancy.id], companyId: company, params: {} },
      pairs: sum === 0 ? [] : [{ fund: 'C', dr: { code: 2095, company, tenancy: tenancy.id }, cr: { code: 2000, company }, cents: toCents(sum) }],
    });
    await inTx((ctx) => onTenancyActivatedForCommission(ctx, { tenancyId: tenancy.id, unitId: at.unit, bookingId: null }));
  };
  return { ...at, company, agent, agentCompany, tenancy: tenancy.id, paid, keys };
}
const rows = (allocationId: number) =>
  services.database.db.selectFrom('commission').selectAll().where('source_id', '=', allocationId).orderBy('id').execute();
const at = (fund: 'C' | 'P', code: 2000 | 2040 | 4000 | 2075 | 1350 | 2050, company?: number) =>
  readAccountBalance(services.database.db, fund, { code, ...(company ? { company } : {}) });
const rule = (facts: object) =>
  runAsPerson(services, admin, (ctx) =>
    commission.addCommissionRule(ctx, {
      ...{
        name: 'Platform',
        beneficiary: 'platform',
        basis: 'rent_collected',
        kind: 'rate',
        bps: 500,
        fixed_cents: null,
        tiers: null,
        min_cents: toCents(0),
      },
      ...{
        max_cents: null,
        vat_bps: 1600,
        per: 'invoice',
        company_id: null,
        property_id: null,
        region: null,
        months: null,
        starts_on: today,
        ends_on: null,
      },
      ...{ priority: 0, ...facts },
    }),
  );

beforeAll(async () => {
  services = await createTestServices();
  today = await freezeClock(services);
  admin = await createPerson(services, 'superadmin');
});

test('commission: the second of two concurrent batches is calculated after the first and includes it in the monthly base', async () => {
  const it = await home({ status: 'pending' });
  await rule({ company_id: it.company, per: 'month' });
  const [one, two] = [await it.paid(100_000), await it.paid(100_000)];
  const [second] = await inTx(async (ctx) => {
    await onPaymentAllocatedForCommission(ctx, [one]);
    const waiting = runOnReserveConnection('another batch', () => inTx((other) => onPaymentAllocatedForCommission(other, [two])));
    const waits = () => sql`select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`.execute(ctx.db);
    await expect.poll(async () => (await waits()).rows.length).toBeGreaterThan(0);
    return [waiting];
  });
  await second;
  expect((await rows(two.allocationId)).map((row) => Number(row.heap_cents))).toEqual([200_000]);
});

describe('commission on received rent', () => {
  test("posts Makao's share with VAT and the agent's share by mandate once; reversing the payment reverses both", async () => {
    const one = await home({ bp: 1000 });
    await rule({ name: 'Of this owner', company_id: one.company });
    const [before, vat] = [await at('P', 4000), await at('P', 2075)];
    const what = await one.paid(4_500_000);
    await inTx((ctx) => onPaymentAllocatedForCommission(ctx, [what]));
    await inTx((ctx) => onPaymentAllocatedForCommission(ctx, [what]));
    expect((await rows(what.allocationId)).map((row) => [row.beneficiary, row.amount_cents, row.tax_cents, row.status])).toEqual([
      ['platform', 225_000, 36_000, 'accrued'],
      ['agent', 450_000, 0, 'accrued'],
    ]);
    expect([await at('C', 2000, one.company), await at('C', 2040, one.agentCompany)]).toEqual([3_789_000, 450_000]);
    expect([(await at('P', 4000)) - before, (await at('P', 2075)) - vat]).toEqual([225_000, 36_000]);
    await inTx((ctx) => onPaymentUnallocatedForCommission(ctx, what));
    await inTx((ctx) => onPaymentUnallocatedForCommission(ctx, what));
    expect(await rows(what.allocationId)).toHaveLength(4);
    // The beneficiary is notified once, with amount and link.
    const back = (await listSentNotifications(services, 'commission.back')).filter(({ params }) => params.sum === 'KES 4,500');
    expect(back.map(({ page }) => page)).toEqual([expect.stringContaining('/dashboard/agent/transactions/commissions/')]);
    expect([await at('C', 2000, one.company), await at('C', 2040, one.agentCompany), (await at('P', 4000)) - before]).toEqual([4_500_000, 0, 0]);
  });

  test("becomes the agent's debt if it is reversed after the agent spent it, and is offset against the next commission", async () => {
    const one = await home({ bp: 1000 });
    const what = await one.paid(1_000_000);
    await inTx((ctx) => onPaymentAllocatedForCommission(ctx, [what]));
    await postJournal(services.database.db, {
      ...{ key: `spent:${one.agentCompany}`, kind: 'adjustment', source: ['test', 1], companyId: one.agentCompany, params: {} },
      pairs: [{ fund: 'C', dr: { code: 2040, company: one.agentCompany }, cr: { code: 1010 }, cents: toCents(100_000) }],
    });
    await inTx((ctx) => onPaymentUnallocatedForCommission(ctx, what));
    expect([await at('C', 2040, one.agentCompany), await at('C', 1350, one.agentCompany)]).toEqual([0, 100_000]);
    const next = await one.paid(1_500_000);
    await inTx((ctx) => onPaymentAllocatedForCommission(ctx, [next]));
    expect([await at('C', 2040, one.agentCompany), await at('C', 1350, one.agentCompany)]).toEqual([50_000, 0]);
    // Their wallet shows the earnings and the offset as two rows, each in the reader's language.
    const { id } = await walletService(services).ownWallet(createTestCtx(services, one.agent));
    const rows = async () => (await walletService(services).listEntries(createTestCtx(services, one.agent), { id, page: 1, page_size: 2 })).results;
    expect((await rows()).map((row) => row.in_cents - row.out_cents)).toEqual([-100_000, 150_000]);
    setLocaleSource(localeContext.current);
    const [off, earned] = await localeContext.run('sw', rows);
    expect([off?.says, earned?.says]).toEqual(['Imekatwa kulipia deni', expect.stringContaining(' kwa kodi ya ')]);
  });

  test('is the same for many small payments as for their sum; a deposit earns no commission', async () => {
    const one = await home({ bp: 333 });
    for (const part of [1, 2, 99, 1_000_001, 777_777]) {
      const what = await one.paid(part);
      await inTx((ctx) => onPaymentAllocatedForCommission(ctx, [what]));
    }
    expect(await at('C', 2040, one.agentCompany)).toBe(59_203);
    const deposit = await one.paid(500_000, 'deposit');
    await inTx((ctx) => onPaymentAllocatedForCommission(ctx, [deposit]));
    expect(await rows(deposit.allocationId)).toEqual([]);
  });

  test('is calculated when rent is paid before move-in, and posted at move-in', async () => {
    const one = await home({ status: 'pending', bp: 1000 });
    const what = await one.paid(1_000_000);
    await inTx((ctx) => onPaymentAllocatedForCommission(ctx, [what]));
    expect([await at('C', 2040, one.agentCompany), (await rows(what.allocationId))[0]?.booked_at]).toEqual([0, null]);
    await one.keys(1_000_000);
    expect([await at('C', 2040, one.agentCompany), await at('C', 2000, one.company)]).toEqual([100_000, 900_000]);
  });

  test("is deducted from the owner's rent, which is unavailable while clearing; a payment reversal ends the clearing period", async () => {
    const one = await home({ bp: 1000 });
    const what = await one.paid(1_000_000);
    await inTx(async (ctx) => {
      await onPaymentAllocatedForCommission(ctx, [what]);
      await onPaymentAllocatedForWallet(ctx, [what]);
    });
    const [pocket] = await readWalletBalances(services.database.db, one.company);
    expect(pocket).toMatchObject({ total: 900_000, pending: 900_000, available: 0 });
    await inTx((ctx) => onPaymentUnallocatedForWallet(ctx, what));
    expect((await readWalletBalances(services.database.db, one.company))[0]).toMatchObject({ pending: 0, available: 900_000 });
  });
});

test('dealer commission: is earned only on purchases of companies that the dealer recruited, without VAT, and is reduced by refunds', async () => {
  const [dealer, owner, stranger] = [
    await createPerson(services, 'dealer'),
    await createPerson(services, 'owner'),
    await createPerson(services, 'owner'),
  ];
  await services.database.db
    .insertInto('company_connection')
    .values({ company_id: dealer.me.companyId ?? 0, person_id: owner.id })
    .execute();
  await rule({ name: 'Dealers', beneficiary: 'dealer', basis: 'featured_payment', bps: 2000, vat_bps: 0, months: 12 });
  for (const [bookingId, who] of [
    [9001, owner],
    [9002, stranger],
  ] as const) {
    // A receipt is no purchase yet: it may stay as credit and be used later.
    await inTx((ctx) => onPlanPaid(ctx, { paymentId: bookingId, purpose: 2, companyId: who.me.companyId, cents: 116_000, forWhat: null }));
    await inTx((ctx) =>
      onFeaturedBoughtForCommission(ctx, { bookingId, paymentId: bookingId, companyId: who.me.companyId ?? 0, cents: 100_000, startsOn: today }),
    );
  }
  expect(await at('P', 2050, dealer.me.companyId ?? 0)).toBe(20_000);
  const { results } = await commission.list(createTestCtx(services, dealer), { page: 1, page_size: 10, sort: '-id' });
  expect(results).toMatchObject([{ beneficiary: 'dealer', amount_cents: 20_000 }]);
  expect((await commission.commissionDetails(createTestCtx(services, dealer), { id: results[0]?.id ?? 0 })).heap_cents).toBe(100_000);
  await inTx((ctx) => onFeaturedRefundedForCommission(ctx, { bookingId: 9001, cents: 40_000 }));
  expect(await at('P', 2050, dealer.me.companyId ?? 0)).toBe(12_000);
});

test('commission: a credit note reverses part of the commission, and unallocating the payment reverses the rest', async () => {
  const one = await home({ bp: 1000 });
  const what = { ...(await one.paid(1_000_000)), invoiceId: 7_000_001 };
  await inTx((ctx) => onPaymentAllocatedForCommission(ctx, [what]));
  expect(await at('C', 2040, one.agentCompany)).toBe(100_000);
  const note = { creditNoteId: 1, invoiceId: what.invoiceId, lineId: 1, lineKind: 'rent', companyId: one.company, agentCompanyId: one.agentCompany };
  const credited = { ...note, propertyId: one.property, tenancyId: one.tenancy, fund: 'C' as const, cents: 400_000, on: today };
  await inTx((ctx) => onInvoiceCreditedForCommission(ctx, credited));
  expect(await at('C', 2040, one.agentCompany)).toBe(60_000);
  await inTx((ctx) => onInvoiceCreditedForCommission(ctx, { ...credited, lineKind: 'deposit' }));
  await inTx((ctx) => onPaymentUnallocatedForCommission(ctx, what));
  expect(await at('C', 2040, one.agentCompany)).toBe(0);
});

test('commission before move-in: rent credited by a credit note earns none, and a reversed commission is never posted', async () => {
  const [one, other] = [await home({ status: 'pending', bp: 1000 }), await home({ status: 'pending', bp: 1000 })];
  for (const [n, it] of [one, other].entries()) {
    const what = { ...(await it.paid(1_000_000)), invoiceId: 7_000_010 + n };
    await inTx((ctx) => onPaymentAllocatedForCommission(ctx, [what]));
    const note = {
      creditNoteId: 10 + n,
      invoiceId: what.invoiceId,
      lineId: 1,
      lineKind: 'rent',
      companyId: it.company,
      agentCompanyId: it.agentCompany,
    };
    const credited = { ...note, propertyId: it.property, tenancyId: it.tenancy, fund: 'C' as const, cents: 400_000, on: today };
    await inTx((ctx) => onInvoiceCreditedForCommission(ctx, credited));
    if (it === other) await inTx((ctx) => onPaymentUnallocatedForCommission(ctx, what));
    await it.keys(it === other ? 0 : 600_000);
  }
  expect([await at('C', 2040, one.agentCompany), await at('C', 2000, one.company)]).toEqual([60_000, 540_000]);
  expect([await at('C', 2040, other.agentCompany), await at('C', 2000, other.company)]).toEqual([0, 0]);
});

test('commission: no commission is posted for rent of a withdrawn tenancy', async () => {
  const one = await home({ bp: 1000, status: 'pending' });
  await services.database.db
    .updateTable('tenancy')
    .set({ status: 'terminate', termination: JSON.stringify({ kind: 'withdrawn' }) })
    .where('id', '=', one.tenancy)
    .execute();
  const what = await one.paid(500_000);
  await inTx((ctx) => onPaymentAllocatedForCommission(ctx, [what]));
  expect((await rows(what.allocationId)).map((row) => row.booked_at)).not.toContainEqual(expect.any(Date));
});

test('commission: visible to the beneficiary, the paying owner and a super admin, but not to another agent', async () => {
  const one = await home({ bp: 1000 });
  const what = await one.paid(1_000_000);
  await inTx((ctx) => onPaymentAllocatedForCommission(ctx, [what]));
  const mine = (await rows(what.allocationId)).find((row) => row.beneficiary === 'agent');
  const id = mine?.id ?? 0;
  for (const who of [one.owner, one.agent, admin])
    expect((await commission.commissionDetails(createTestCtx(services, who), { id })).code).toBe(mine?.code);
  await expect(commission.commissionDetails(createTestCtx(services, await createPerson(services, 'agent')), { id })).rejects.toMatchObject({
    failure: 'notFound',
  });
});
