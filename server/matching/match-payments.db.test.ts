import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { normaliseAccountNumber } from '#contract/matching/normalise.ts';
import { toCents } from '#contract/money/cents.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import type { MoneyMovement } from '#server/collection/complete-payments.ts';
import { recordReceipt, recordReceipts } from '#server/collection/record-receipts.ts';
import * as commission from '#server/commission/service.ts';
import { recordPastPayments } from '#server/db/demo/money/past-payments.ts';
import { type InvoiceDraft, issueInvoiceOnce, issueMany } from '#server/invoice/service.ts';
import { asClock, type Ctx } from '#server/kernel/ctx.ts';
import { matchPayment, matchPayments } from '#server/matching/match-payment.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { type CollectionAccountRow, findOrCreatePlatformPaybill } from '#server/treasury/accounts.ts';
import { freezeClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addUnit, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { readTwinRecords, type TwinCompany } from '#test/fixtures/twin-companies.ts';
import { createPerson, runAsPerson } from '#test/people.ts';

/**
 * The bulk functions must give the same result as the single ones. Two owners have the same units and invoices: one is paid payment by payment, the
 * other in bulk. Rows, journals, commissions, holds, logs and notifications must be equal.
 */
let services: TestServices;
let account: CollectionAccountRow;
let n = 0;
const db = () => services.database.db;
const inTx = <T>(work: (ctx: Ctx) => Promise<T>) => services.database.db.transaction().execute((tx) => work(asClock(tx)));
let today: Day;

beforeAll(async () => {
  services = await createTestServices('bare', { DARAJA_URL: 'http://127.0.0.1:9' });
  today = await freezeClock(services);
  account = (await findOrCreatePlatformPaybill(services, db())) as CollectionAccountRow;
  // Ids outside the range of invoices. The test sets below which of them are used.
  await nextId('tenancy', 1_000_000);
  const admin = await createPerson(services, 'superadmin');
  for (const facts of [
    { beneficiary: 'platform', per: 'month', bps: 500, vat_bps: 1600, max_cents: toCents(400_000) },
    { beneficiary: 'agent', per: 'invoice', bps: 800, vat_bps: 0, max_cents: null },
  ] as const)
    await runAsPerson(services, admin, (ctx) =>
      commission.addCommissionRule(ctx, {
        name: facts.beneficiary,
        basis: 'rent_collected',
        kind: 'rate',
        fixed_cents: null,
        tiers: null,
        min_cents: toCents(0),
        company_id: null,
        property_id: null,
        region: null,
        months: null,
        starts_on: today,
        ends_on: null,
        priority: 0,
        ...facts,
      }),
    );
});

const homes = 5;
/** Pairs of units owe the same amount. */
const rentOf = (home: number): number => 3_000_000 + Math.floor(home / 2) * 100_000;
const water = 120_000;
/** Sets the next id of a table and returns the id that would have been next. */
async function nextId(table: 'tenancy' | 'invoice', id: number): Promise<number> {
  const { rows } = await sql<{ was: number }>`with was as (select nextval(pg_get_serial_sequence(${table}, 'id')) as was)
    select was, setval(pg_get_serial_sequence(${table}, 'id'), ${id}, false) from was`.execute(db());
  return Number(rows[0]?.was);
}
/**
 * An owner in trust mode with five units, one of them with an agent, and two invoices each. Without its prefix, the code of the second invoice
 * equals the code of the next tenancy.
 */
async function twin(): Promise<TwinCompany> {
  const mark = `T${++n}`;
  const at = await createOwnerWithUnit(services);
  const company = at.owner.me.companyId ?? 0;
  await setTrustMode(services, company);
  const agent = (await createPerson(services, 'agent')).me.companyId ?? 0;
  const as = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, at.owner, work);
  const made: TwinCompany['homes'][number][] = [];
  for (let h = 0; h < homes; h++) {
    const unitId = await addUnit(services, at.property);
    const somebodyNew = { personId: null, name: `Tenant ${h}`, phone: `+2547${String(20_000_000 + ++n)}`, email: null };
    const rentCents = rentOf(h);
    const { id, code } = await as((ctx) =>
      tenancy.createTenancy(ctx, {
        unitId,
        startsOn: today,
        endsOn: addDays(today, 400),
        rentCents,
        period: 2,
        depositCents: 0,
        people: [{ somebody: somebodyNew, role: 'lead', shareBp: 10_000 }],
        opening: { balance_cents: 0, deposit_held_cents: 0, as_of: today },
      }),
    );
    const first = await as((ctx) => issueRentInvoice(ctx, id, rentCents, { water }));
    made.push({ id, code, unit: unitId, invoices: [first.id] });
  }
  for (const [h, { id, invoices }] of made.entries()) {
    const after = await nextId('invoice', made[(h + 1) % homes]?.id ?? 0);
    const second = await as((ctx) => issueRentInvoice(ctx, id, rentOf(h), { dueIn: 35 }));
    invoices.push(second.id);
    expect(second.code.slice(4)).toBe(made[(h + 1) % homes]?.code.slice(4));
    await nextId('invoice', after);
  }
  await sql`update invoice set agent_company_id = ${agent} where tenancy_id = ${made[0]?.id ?? 0}`.execute(services.database.db);
  return { mark, company, agent, owner: at.owner.id, property: at.property, homes: made };
}

