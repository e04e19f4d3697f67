import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { paste } from '#server/collection/pasted.ts';
import * as record from '#server/collection/record.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import * as payments from '#server/payment/acts.ts';
import { told } from '#test/jobs.ts';
import { waitingFor } from '#test/lock-order.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { paidIn } from '#test/worlds/paying-in.ts';
import { billed, trusts, unproven } from '#test/worlds/payments.ts';
import { type RefundWorld, refundWorld } from '#test/worlds/refund-world.ts';

/** What somebody asked back, and what two do to one payment at one moment. */
let w: RefundWorld;
let owner: Place;
const company = () => owner.owner.me.companyId ?? 0;
const home = async () => livedIn(w.house, owner.property, { unitId: await addUnit(w.house, owner.property) });
const bill = (tenancy: number, sum: number) => w.as(owner.owner, (ctx) => billed(ctx, tenancy, sum));
const came = (sum: number, typed: string) => paidIn(w.house, { account: w.paybill, cents: sum, typed, payer: 'LILIAN', phone: '254712345678' });
const codeOf = async (tenancy: number) =>
  (await w.db.selectFrom('tenancy').select('code').where('id', '=', tenancy).executeTakeFirstOrThrow()).code ?? '';
/** Paid ahead: nothing is asked for yet. */
const ahead = async (tenancy: number, sum: number) => (await came(sum, await codeOf(tenancy))).id;
const invoiceOf = (id: number) => w.db.selectFrom('invoice').select(['paid_cents', 'status']).where('id', '=', id).executeTakeFirstOrThrow();
const ask = async (id: number, sum: number): Promise<number> =>
  (await w.as(owner.owner, (ctx) => payments.askRefund(ctx, { id, cents: cents(sum), reason: 'Paid too much' }))).refunds.at(-1)?.id ?? 0;
const refused = async (refund: number) =>
  (await told(w.house, 'payment.refund_refused')).filter(({ key }) => key.endsWith(`:${owner.owner.id}`) && key.includes(codes.get(refund) ?? '-'));
const codes = new Map<number, string>();
const asked = async (id: number, sum: number): Promise<number> => {
  const refund = await ask(id, sum);
  codes.set(refund, (await w.refundOf(refund)).code);
  return refund;
};
/** `act` begins while `first` is done and not committed, waits for it, and goes on. */
async function meanwhile<T>(first: (ctx: Ctx) => Promise<unknown>, act: () => Promise<T>): Promise<T> {
  const [begun] = await w.as(owner.owner, async (ctx) => {
    await first(ctx);
    return waitingFor(ctx.db, act);
  });
  return begun;
}

beforeAll(async () => {
  w = await refundWorld();
  owner = await place(w.house);
  await trusts(w.house, company());
});
afterAll(() => w.close());

test('credit that was asked back is promised: the next invoice leaves it, and it goes when another approves', async () => {
  const tenancy = await home();
  const id = await ahead(tenancy, 300_000);
  await ahead(tenancy, 100_000);
  const refund = await ask(id, 250_000);
  const next = await bill(tenancy, 500_000);
  // What nobody asked back pays it.
  expect(await invoiceOf(next.id)).toEqual({ paid_cents: 150_000, status: 'active' });
  await w.approve(refund);
  expect(await w.onItsWay(refund)).toBe(250_000);
  expect(await unproven(w.house)).toEqual([]);
});

test('a refund out of credit that is taken off, or of money that is gone, ends, and who asked hears why', async () => {
  const tenancy = await home();
  const [first, second] = [await ahead(tenancy, 300_000), await ahead(tenancy, 200_000)];
  const [off, gone] = [await asked(first, 300_000), await asked(second, 200_000)];
  await w.as(w.asker, (ctx) => payments.unmatch(ctx, { id: first, reason: 'Of another home' }));
  await w.as(w.asker, (ctx) => payments.reverse(ctx, { id: second, reason: 'M-Pesa took it back' }));
  expect([(await w.refundOf(off)).status, (await w.refundOf(gone)).status]).toEqual(['refused', 'refused']);
  expect((await refused(off)).map(({ params }) => params)).toMatchObject([{ reason: 'Of another home' }]);
  expect((await refused(gone)).map(({ params }) => params)).toMatchObject([{ reason: 'M-Pesa took it back' }]);
});

test('what was put elsewhere since it was asked back is said so, and nothing goes', async () => {
  const tenancy = await home();
  const { id } = await came(300_000, 'NOBODY');
  const refund = await w.as(w.asker, (ctx) => payments.askRefund(ctx, { id, cents: cents(300_000), reason: 'Paid twice' }));
  await w.as(w.asker, (ctx) => payments.assign(ctx, { id, parts: [{ tenancy_id: tenancy, cents: cents(200_000) }] }));
  await expect(w.approve(refund.refunds.at(-1)?.id ?? 0)).rejects.toMatchObject({
    failure: 'conflict',
    message: expect.stringContaining('only KES 1,000 is left'),
  });
});

test('an invoice uses credit while its payment is taken off: one of them waits, and no allocation stands on what is gone', async () => {
  const tenancy = await home();
  const id = await ahead(tenancy, 300_000);
  await ahead(tenancy, 300_000);
  const off = meanwhile(
    (ctx) => billed(ctx, tenancy, 300_000),
    () => w.as(w.asker, (ctx) => payments.unmatch(ctx, { id, reason: 'Of another home' })),
  );
  await expect(off).rejects.toMatchObject({ failure: 'conflict' });
  expect(await unproven(w.house)).toEqual([]);
  await w.as(w.asker, (ctx) => payments.unmatch(ctx, { id, reason: 'Of another home' }));
  expect(await unproven(w.house)).toEqual([]);
});

test('a pasted message has nothing looked at again that a person is putting somewhere', async () => {
  const [tenancy, other] = [await home(), await home()];
  const { id, external } = await came(300_000, 'NOBODY');
  const text = `${external} Confirmed. Ksh3,000.00 sent to MAKAO for account A1 on 3/3/27 at 10:00 AM.`;
  await meanwhile(
    (ctx) => payments.assign({ ...ctx, me: w.asker.me }, { id, parts: [{ tenancy_id: tenancy, cents: cents(100_000) }] }),
    () => w.as(owner.owner, (ctx) => paste(ctx, { text, tenancy_id: other })),
  );
  const row = await w.db
    .selectFrom('payment')
    .select(['looked_at', 'allocated_cents', 'credited_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ looked_at: expect.any(Date), allocated_cents: 0, credited_cents: 100_000 });
});

test('who writes down what was paid by hand waits for its invoices with nothing of the books in their hands', async () => {
  const tenancy = await home();
  const { unit_id, property_id } = await w.db
    .selectFrom('tenancy')
    .select(['unit_id', 'property_id'])
    .where('id', '=', tenancy)
    .executeTakeFirstOrThrow();
  const at = { tenancy_id: tenancy, booking_id: null, property_id, unit_id, tenant_id: null };
  const said = { companyId: company(), how: 'cash' as const, cents: 100_000, on: clock.today(), home: at, inHand: true };
  const write = () => w.as(owner.owner, (ctx) => record.recorded(ctx, said));
  await write();
  const invoice = await bill(tenancy, 400_000);
  const [writing] = await w.db.transaction().execute(async (tx) => {
    await sql`select 1 from invoice where id = ${invoice.id} for no key update`.execute(tx);
    const begun = await waitingFor(tx, write);
    await sql`select 1 from ledger_total t join ledger_account a on a.id = t.account_id where a.code = 1040 for update of t nowait`.execute(tx);
    return begun;
  });
  await writing;
});
