import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildOverpaymentCreditedPostings, buildSweepSentPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { resolvePaymentException } from '#server/bank-statement/payment-exceptions.ts';
import { emptySealedPhone } from '#server/collection/phones.ts';
import { recordReceipt } from '#server/collection/record-receipts.ts';
import { updatePayment } from '#server/collection/rows.ts';
import { creditInvoice } from '#server/invoice/credit.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import { journalDetails, postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { recordTenantCredit } from '#server/matching/credit.ts';
import { matchPayment } from '#server/matching/match-payment.ts';
import { allocatePaymentAction, requestRefund } from '#server/payment/acts.ts';
import { decideRefund, recordManualRefundPayment } from '#server/refund/refunds.ts';
import { type CollectionAccountRow, createCollectionAccount, readCollectionAccount } from '#server/treasury/accounts.ts';
import { approveClientMoneyMove } from '#test/client-money.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { listInvoicePayments } from './lists.ts';
import { paymentLedgerChecks } from './proofs.ts';

let fixture: BookingFixture;
let account: CollectionAccountRow;
let [head, other]: TestPerson[] = [];
let n = 0;
const db = () => fixture.services.database.db;
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2], by = head) => runAsPerson(fixture.services, by as TestPerson, work);

beforeAll(async () => {
  fixture = await createBookingFixture();
  await setTrustMode(fixture.services, fixture.company);
  const made = await createCollectionAccount(db(), {
    company_id: null,
    rail: 'mpesa',
    name: 'M-Pesa',
    number: '174379',
    bank_code: null,
    fund: 'C',
    of_env: true,
  });
  account = await readCollectionAccount(db(), made?.id ?? 0);
  [head, other] = [await createPerson(fixture.services, 'superadmin'), await createPerson(fixture.services, 'superadmin')];
  await makeAccountsEstablished(fixture.services, other);
});
const invoiceOf = (bookingId: number) => db().selectFrom('invoice').selectAll().where('booking_id', '=', bookingId).executeTakeFirstOrThrow();
const paymentOf = (id: number) => db().selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const approved = async () => {
  const { listing } = await fixture.home();
  const { id } = await fixture.applies(listing);
  await fixture.approve(id);
  return { id, invoice: await invoiceOf(id) };
};
const came = async (accountText: string, sum: number) => {
  const facts = { rail: 'mpesa', external: `UKP000000${++n}`, account, cents: sum, paidAt: clock.now(), payer: 'ASHA', verifiedBy: 'query' } as const;
  const { paymentId } = await db()
    .transaction()
    .execute((tx) => recordReceipt(asClock(tx), { ...facts, accountText, phone: emptySealedPhone }));
  await matchPayment(db(), paymentId ?? 0);
  return paymentId ?? 0;
};
const creditAt = (where: { tenancy: number } | { ref: string }) => readAccountBalance(db(), 'C', { code: 2020, company: fixture.company, ...where });
/** An overpayment kept for a booking without a tenancy. */
async function kept(bookingId: number, sum: number): Promise<number> {
  const id = await came('NOBODY KNOWS', sum);
  const over = await paymentOf(id);
  await as(async (ctx) => {
    await recordTenantCredit(ctx, over, { companyId: fixture.company, tenancyId: null, bookingId }, sum);
    await updatePayment(ctx.db, id, { credited_cents: sum, match: 'matched' });
  });
  return id;
}
async function refunded(id: number, sum: number): Promise<void> {
  const full = await as((ctx) => requestRefund(ctx, { id, cents: toCents(sum), reason: 'Too much', to: 'KCB 0113601234' }));
  const refund = full.refunds.at(-1)?.id ?? 0;
  await as((ctx) => decideRefund(ctx, { id: refund, approve: true, reason: '' }), other);
  await as((ctx) => recordManualRefundPayment(ctx, { id: refund, how: 'mpesa', proof: `SBK4XYZ${100 + ++n}` }));
}

