import { beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { creditInvoice } from '#server/invoice/credit.ts';
import { readInvoiceDetails } from '#server/invoice/invoice-detail.ts';
import { chargeLateFees, setLateFeePolicy } from '#server/invoice/late-fees/fees.ts';
import { readBalanceDue, readPublicInvoice } from '#server/invoice/public-invoice.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { recordTenantCredit } from '#server/matching/credit.ts';
import { matchPayment } from '#server/matching/match-payment.ts';
import { readAccountStatement } from '#server/payment/account-statement.ts';
import { createTenancy } from '#server/tenancy/service.ts';
import { findOrCreatePlatformPaybill } from '#server/treasury/accounts.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { readPaymentOptions, readPublicPaymentOptions } from './pay.ts';
import { sealPhone } from './phones.ts';
import { recordReceipt } from './record-receipts.ts';
import { lockPayment, updatePayment } from './rows.ts';

let services: TestServices;
let here: OwnerWithUnit;
let n = 0;
beforeAll(async () => {
  services = await createTestServices('bare', { MPESA_CALLBACK_URL: 'http://127.0.0.1:9' });
  here = await createOwnerWithUnit(services);
  await setTrustMode(services, here.owner.me.companyId ?? 0);
});
/** A home with these shares; the second of several payers has no account. */
async function home(shares: readonly number[] = [10_000]): Promise<{ id: number; code: string; lead: TestPerson }> {
  const [unitId, lead] = [await addUnit(services, here.property), await createPerson(services, 'tenant')];
  const people = shares.map((shareBp, at) => ({
    somebody: { personId: at === 0 ? lead.me.userId : null, name: `Payer ${++n}`, phone: `+2547140${String(20_000 + n)}`, email: null },
    role: at === 0 ? ('lead' as const) : ('co_tenant' as const),
    shareBp,
  }));
  const { id, code } = await runAsPerson(services, here.owner, (ctx) =>
    createTenancy(ctx, {
      unitId,
      startsOn: clock.today(),
      endsOn: addDays(clock.today(), 400),
      rentCents: 3_000_000,
      period: 2,
      depositCents: 0,
      people,
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: clock.today() },
    }),
  );
  return { id, code, lead };
}
const bill = (tenancyId: number, sum: number) => runAsPerson(services, here.owner, (ctx) => issueRentInvoice(ctx, tenancyId, sum));
const taken = async (accountText: string, sum: number, from = '254799000111'): Promise<number> => {
  const account = await findOrCreatePlatformPaybill(services, services.database.db);
  if (!account) throw new Error('no paybill');
  const facts = { rail: 'mpesa', external: `UKT${1_000_000 + ++n}`, account, cents: sum, paidAt: clock.now(), accountText, payer: '' } as const;
  const { paymentId } = await services.database.db
    .transaction()
    .execute((tx) => recordReceipt(asClock(tx), { ...facts, verifiedBy: 'query', phone: sealPhone(from) }));
  return paymentId ?? 0;
};
const came = async (...given: Parameters<typeof taken>) => matchPayment(services.database.db, await taken(...given));
const heard = async (event: string, code: string) => (await listSentNotifications(services, event)).filter(({ params }) => params.code === code);

test('notifications: a credit note that closes a partly paid invoice sends no receipt', async () => {
  const { id: t, code } = await home();
  const invoice = await bill(t, 2_500_000);
  await came(code, 2_000_000);
  await came(code, 100_000);
  const part = await readInvoiceDetails(createTestCtx(services, here.owner), { id: invoice.id });
  expect(part.history.map(({ what, reason, cents: sum }) => [what, reason, sum])).toEqual([
    ['money', 'paybill', 2_000_000],
    ['money', 'paybill', 100_000],
  ]);
  const [line] = part.lines;
  const reason = 'too much';
  await runAsPerson(services, here.owner, (ctx) =>
    creditInvoice(ctx, { id: invoice.id, lines: [{ line_id: line?.id ?? 0, cents: toCents(400_000) }], reason }),
  );
  expect(await readInvoiceDetails(createTestCtx(services, here.owner), { id: invoice.id })).toMatchObject({ status: 2, open_cents: 0 });
  expect(await heard('invoice.credit', invoice.code)).toHaveLength(1);
  expect(await heard('receipt', invoice.code)).toEqual([]);
});

test('notifications: a new invoice states the balance due after tenant credit; no notification is sent if credit paid the invoice in full', async () => {
  const { id: t, code } = await home();
  await came(code, 2_000_000);
  const part = await bill(t, 2_500_100);
  expect((await heard('invoice.issued', part.code)).map(({ params }) => params)).toMatchObject([
    { sum: 'KES 5,001', total: 'KES 25,001', credit: 'KES 20,000' },
  ]);
  await came(code, 1_500_100);
  const all = await bill(t, 1_000_000);
  expect(await heard('invoice.issued', all.code)).toEqual([]);
  expect((await heard('receipt', all.code)).map(({ params }) => params)).toMatchObject([{ sum: 'KES 10,000', how: 'wallet' }]);
});

