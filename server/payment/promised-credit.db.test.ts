import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { submitMpesaMessage } from '#server/collection/pasted-messages.ts';
import * as record from '#server/collection/record.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import * as payments from '#server/payment/acts.ts';
import { approveClientMoneyMove } from '#test/client-money.ts';
import { payIntoPaybill, reverseByProvider } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { createRefundFixture, type RefundFixture } from '#test/fixtures/refund-fixture.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { startBlockedWork } from '#test/lock-order.ts';

/** Requests to refund tenant credit, and concurrent actions on one payment. */
let w: RefundFixture;
let owner: OwnerWithUnit;
const company = () => owner.owner.me.companyId ?? 0;
const home = async () => createOccupiedTenancy(w.services, owner.property, { unitId: await addUnit(w.services, owner.property) });
const bill = (tenancy: number, sum: number) => w.as(owner.owner, (ctx) => issueRentInvoice(ctx, tenancy, sum));
const came = (sum: number, typed: string) =>
  payIntoPaybill(w.services, { account: w.paybill, cents: sum, typed, payer: 'LILIAN', phone: '254712345678' });
const codeOf = async (tenancy: number) =>
  (await w.db.selectFrom('tenancy').select('code').where('id', '=', tenancy).executeTakeFirstOrThrow()).code ?? '';
/** Creates an advance payment, which becomes tenant credit because there is no invoice. */
const ahead = async (tenancy: number, sum: number) => (await came(sum, await codeOf(tenancy))).id;
const invoiceOf = (id: number) => w.db.selectFrom('invoice').select(['paid_cents', 'status']).where('id', '=', id).executeTakeFirstOrThrow();
const ask = async (id: number, sum: number): Promise<number> =>
  (await w.as(owner.owner, (ctx) => payments.requestRefund(ctx, { id, cents: toCents(sum), reason: 'Paid too much' }))).refunds.at(-1)?.id ?? 0;
const refused = async (refund: number) =>
  (await listSentNotifications(w.services, 'payment.refund_refused')).filter(
    ({ key }) => key.endsWith(`:${owner.owner.id}`) && key.includes(codes.get(refund) ?? '-'),
  );
const codes = new Map<number, string>();
const asked = async (id: number, sum: number): Promise<number> => {
  const refund = await ask(id, sum);
  codes.set(refund, (await w.refundOf(refund)).code);
  return refund;
};
/** Starts `act` after `first` ran but before it is committed: `act` waits for the commit and then continues. */
async function meanwhile<T>(first: (ctx: Ctx) => Promise<unknown>, act: () => Promise<T>): Promise<T> {
  const [begun] = await w.as(owner.owner, async (ctx) => {
    await first(ctx);
    return startBlockedWork(ctx.db, act);
  });
  return begun;
}

beforeAll(async () => {
  w = await createRefundFixture();
  owner = await createOwnerWithUnit(w.services);
  await setTrustMode(w.services, company());
});
afterAll(() => w.close());