describe('ledger checks: credit of a booking that became a tenancy', () => {
  test('pass when staff leave a later payment as credit and no invoice is open', async () => {
    const { id, invoice } = await approved();
    await came(invoice.code, 9_000_000);
    const tenancy = (await invoiceOf(id)).tenancy_id ?? 0;
    const late = await came('NOBODY KNOWS', 50_000);
    await as((ctx) => allocatePaymentAction(ctx, { id: late, parts: [{ booking_id: id, cents: toCents(50_000) }] }));
    await approveClientMoneyMove(fixture.services, late);
    expect([await creditAt({ tenancy }), await creditAt({ ref: `booking:${id}` })]).toEqual([50_000, 0]);
    expect(await paymentOf(late)).toMatchObject({ tenancy_id: tenancy, match: 'matched' });
    expect(await findFailedLedgerChecks(fixture.services)).toEqual([]);
  });

  test('pass after a reversal of a payment that was partly refunded before and after the tenancy was created', async () => {
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
        kind: 'reversal',
        payment_id: over,
        account_id: account.id,
        external: `${external}R`,
        cents: 10_000,
        at: clock.now(),
        payer: 'ASHA',
        verified_by: 'pull',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await as((ctx) => resolvePaymentException(ctx, { id: doubt.id, decision: 'loss', reason: 'M-Pesa took it back' }));
    const { id: request } = await db().selectFrom('approval_request').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    await as((ctx) => decideApprovalRequest(fixture.services)(ctx, { id: request, approve: true, reason: '' }), other);
    expect([await creditAt({ tenancy }), await creditAt({ ref: `booking:${id}` })]).toEqual([0, 0]);
    expect(await findFailedLedgerChecks(fixture.services)).toEqual([]);
  });

  test('pass for tenant credit created by credit notes on a move-in invoice, before and after the tenancy is created', async () => {
    const { id, invoice } = await approved();
    await came(invoice.code, 5_000_000);
    const rent = () =>
      db().selectFrom('invoice_line').selectAll().where('invoice_id', '=', invoice.id).where('kind', '=', 'rent').executeTakeFirstOrThrow();
    const given = async (back: number) => {
      const line = await rent();
      const open = line.cents - line.paid_cents - line.credited_cents;
      await as((ctx) =>
        creditInvoice(ctx, { id: invoice.id, lines: [{ line_id: line.id, cents: toCents(open + back) }], reason: 'The water was cold' }),
      );
    };
    await given(100_000);
    expect(await creditAt({ ref: `booking:${id}` })).toBe(100_000);
    const note = await db().selectFrom('journal').select('id').where('source', '=', 'credit_note').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect((await as((ctx) => journalDetails(ctx, { id: note.id }))).source.page).toMatchObject({ of: 'booking', id });
    await came(invoice.code, (await invoiceOf(id)).open_cents ?? 0);
    const tenancy = (await invoiceOf(id)).tenancy_id ?? 0;
    expect([await creditAt({ tenancy }), await creditAt({ ref: `booking:${id}` })]).toEqual([100_000, 0]);
    await given(20_000);
    expect([await creditAt({ tenancy }), await creditAt({ ref: `booking:${id}` })]).toEqual([120_000, 0]);
    // The next invoice uses the credit, which still belongs to its original payment.
    const next = await as((ctx) => issueRentInvoice(ctx, tenancy, 50_000));
    const { results } = await as((ctx) => listInvoicePayments(ctx, { invoice_id: next.id }));
    expect(results).toMatchObject([{ payment: { how: 'paybill' }, cents: 50_000, returned_cents: 0 }]);
    expect(await findFailedLedgerChecks(fixture.services)).toEqual([]);
  });
});

describe('payment ledger checks', () => {
  const said = (tx: Db, name: string) => paymentLedgerChecks.find((proof) => proof.name === name)?.differences(tx, null) ?? [];
  /** Corrupts a row, counts the differences that the check finds, and rolls the change back. */
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
  const posted = (pairs: ReturnType<typeof buildSweepSentPostings>) => (tx: Db) =>
    postJournal(tx, { key: `spoiled:${++n}`, kind: 'adjustment', source: ['test', n], params: {}, pairs });

  test('fail for each kind of row that contradicts the ledger', async () => {
    const { id, invoice } = await approved();
    const over = await kept(id, 10_000);
    await refunded(over, 3_000);
    await came(invoice.code, 9_000_000);
    const at = sql.lit(over);
    expect(await findFailedLedgerChecks(fixture.services)).toEqual([]);
    expect(await spoiled('payments_are_credits', written(sql`update payment set credited_cents = credited_cents - 1 where id = ${at}`))).toBe(1);
    const swapped = sql`update payment set credited_cents = credited_cents - 1, refunded_cents = refunded_cents + 1 where id = ${at}`;
    expect(await spoiled('refunds_are_given', written(swapped))).toBe(1);
    const less = sql`update payment_credit set refunded_cents = refunded_cents - 1 where payment_id = ${at}`;
    expect(await spoiled('refunds_are_given', written(less))).toBe(1);
    expect(await spoiled('refunds_under_way', written(sql`update refund set status = 'approved' where payment_id = ${at}`))).toBe(1);
    const payer = { company: fixture.company, ref: `booking:${id}` };
    expect(await spoiled('credit_moved_in', posted(buildOverpaymentCreditedPostings({ fund: 'C', payer, cents: 1 })))).toBe(1);
    // Rent and deposit were held before the move-in.
    const lived = sql`update tenancy set status = 'active' where booking_id = ${sql.lit(id)}`;
    expect(await spoiled('held_until_moved_in', written(lived))).toBe(2);
    expect(
      await spoiled('swept_under_way', posted(buildSweepSentPostings({ code: ledgerAccounts.mpesaPaybill, ref: `collection:${account.id}` }, 1))),
    ).toBe(1);
    expect(await findFailedLedgerChecks(fixture.services)).toEqual([]);
  });
});
