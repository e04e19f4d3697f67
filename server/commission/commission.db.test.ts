import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { cents } from '#contract/money/cents.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import { apart } from '#server/db/one-connection.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { inLocale } from '#server/kernel/locale.ts';
import { balance, post } from '#server/ledger/service.ts';
import { followAllocated as hold, followUnallocated as unhold } from '#server/wallet/holds.ts';
import { pocketsOf, walletService } from '#server/wallet/service.ts';
import { standStill } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { place } from '#test/worlds/market.ts';
import { setLocaleSource } from '#words/locale.js';
import { followActivated, followAllocated, followBought, followCompleted } from './accrue.ts';
import { followCredited, followFeaturedBack, followUnallocated } from './reverse.ts';
import * as commission from './service.ts';

let house: House;
let admin: Somebody;
let n = 1000;
let today: Day;
const inTx = <T>(work: (ctx: ReturnType<typeof atClock>) => Promise<T>) =>
  house.database.db.transaction().execute((tx) => work(atClock(tx, 'a test')));

type Allocated = Happenings['payment.allocated'];
/** Rent of a home whose owner gave an agent a mandate, and what the books had before: the rent is the owner's. */
async function home({ status = 'active' as 'active' | 'pending', bp = null as number | null } = {}) {
  const at = await place(house);
  const company = at.owner.me.companyId ?? 0;
  const { db } = house.database;
  const tenancy = await db
    .insertInto('tenancy')
    .values({
      company_id: company,
      property_id: at.property,
      unit_id: at.unit,
      listing_type: 0,
      status,
      starts_on: today,
      ends_on: addDays(today, 364),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const agent = await somebody(house, 'agent');
  const agentCompany = agent.me.companyId ?? 0;
  if (bp !== null)
    await db
      .insertInto('mandate')
      .values({ owner_company_id: company, agent_company_id: agentCompany, all_properties: true, scope: 'full_management', commission_bp: bp })
      .execute();
  const paid = async (sum: number, lineKind = 'rent'): Promise<Allocated> => {
    const allocationId = ++n;
    const account = status === 'active' ? ({ code: 2000, company } as const) : ({ code: 2095, company, tenancy: tenancy.id } as const);
    await post(db, {
      ...{ key: `allocation:${allocationId}`, kind: 'money_allocated', source: ['allocation', allocationId], companyId: company, params: {} },
      pairs: [{ fund: 'C', dr: { code: 2030 }, cr: account, cents: cents(sum) }],
    });
    return {
      ...{
        allocationId,
        paymentId: allocationId,
        invoiceId: 1,
        lineId: 1,
        lineKind,
        companyId: company,
        agentCompanyId: bp === null ? null : agentCompany,
      },
      ...{ propertyId: at.property, tenancyId: tenancy.id, fund: 'C', cents: sum, on: today },
    };
  };
  /** They have the keys, and the owner what was held. */
  const keys = async (sum: number) => {
    await post(db, {
      ...{ key: `tenancy:${tenancy.id}:active`, kind: 'tenancy_active', source: ['tenancy', tenancy.id], companyId: company, params: {} },
      pairs: sum === 0 ? [] : [{ fund: 'C', dr: { code: 2095, company, tenancy: tenancy.id }, cr: { code: 2000, company }, cents: cents(sum) }],
    });
    await inTx((ctx) => followActivated(ctx, { tenancyId: tenancy.id, unitId: at.unit, bookingId: null }));
  };
  return { ...at, company, agent, agentCompany, tenancy: tenancy.id, paid, keys };
}
const rows = (allocationId: number) =>
  house.database.db.selectFrom('commission').selectAll().where('source_id', '=', allocationId).orderBy('id').execute();
const at = (fund: 'C' | 'P', code: 2000 | 2040 | 4000 | 2075 | 1350 | 2050, company?: number) =>
  balance(house.database.db, fund, { code, ...(company ? { company } : {}) });
const rule = (facts: object) =>
  inTransaction(house, admin, (ctx) =>
    commission.ruleCreate(ctx, {
      ...{
        name: 'Platform',
        beneficiary: 'platform',
        basis: 'rent_collected',
        kind: 'rate',
        bps: 500,
        fixed_cents: null,
        tiers: null,
        min_cents: cents(0),
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
  house = await freshHouse();
  today = await standStill(house);
  admin = await somebody(house, 'superadmin');
});

test('two batches at once are reckoned one after the other: the second knows what the first brought', async () => {
  const it = await home({ status: 'pending' });
  await rule({ company_id: it.company, per: 'month' });
  const [one, two] = [await it.paid(100_000), await it.paid(100_000)];
  const [second] = await inTx(async (ctx) => {
    await followAllocated(ctx, [one]);
    const waiting = apart('another batch', () => inTx((other) => followAllocated(other, [two])));
    const waits = () => sql`select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`.execute(ctx.db);
    await expect.poll(async () => (await waits()).rows.length).toBeGreaterThan(0);
    return [waiting];
  });
  await second;
  expect((await rows(two.allocationId)).map((row) => Number(row.heap_cents))).toEqual([200_000]);
});

describe('rent that came in', () => {
  test('brings the platform its share with VAT and the agent theirs by mandate, once; taken back, all of it goes back', async () => {
    const one = await home({ bp: 1000 });
    await rule({ name: 'Of this owner', company_id: one.company });
    const [before, vat] = [await at('P', 4000), await at('P', 2075)];
    const what = await one.paid(4_500_000);
    await inTx((ctx) => followAllocated(ctx, [what]));
    await inTx((ctx) => followAllocated(ctx, [what]));
    expect((await rows(what.allocationId)).map((row) => [row.beneficiary, row.amount_cents, row.tax_cents, row.status])).toEqual([
      ['platform', 225_000, 36_000, 'accrued'],
      ['agent', 450_000, 0, 'accrued'],
    ]);
    expect([await at('C', 2000, one.company), await at('C', 2040, one.agentCompany)]).toEqual([3_789_000, 450_000]);
    expect([(await at('P', 4000)) - before, (await at('P', 2075)) - vat]).toEqual([225_000, 36_000]);
    await inTx((ctx) => followUnallocated(ctx, what));
    await inTx((ctx) => followUnallocated(ctx, what));
    expect(await rows(what.allocationId)).toHaveLength(4);
    // Who had earned it is told once, with the sum and the way to it.
    const back = (await told(house, 'commission.back')).filter(({ params }) => params.sum === 'KES 4,500');
    expect(back.map(({ page }) => page)).toEqual([expect.stringContaining('/dashboard/agent/transactions/commissions/')]);
    expect([await at('C', 2000, one.company), await at('C', 2040, one.agentCompany), (await at('P', 4000)) - before]).toEqual([4_500_000, 0, 0]);
  });

  test('what the agent has spent already is a debt, set off against what they earn next', async () => {
    const one = await home({ bp: 1000 });
    const what = await one.paid(1_000_000);
    await inTx((ctx) => followAllocated(ctx, [what]));
    await post(house.database.db, {
      ...{ key: `spent:${one.agentCompany}`, kind: 'adjustment', source: ['test', 1], companyId: one.agentCompany, params: {} },
      pairs: [{ fund: 'C', dr: { code: 2040, company: one.agentCompany }, cr: { code: 1010 }, cents: cents(100_000) }],
    });
    await inTx((ctx) => followUnallocated(ctx, what));
    expect([await at('C', 2040, one.agentCompany), await at('C', 1350, one.agentCompany)]).toEqual([0, 100_000]);
    const next = await one.paid(1_500_000);
    await inTx((ctx) => followAllocated(ctx, [next]));
    expect([await at('C', 2040, one.agentCompany), await at('C', 1350, one.agentCompany)]).toEqual([50_000, 0]);
    // Their wallet has all they earned, and what of it was set off, as two rows; each in the reader's language.
    const { id } = await walletService(house).own(ctxOf(house, one.agent));
    const rows = async () => (await walletService(house).entries(ctxOf(house, one.agent), { id, page: 1, page_size: 2 })).results;
    expect((await rows()).map((row) => row.in_cents - row.out_cents)).toEqual([-100_000, 150_000]);
    setLocaleSource(inLocale.current);
    const [off, earned] = await inLocale.run('sw', rows);
    expect([off?.says, earned?.says]).toEqual(['Imekatwa kulipia deni', expect.stringContaining(' kwa kodi ya ')]);
  });

  test('in small parts comes to the same as at once; a deposit earns nobody anything', async () => {
    const one = await home({ bp: 333 });
    for (const part of [1, 2, 99, 1_000_001, 777_777]) {
      const what = await one.paid(part);
      await inTx((ctx) => followAllocated(ctx, [what]));
    }
    expect(await at('C', 2040, one.agentCompany)).toBe(59_203);
    const deposit = await one.paid(500_000, 'deposit');
    await inTx((ctx) => followAllocated(ctx, [deposit]));
    expect(await rows(deposit.allocationId)).toEqual([]);
  });

  test('before the tenancy is lived in it is reckoned and not booked; with the keys it is', async () => {
    const one = await home({ status: 'pending', bp: 1000 });
    const what = await one.paid(1_000_000);
    await inTx((ctx) => followAllocated(ctx, [what]));
    expect([await at('C', 2040, one.agentCompany), (await rows(what.allocationId))[0]?.booked_at]).toEqual([0, null]);
    await one.keys(1_000_000);
    expect([await at('C', 2040, one.agentCompany), await at('C', 2000, one.company)]).toEqual([100_000, 900_000]);
  });

  test('is held until it has cleared, less what was taken of it; let go when it is taken back', async () => {
    const one = await home({ bp: 1000 });
    const what = await one.paid(1_000_000);
    await inTx(async (ctx) => {
      await followAllocated(ctx, [what]);
      await hold(ctx, [what]);
    });
    const [pocket] = await pocketsOf(house.database.db, one.company);
    expect(pocket).toMatchObject({ total: 900_000, pending: 900_000, available: 0 });
    await inTx((ctx) => unhold(ctx, what));
    expect((await pocketsOf(house.database.db, one.company))[0]).toMatchObject({ pending: 0, available: 900_000 });
  });
});

test('a dealer has a share of what those they brought buy, without VAT, once; of what was given back they have none', async () => {
  const [dealer, owner, stranger] = [await somebody(house, 'dealer'), await somebody(house, 'owner'), await somebody(house, 'owner')];
  await house.database.db
    .insertInto('company_connection')
    .values({ company_id: dealer.me.companyId ?? 0, person_id: owner.id })
    .execute();
  await rule({ name: 'Dealers', beneficiary: 'dealer', basis: 'featured_payment', bps: 2000, vat_bps: 0, months: 12 });
  for (const [bookingId, who] of [
    [9001, owner],
    [9002, stranger],
  ] as const) {
    // Money that came is nothing bought yet: it may stay as credit and be used later.
    await inTx((ctx) => followCompleted(ctx, { paymentId: bookingId, purpose: 2, companyId: who.me.companyId, cents: 116_000, forWhat: null }));
    await inTx((ctx) => followBought(ctx, { bookingId, paymentId: bookingId, companyId: who.me.companyId ?? 0, cents: 100_000, startsOn: today }));
  }
  expect(await at('P', 2050, dealer.me.companyId ?? 0)).toBe(20_000);
  const { results } = await commission.all(ctxOf(house, dealer), { page: 1, page_size: 10, sort: '-id' });
  expect(results).toMatchObject([{ beneficiary: 'dealer', amount_cents: 20_000 }]);
  expect((await commission.details(ctxOf(house, dealer), { id: results[0]?.id ?? 0 })).heap_cents).toBe(100_000);
  await inTx((ctx) => followFeaturedBack(ctx, { bookingId: 9001, cents: 40_000 }));
  expect(await at('P', 2050, dealer.me.companyId ?? 0)).toBe(12_000);
});

test('rent that a credit note gave back takes the commission on it along; what is reversed after that takes the rest', async () => {
  const one = await home({ bp: 1000 });
  const what = { ...(await one.paid(1_000_000)), invoiceId: 7_000_001 };
  await inTx((ctx) => followAllocated(ctx, [what]));
  expect(await at('C', 2040, one.agentCompany)).toBe(100_000);
  const note = { creditNoteId: 1, invoiceId: what.invoiceId, lineId: 1, lineKind: 'rent', companyId: one.company, agentCompanyId: one.agentCompany };
  const credited = { ...note, propertyId: one.property, tenancyId: one.tenancy, fund: 'C' as const, cents: 400_000, on: today };
  await inTx((ctx) => followCredited(ctx, credited));
  expect(await at('C', 2040, one.agentCompany)).toBe(60_000);
  await inTx((ctx) => followCredited(ctx, { ...credited, lineKind: 'deposit' }));
  await inTx((ctx) => followUnallocated(ctx, what));
  expect(await at('C', 2040, one.agentCompany)).toBe(0);
});

test('what a credit note gave back before the keys is not earned with them; what was taken back whole is not booked at all', async () => {
  const [one, other] = [await home({ status: 'pending', bp: 1000 }), await home({ status: 'pending', bp: 1000 })];
  for (const [n, it] of [one, other].entries()) {
    const what = { ...(await it.paid(1_000_000)), invoiceId: 7_000_010 + n };
    await inTx((ctx) => followAllocated(ctx, [what]));
    const note = {
      creditNoteId: 10 + n,
      invoiceId: what.invoiceId,
      lineId: 1,
      lineKind: 'rent',
      companyId: it.company,
      agentCompanyId: it.agentCompany,
    };
    const credited = { ...note, propertyId: it.property, tenancyId: it.tenancy, fund: 'C' as const, cents: 400_000, on: today };
    await inTx((ctx) => followCredited(ctx, credited));
    if (it === other) await inTx((ctx) => followUnallocated(ctx, what));
    await it.keys(it === other ? 0 : 600_000);
  }
  expect([await at('C', 2040, one.agentCompany), await at('C', 2000, one.company)]).toEqual([60_000, 540_000]);
  expect([await at('C', 2040, other.agentCompany), await at('C', 2000, other.company)]).toEqual([0, 0]);
});

test('rent of a tenancy nobody ever came to is held, and nothing is earned on it', async () => {
  const one = await home({ bp: 1000, status: 'pending' });
  await house.database.db
    .updateTable('tenancy')
    .set({ status: 'terminate', termination: JSON.stringify({ kind: 'withdrawn' }) })
    .where('id', '=', one.tenancy)
    .execute();
  const what = await one.paid(500_000);
  await inTx((ctx) => followAllocated(ctx, [what]));
  expect((await rows(what.allocationId)).map((row) => row.booked_at)).not.toContainEqual(expect.any(Date));
});

test('who earns it and whose money it was see a commission; others do not', async () => {
  const one = await home({ bp: 1000 });
  const what = await one.paid(1_000_000);
  await inTx((ctx) => followAllocated(ctx, [what]));
  const mine = (await rows(what.allocationId)).find((row) => row.beneficiary === 'agent');
  const id = mine?.id ?? 0;
  for (const who of [one.owner, one.agent, admin]) expect((await commission.details(ctxOf(house, who), { id })).code).toBe(mine?.code);
  await expect(commission.details(ctxOf(house, await somebody(house, 'agent')), { id })).rejects.toMatchObject({ failure: 'notFound' });
});