test('refund of tenant credit: the requested amount is not used for the next invoice, and is refunded on approval', async () => {
  const tenancy = await home();
  const id = await ahead(tenancy, 300_000);
  await ahead(tenancy, 100_000);
  const refund = await ask(id, 250_000);
  const next = await bill(tenancy, 500_000);
  // The invoice is paid from the credit that is not reserved for the refund.
  expect(await invoiceOf(next.id)).toEqual({ paid_cents: 150_000, status: 'active' });
  await w.approve(refund);
  expect(await w.onItsWay(refund)).toBe(250_000);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('refund of tenant credit: is rejected when the payment is unallocated or reversed, and its requester is notified', async () => {
  const tenancy = await home();
  const [first, second] = [await ahead(tenancy, 300_000), await ahead(tenancy, 200_000)];
  const [off, gone] = [await asked(first, 300_000), await asked(second, 200_000)];
  await w.as(w.asker, (ctx) => payments.unallocatePaymentAction(ctx, { id: first, reason: 'Of another home' }));
  await reverseByProvider(w.services, second, 'M-Pesa took it back');
  expect([(await w.refundOf(off)).status, (await w.refundOf(gone)).status]).toEqual(['refused', 'refused']);
  expect((await refused(off)).map(({ params }) => params)).toMatchObject([{ reason: 'Of another home' }]);
  expect((await refused(gone)).map(({ params }) => params)).toMatchObject([{ reason: 'M-Pesa took it back' }]);
});

test('refund approval: is rejected when the money was allocated after the refund was requested', async () => {
  const tenancy = await home();
  const { id } = await came(300_000, 'NOBODY');
  const refund = await w.as(w.asker, (ctx) => payments.requestRefund(ctx, { id, cents: toCents(300_000), reason: 'Paid twice' }));
  await w.as(w.asker, (ctx) => payments.allocatePaymentAction(ctx, { id, parts: [{ tenancy_id: tenancy, cents: toCents(200_000) }] }));
  await approveClientMoneyMove(w.services, id);
  await expect(w.approve(refund.refunds.at(-1)?.id ?? 0)).rejects.toMatchObject({
    failure: 'conflict',
    message: expect.stringContaining('Only KES 1,000 can still be refunded'),
  });
});

test('tenant credit: a payment cannot be unallocated while an invoice uses its credit in a concurrent transaction', async () => {
  const tenancy = await home();
  const id = await ahead(tenancy, 300_000);
  await ahead(tenancy, 300_000);
  const off = meanwhile(
    (ctx) => issueRentInvoice(ctx, tenancy, 300_000),
    () => w.as(w.asker, (ctx) => payments.unallocatePaymentAction(ctx, { id, reason: 'Of another home' })),
  );
  await expect(off).rejects.toMatchObject({ failure: 'conflict' });
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
  await w.as(w.asker, (ctx) => payments.unallocatePaymentAction(ctx, { id, reason: 'Of another home' }));
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('pasted M-Pesa message: does not match a payment that staff are assigning at the same moment', async () => {
  const [tenancy, other] = [await home(), await home()];
  const { id, external } = await came(300_000, 'NOBODY');
  // The payment belongs to the company, so one person may allocate a small part.
  await w.db.updateTable('payment').set({ company_id: owner.owner.me.companyId }).where('id', '=', id).execute();
  const text = `${external} Confirmed. Ksh3,000.00 sent to MAKAO for account A1 on 3/3/27 at 10:00 AM.`;
  await meanwhile(
    (ctx) => payments.allocatePaymentAction({ ...ctx, me: w.asker.me }, { id, parts: [{ tenancy_id: tenancy, cents: toCents(100_000) }] }),
    () => w.as(owner.owner, (ctx) => submitMpesaMessage(ctx, { text, tenancy_id: other })),
  );
  const row = await w.db
    .selectFrom('payment')
    .select(['looked_at', 'allocated_cents', 'credited_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ looked_at: expect.any(Date), allocated_cents: 0, credited_cents: 100_000 });
});

test('recorded payment: locks its invoices before any ledger balance', async () => {
  const tenancy = await home();
  const { unit_id, property_id } = await w.db
    .selectFrom('tenancy')
    .select(['unit_id', 'property_id'])
    .where('id', '=', tenancy)
    .executeTakeFirstOrThrow();
  const at = { tenancy_id: tenancy, booking_id: null, property_id, unit_id, tenant_id: null };
  const said = { companyId: company(), how: 'cash' as const, cents: 100_000, on: clock.today(), home: at, inHand: true };
  const write = () => w.as(owner.owner, (ctx) => record.recordOutsidePayment(ctx, said));
  await write();
  const invoice = await bill(tenancy, 400_000);
  const [writing] = await w.db.transaction().execute(async (tx) => {
    await sql`select 1 from invoice where id = ${invoice.id} for no key update`.execute(tx);
    const begun = await startBlockedWork(tx, write);
    await sql`select 1 from ledger_total t join ledger_account a on a.id = t.account_id where a.code = 1040 for update of t nowait`.execute(tx);
    return begun;
  });
  await writing;
});