test('notifications: a late fee states the balance due after tenant credit', async () => {
  const tiers = [{ grace_days: 5, every: 'once' as const, kind: 'fixed' as const, value: 50_000, cap_cents: null }];
  await runAsPerson(services, here.owner, (ctx) => setLateFeePolicy(ctx, { property_id: null, tenancy_id: null, active: true, tiers, revision: 0 }));
  const { db } = services.database;
  const lateAfter = async (credit: number) => {
    const { id: t } = await home();
    const { id, code: late } = await bill(t, 300_000);
    const due_on = addDays(clock.today(), -20);
    await db.updateTable('invoice').set({ issued_on: due_on, due_on }).where('id', '=', id).execute();
    // Kept as credit by staff, although an invoice is open.
    const whose = { companyId: here.owner.me.companyId ?? 0, tenancyId: t, bookingId: null };
    const paymentId = credit > 0 ? await taken('', credit) : 0;
    if (credit > 0)
      await db.transaction().execute(async (tx) => {
        await recordTenantCredit(asClock(tx), await lockPayment(tx, paymentId), whose, credit);
        await updatePayment(tx, paymentId, { credited_cents: toCents(credit), match: 'matched', looked_at: clock.now(), tenancy_id: t });
      });
    await chargeLateFees(db);
    return (await listSentNotifications(services, 'invoice.late_fee')).filter(({ params }) => params.late === late).map(({ params }) => params);
  };
  expect(await lateAfter(0)).toMatchObject([{ sum: 'KES 500' }]);
  expect(await lateAfter(20_000)).toMatchObject([{ sum: 'KES 500', credit: 'KES 200', left: 'KES 300' }]);
  const [covered] = await lateAfter(50_000);
  expect(covered).toMatchObject({ sum: 'KES 500', credit: 'KES 500' });
  expect(covered).not.toHaveProperty('left');
});

test('payment options: list the other open invoices that an overpayment pays, but hide them from an anonymous caller', async () => {
  const { id: t, lead } = await home();
  const [one, other] = [await bill(t, 450_000), await bill(t, 6_280_000)];
  expect((await readPaymentOptions(services)(createTestCtx(services, lead), { invoice_id: one.id })).others).toMatchObject([
    { id: other.id, open_cents: 6_280_000 },
  ]);
  expect((await readPaymentOptions(services)(createTestCtx(services, lead), { tenancy_id: t })).others).toEqual([]);
  const { token } = await services.database.db.selectFrom('invoice').select('token').where('id', '=', one.id).executeTakeFirstOrThrow();
  expect((await readPublicPaymentOptions(services)(createTestCtx(services, null), { invoice_id: one.id, token })).others).toEqual([]);
});

test('statement of account: shows the balance after each entry in order, even within one day', async () => {
  const { id: t, code, lead } = await home();
  await came(code, 2_000_000);
  await bill(t, 2_500_000);
  await came(code, 500_000);
  const { rows } = await readAccountStatement(createTestCtx(services, lead), { tenancy_id: t });
  expect(rows.map((row) => [row.what, row.balance_cents])).toEqual([
    ['payment', -2_000_000],
    ['invoice', 500_000],
    ['payment', 0],
  ]);
});

test('notifications: each of two equal payers is notified of half the balance due, as shown in the payment options', async () => {
  const { id: t, code, lead } = await home([5_000, 5_000]);
  await came(code, 16_100);
  const invoice = await bill(t, 1_000_100);
  expect((await heard('invoice.issued', invoice.code)).map(({ params }) => [params.sum, params.share])).toEqual([
    ['KES 9,840', 'KES 4,920'],
    ['KES 9,840', 'KES 4,920'],
  ]);
  expect(await readBalanceDue(createTestCtx(services, lead), { tenancy_id: t })).toMatchObject({ my_share_cents: 492_000 });
  expect(await readPaymentOptions(services)(createTestCtx(services, lead), { tenancy_id: t })).toMatchObject({ share_cents: 492_000 });
  const { token } = await services.database.db.selectFrom('invoice').select('token').where('id', '=', invoice.id).executeTakeFirstOrThrow();
  expect((await readPublicInvoice(createTestCtx(services, null), { id: invoice.id, token })).name).toMatch(
    /^Payer \d+: KES 4,920, Payer \d+: KES 4,920$/,
  );
  const open = () => readPublicPaymentOptions(services)(createTestCtx(services, null), { invoice_id: invoice.id, token });
  expect(await open()).toMatchObject({ open_cents: 984_000, share_cents: 492_000, invoices: [{ share_cents: 492_000 }] });
  // A payer without an account is identified by phone number; the rest is the other payer's.
  await came(code, 492_000, `2547140${String(20_000 + n - 2)}`);
  expect(await readBalanceDue(createTestCtx(services, lead), { tenancy_id: t })).toMatchObject({ my_share_cents: 492_000 });
});
