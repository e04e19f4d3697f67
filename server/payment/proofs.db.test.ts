import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { overpaid, sweptOut } from '#contract/ledger/postings.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { decideDoubt } from '#server/bank-statement/doubts.ts';
import { takeMovement } from '#server/collection/movement.ts';
import { noPhone } from '#server/collection/phones.ts';
import { putPayment } from '#server/collection/rows.ts';
import { credit } from '#server/invoice/credit.ts';
import { atClock, type Db } from '#server/kernel/ctx.ts';
import { balance, journal, post } from '#server/ledger/service.ts';
import { keepCredit } from '#server/matching/credit.ts';
import { look } from '#server/matching/look.ts';
import { askRefund, assign } from '#server/payment/acts.ts';
import { decideRefund, paidRefund } from '#server/refund/refunds.ts';
import { type AccountRow, accountOf, addAccount } from '#server/treasury/accounts.ts';
import { inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { type BookingWorld, bookingWorld } from '#test/worlds/booking-world.ts';
import { billed, trusts, unproven } from '#test/worlds/payments.ts';
import { ofInvoice } from './lists.ts';
import { paymentProofs } from './proofs.ts';

let world: BookingWorld;
let account: AccountRow;
let [head, other]: Somebody[] = [];
let n = 0;
const db = () => world.house.database.db;
const as = <T>(work: Parameters<typeof inTransaction<T>>[2], by = head) => inTransaction(world.house, by as Somebody, work);

beforeAll(async () => {
  world = await bookingWorld();
  await trusts(world.house, world.company);
  const made = await addAccount(db(), {
    company_id: null,
    rail: 'mpesa',
    name: 'M-Pesa',
    number: '174379',
    bank_code: null,
    fund: 'C',
    of_env: true,
  });
  account = await accountOf(db(), made?.id ?? 0);
  [head, other] = [await somebody(world.house, 'superadmin'), await somebody(world.house, 'superadmin')];
  await longHere(world.house, other);
});
const invoiceOf = (bookingId: number) => db().selectFrom('invoice').selectAll().where('booking_id', '=', bookingId).executeTakeFirstOrThrow();
const paymentOf = (id: number) => db().selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const approved = async () => {
  const { listing } = await world.home();
  const { id } = await world.applies(listing);
  await world.approve(id);
  return { id, invoice: await invoiceOf(id) };
};
const came = async (accountText: string, sum: number) => {
  const facts = { rail: 'mpesa', external: `UKP000000${++n}`, account, cents: sum, paidAt: clock.now(), payer: 'ASHA', verifiedBy: 'query' } as const;
  const { paymentId } = await db()
    .transaction()
    .execute((tx) => takeMovement(atClock(tx), { ...facts, accountText, phone: noPhone }));
  await look(db(), paymentId ?? 0);
  return paymentId ?? 0;
};
const creditAt = (where: { tenancy: number } | { ref: string }) => balance(db(), 'C', { code: 2020, company: world.company, ...where });
/** Over, and kept for a booking that is no tenancy yet. */
async function kept(bookingId: number, sum: number): Promise<number> {
  const id = await came('NOBODY KNOWS', sum);
  const over = await paymentOf(id);
  await as(async (ctx) => {
    await keepCredit(ctx, over, { companyId: world.company, tenancyId: null, bookingId }, sum);
    await putPayment(ctx.db, id, { credited_cents: sum, match: 'matched' });
  });
  return id;
}
async function refunded(id: number, sum: number): Promise<void> {
  const full = await as((ctx) => askRefund(ctx, { id, cents: cents(sum), reason: 'Too much', to: 'KCB 0113601234' }));
  const refund = full.refunds.at(-1)?.id ?? 0;
  await as((ctx) => decideRefund(ctx, { id: refund, approve: true, reason: '' }), other);
  await as((ctx) => paidRefund(ctx, { id: refund, how: 'mpesa', proof: `SBK4XYZ${100 + ++n}` }));
}

describe('credit of a booking is the tenancy’s that it became', () => {
  test('given at the desk after that, with nothing open', async () => {
    const { id, invoice } = await approved();
    await came(invoice.code, 9_000_000);
    const tenancy = (await invoiceOf(id)).tenancy_id ?? 0;
    const late = await came('NOBODY KNOWS', 50_000);
    await as((ctx) => assign(ctx, { id: late, parts: [{ booking_id: id, cents: cents(50_000) }] }));
    expect([await creditAt({ tenancy }), await creditAt({ ref: `booking:${id}` })]).toEqual([50_000, 0]);
    expect(await paymentOf(late)).toMatchObject({ tenancy_id: tenancy, match: 'matched' });
    expect(await unproven(world.house)).toEqual([]);
  });

  test('and taken back after part of it was refunded before it moved, and part after', async () => {
    const { id, invoice } = await approved();
    const over = await kept(id, 10_000);
    await refunded(over, 3_000);
    await came(invoice.code, 9_000_000);
    const tenancy = (await invoiceOf(id)).tenancy_id ?? 0;
    expect([await creditAt({ tenancy }), await creditAt({ ref: `booking:${id}` })]).toEqual([7_000, 0]);
    await refunded(over, 2_000);
    const { external } = await paymentOf(over);
    const doubt = await db()
      .insertInto('payment_doubt')
      .values({
        ...{ kind: 'reversal', payment_id: over, account_id: account.id, external: `${external}R`, cents: 10_000 },
        ...{ at: clock.now(), payer: 'ASHA', verified_by: 'pull' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await as((ctx) => decideDoubt(ctx, { id: doubt.id, decision: 'loss', reason: 'M-Pesa took it back' }));
    expect([await creditAt({ tenancy }), await creditAt({ ref: `booking:${id}` })]).toEqual([0, 0]);
    expect(await unproven(world.house)).toEqual([]);
  });

  test('what credit notes gave of a move-in, before there was a tenancy and after', async () => {
    const { id, invoice } = await approved();
    await came(invoice.code, 5_000_000);
    const rent = () =>
      db().selectFrom('invoice_line').selectAll().where('invoice_id', '=', invoice.id).where('kind', '=', 'rent').executeTakeFirstOrThrow();
    const given = async (back: number) => {
      const line = await rent();
      const open = line.cents - line.paid_cents - line.credited_cents;
      await as((ctx) => credit(ctx, { id: invoice.id, lines: [{ line_id: line.id, cents: cents(open + back) }], reason: 'The water was cold' }));
    };
    await given(100_000);
    expect(await creditAt({ ref: `booking:${id}` })).toBe(100_000);
    const note = await db().selectFrom('journal').select('id').where('source', '=', 'credit_note').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect((await as((ctx) => journal(ctx, { id: note.id }))).source.page).toMatchObject({ of: 'booking', id });
    await came(invoice.code, (await invoiceOf(id)).open_cents ?? 0);
    const tenancy = (await invoiceOf(id)).tenancy_id ?? 0;
    expect([await creditAt({ tenancy }), await creditAt({ ref: `booking:${id}` })]).toEqual([100_000, 0]);
    await given(20_000);
    expect([await creditAt({ tenancy }), await creditAt({ ref: `booking:${id}` })]).toEqual([120_000, 0]);
    // Used for what is asked for next, as the payment's it came with.
    const next = await as((ctx) => billed(ctx, tenancy, 50_000));
    const { results } = await as((ctx) => ofInvoice(ctx, { invoice_id: next.id }));
    expect(results).toMatchObject([{ payment: { how: 'paybill' }, cents: 50_000, returned_cents: 0 }]);
    expect(await unproven(world.house)).toEqual([]);
  });
});

describe('what must hold of payments', () => {
  const said = (tx: Db, name: string) => paymentProofs.find((proof) => proof.name === name)?.differences(tx, null) ?? [];
  /** As if somebody had written it so: seen by the proof, and gone again. */
  async function spoiled(name: string, spoil: (tx: Db) => Promise<unknown>): Promise<number> {
    let found = -1;
    const back = new Error('as it was');
    await db()
      .transaction()
      .execute(async (tx) => {
        await spoil(tx);
        found = (await said(tx, name)).length;
        throw back;
      })
      .catch((error: unknown) => {
        if (error !== back) throw error;
      });
    return found;
  }
  const written = (query: RawBuilder<unknown>) => (tx: Db) => query.execute(tx);
  const posted = (pairs: ReturnType<typeof sweptOut>) => (tx: Db) =>
    post(tx, { key: `spoiled:${++n}`, kind: 'adjustment', source: ['test', n], params: {}, pairs });

  test('is seen where it does not', async () => {
    const { id, invoice } = await approved();
    const over = await kept(id, 10_000);
    await refunded(over, 3_000);
    await came(invoice.code, 9_000_000);
    const at = sql.lit(over);
    expect(await unproven(world.house)).toEqual([]);
    expect(await spoiled('payments_are_credits', written(sql`update payment set credited_cents = credited_cents - 1 where id = ${at}`))).toBe(1);
    const swapped = sql`update payment set credited_cents = credited_cents - 1, refunded_cents = refunded_cents + 1 where id = ${at}`;
    expect(await spoiled('refunds_are_given', written(swapped))).toBe(1);
    const less = sql`update payment_credit set refunded_cents = refunded_cents - 1 where payment_id = ${at}`;
    expect(await spoiled('refunds_are_given', written(less))).toBe(1);
    expect(await spoiled('refunds_under_way', written(sql`update refund set status = 'approved' where payment_id = ${at}`))).toBe(1);
    const payer = { company: world.company, ref: `booking:${id}` };
    expect(await spoiled('credit_moved_in', posted(overpaid({ fund: 'C', payer, cents: 1 })))).toBe(1);
    // Rent and deposit were held for who has not moved in yet.
    const lived = sql`update tenancy set status = 'active' where booking_id = ${sql.lit(id)}`;
    expect(await spoiled('held_until_moved_in', written(lived))).toBe(2);
    expect(await spoiled('swept_under_way', posted(sweptOut({ code: accounts.mpesaPaybill, ref: `collection:${account.id}` }, 1)))).toBe(1);
    expect(await unproven(world.house)).toEqual([]);
  });
});