const standing = (of: TwinCompany) => readTwinRecords(services, of);

type Facts = {
  readonly home: number;
  readonly sum: 'first' | 'second' | 'all' | number;
  readonly typed: 'code' | 'bare' | 'body' | 'slip' | 'nobody';
};
/** Certain payments come before those matched one by one, and unmatched ones last: a commission cap and an overpayment affect the later ones. */
const turn = ({ sum, typed }: Facts): number => (typed === 'nobody' ? 2 : typed === 'slip' || typeof sum === 'number' ? 1 : 0);
const anybody = fc
  .uniqueArray(
    fc.record({
      home: fc.nat(homes - 1),
      sum: fc.constantFrom('first', 'second', 'all', 'all', 50_000, 1_700_000, 9_000_000),
      typed: fc.constantFrom('code', 'bare', 'body', 'body', 'slip', 'nobody'),
    }) as fc.Arbitrary<Facts>,
    { minLength: 3, maxLength: 9, selector: ({ home, sum, typed }) => (typed === 'nobody' ? `nobody ${sum}` : home) },
  )
  .map((facts) => facts.toSorted((a, b) => turn(a) - turn(b)));
const movementOf = ({ mark, homes: own }: TwinCompany, { home, sum, typed }: Facts, at: number): MoneyMovement => {
  const code = own[home]?.code ?? '';
  const text = {
    code,
    bare: normaliseAccountNumber(code),
    body: normaliseAccountNumber(code).slice(3),
    slip: `${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}`,
    nobody: 'RENT',
  }[typed];
  const rent = rentOf(home);
  return {
    rail: 'mpesa',
    external: `${mark}-${at}`,
    account,
    cents: typeof sum === 'number' ? sum : { first: rent + water, second: rent, all: 2 * rent + water }[sum],
    paidAt: new Date(`${today}T08:00:00Z`),
    accountText: text,
    payer: `Payer ${at}`,
    phone: { phone_sealed: null, phone_tail: `00${at}`, phone_mark: null },
    verifiedBy: 'query',
  };
};
const few = { numRuns: 6, endOnFailure: true };
/** Each tenant shares the code without prefix with another unit. */
const bodies = Array.from({ length: homes }, (_, home): Facts => ({ home, sum: 'all', typed: 'body' }));

test('bulk receipts: payments recorded and matched in bulk have the same result as individual payments', { timeout: 180_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anybody, async (facts) => {
      const [one, many] = [await twin(), await twin()];
      for (const [at, fact] of facts.entries()) {
        const { paymentId } = await inTx((ctx) => recordReceipt(ctx, { ...movementOf(one, fact, at), looked: true }));
        await matchPayment(db(), paymentId ?? 0);
      }
      const together = facts.map((fact, at) => movementOf(many, fact, at));
      const taken = await inTx((ctx) => recordReceipts(ctx, together));
      await matchPayments(
        services,
        taken.flatMap(({ paymentId }) => paymentId ?? []),
      );
      const stands = await standing(one);
      expect(await standing(many)).toEqual(stands);
      // A tenant who typed their own code and owes exactly the amount gets the payment, even if the code without prefix is another's too.
      for (const [at, fact] of facts.entries())
        if (turn(fact) === 0)
          expect(stands.payments.find((row) => row.includes(`"external":"-${at}"`))).toContain(`"tenancy_id":"home ${fact.home}"`);
      // A receipt that is recorded again is recognised as known.
      expect((await inTx((ctx) => recordReceipts(ctx, together))).map(({ became }) => became)).toEqual(facts.map(() => 'known'));
    }),
    { ...few, examples: [[bodies]] },
  );
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('bulk import: gives the same result as single payments, without notifications', { timeout: 180_000 }, async () => {
  const certain = fc.uniqueArray(fc.record({ home: fc.nat(homes - 1), sum: fc.constantFrom<Facts['sum']>('first', 50_000, 1_700_000) }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ home }) => home,
  });
  await fc.assert(
    fc.asyncProperty(certain, async (facts) => {
      const [one, many] = [await twin(), await twin()];
      for (const [at, fact] of facts.entries()) {
        const { paymentId } = await inTx((ctx) => recordReceipt(ctx, { ...movementOf(one, { ...fact, typed: 'code' }, at), looked: true }));
        await matchPayment(db(), paymentId ?? 0);
      }
      await inTx((ctx) =>
        recordPastPayments(
          ctx,
          facts.map((fact, at) => {
            const { rail, account: to, external, ...movement } = movementOf(many, { ...fact, typed: 'code' }, at);
            return { ...movement, rail, account: to, external: external ?? '', how: 'paybill', invoiceIds: many.homes[fact.home]?.invoices ?? [] };
          }),
        ),
      );
      const { told, ...was } = await standing(one);
      expect(told.length).toBeGreaterThan(0);
      expect(await standing(many)).toEqual({ ...was, told: [] });
    }),
    few,
  );
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test("bulk import: payments are listed with the payer's reference, without the company prefix", async () => {
  const one = await twin();
  const { rail, account: to, external, ...movement } = movementOf(one, { home: 0, sum: 'first', typed: 'code' }, 0);
  const came = { ...movement, rail, account: to, external: `co1:${external}`, how: 'paybill', invoiceIds: one.homes[0]?.invoices ?? [] } as const;
  await inTx((ctx) => recordPastPayments(ctx, [came]));
  const shown = await db().selectFrom('payment').select('external').where('external', 'like', `%${external}`).execute();
  expect(shown).toEqual([{ external }]);
});

test('bulk invoices: issuing in bulk gives the same result as issuing each invoice individually', { timeout: 120_000 }, async () => {
  const lines = fc.array(fc.record({ kind: fc.constantFrom('rent', 'water', 'deposit'), cents: fc.integer({ min: 100, max: 5_000_000 }) }), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(lines, { minLength: homes, maxLength: homes }), async (given) => {
      const drafts = async (of: TwinCompany): Promise<InvoiceDraft[]> => {
        const { rows } = await sql<{
          id: number;
          tenant_id: number;
        }>`select t.id, p.tenant_id from tenancy t join tenancy_person p on p.tenancy_id = t.id`.execute(services.database.db);
        return of.homes.map(({ id, unit }, h) => ({
          companyId: of.company,
          agentCompanyId: null,
          propertyId: of.property,
          unitId: unit,
          tenancyId: id,
          bookingId: null,
          tenantId: rows.find((row) => row.id === id)?.tenant_id ?? 0,
          kind: 'rent',
          onceKey: `many:${id}`,
          periodFrom: today,
          periodLast: today,
          dueOn: addDays(today, 3),
          home: `home ${h}`,
          lines: (given[h] ?? []).map((line) => ({
            label: '',
            qty: 1,
            unit_cents: line.cents,
            tax_code: 'A' as const,
            tax_cents: 0,
            from: null,
            last: null,
            word: null,
            charge_id: null,
            readings: [],
            ...line,
          })) as InvoiceDraft['lines'],
        }));
      };
      const written = async (of: TwinCompany) => {
        const { rows } = await sql<Record<string, unknown>>`
          select i.status, i.kind, i.fund, i.total_cents, i.deposit_cents, i.due_on::text, i.once_key = 'many:' || i.tenancy_id as keyed,
            (select jsonb_agg(jsonb_build_array(l.kind, l.cents, l.off_cents, l.tax_cents) order by l.n) from invoice_line l where l.invoice_id = i.id) as lines,
            (select jsonb_agg(jsonb_build_array(j.kind, e.fund, d.code, c.code, e.cents) order by e.line) from journal j join journal_entry e on e.journal_id = j.id
              join ledger_account d on d.id = e.dr join ledger_account c on c.id = e.cr where j.source = 'invoice' and j.source_id = i.id) as booked
          from invoice i where i.company_id = ${of.company} and i.once_key like 'many:%' order by i.tenancy_id`.execute(services.database.db);
        return rows;
      };
      const [one, many] = [await twin(), await twin()];
      for (const draft of await drafts(one)) await inTx((ctx) => issueInvoiceOnce(ctx, draft));
      const all = await drafts(many);
      expect(await inTx((ctx) => issueMany(ctx, all))).toHaveLength(homes);
      expect(await written(many)).toEqual(await written(one));
      expect(await inTx((ctx) => issueMany(ctx, all))).toEqual([]);
    }),
    few,
  );
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
