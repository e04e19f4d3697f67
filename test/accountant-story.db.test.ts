import { afterAll, expect, test } from 'vitest';
import { ledgerAccounts as at } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { recordReceipt } from '#server/collection/service.ts';
import { fillPayoutAccounts } from '#server/db/demo/money/money-payouts.ts';
import { creditInvoice, voidInvoice, writeOffInvoice } from '#server/invoice/credit.ts';
import { asClock, type Ctx } from '#server/kernel/ctx.ts';
import { runLedgerChecks } from '#server/ledger/ledger-checks.ts';
import { closeCheckedLedgerMonth } from '#server/ledger/service.ts';
import { matchPayment } from '#server/matching/service.ts';
import * as payments from '#server/payment/acts.ts';
import { decideRefund } from '#server/refund/refunds.ts';
import { approvePayout, createBankFile, importBankAnswer, startPayoutRun } from '#server/settlement/service.ts';
import * as moves from '#server/treasury/cash-moves.ts';
import { type CollectionAccountRow, createCollectionAccount } from '#server/treasury/service.ts';
import { decideWalletAdjustment, requestWalletAdjustment } from '#server/wallet/adjust.ts';
import { approveClientMoneyMove } from '#test/client-money.ts';
import { openBooks } from './accountant-story/books.ts';
import {
  billedDeposit,
  billedRent,
  C,
  creditedTenant,
  D,
  noChanges,
  P,
  paidDeposit,
  paidRent,
  platformFee,
  receivedMoney,
  reverseChanges,
  sumChanges,
} from './accountant-story/facts.ts';
import { setClock } from './clock.ts';
import { createTestServices, type TestServices } from './db.ts';
import { createOccupiedTenancy } from './fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit } from './fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from './fixtures/payments.ts';
import { clientBankFile } from './fixtures/payouts.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from './people.ts';

/**
 * The books of one owner for six weeks, event by event. The changes of the accounts, in shillings (debit positive), were worked out by hand from the
 * chart of accounts, not taken from the program: each event must change these accounts and no others.
 */
let services: TestServices;
afterAll(() => setClock(services, null));
const db = () => services.database.db;

test("accountant's story: each of the events changes the predicted accounts by the predicted amounts", { timeout: 240_000 }, async () => {
  services = await createTestServices('bare');
  await setClock(services, '2027-03-01T09:00:00+03:00');
  const here = await createOwnerWithUnit(services);
  const [maker, second, third] = [
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'superadmin'),
  ];
  await makeAccountsEstablished(services, maker, second, third);
  const company = here.owner.me.companyId ?? 0;
  await setTrustMode(services, company);
  await db()
    .insertInto('commission_rule')
    .values({ name: 'Rent', beneficiary: 'platform', basis: 'rent_collected', kind: 'rate', bps: 1_000, vat_bps: 1_600, starts_on: '2027-01-01' })
    .execute();
  const account = async (rail: 'mpesa' | 'bank', name: string, number: string) => {
    const row = await createCollectionAccount(db(), { company_id: null, rail, name, number, bank_code: rail === 'bank' ? '01' : null, fund: 'C' });
    if (!row) throw new Error('the account was not created');
    return row;
  };
  const [mpesa, bank] = [await account('mpesa', 'Paybill', '174379'), await account('bank', 'Clients', '0110001')];
  await fillPayoutAccounts(db(), [company]);
  const as = <T>(who: TestPerson, work: (ctx: Ctx) => Promise<T>) => runAsPerson(services, who, work);
  const home = async () => {
    const id = await createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) });
    const { code } = await db().selectFrom('tenancy').select('code').where('id', '=', id).executeTakeFirstOrThrow();
    return { id, account: code.replace('-', '') };
  };
  const [a, b, c] = [await home(), await home(), await home()];
  let n = 0;
  const { event, seen, readBalances } = openBooks(services);
  const bill = (tenancy: number, kes: number, more = {}) => as(here.owner, (ctx) => issueRentInvoice(ctx, tenancy, kes * 100, more));
  let paymentId = 0;
  const pay = async (kes: number, accountText: string, to: CollectionAccountRow = mpesa, external = `TKC${1_000_000 + ++n}`) => {
    const taken = await db()
      .transaction()
      .execute((tx) =>
        recordReceipt(asClock(tx), {
          ...{ rail: to.rail, external, account: to, cents: kes * 100, paidAt: new Date('2027-03-01T06:00:00Z'), accountText, payer: 'JOHN' },
          ...{ phone: { phone_sealed: null, phone_tail: '123', phone_mark: null }, verifiedBy: 'pull' },
        }),
      );
    paymentId = taken.paymentId ?? 0;
    await matchPayment(db(), paymentId);
    return external;
  };

  // Billing.
  await event('rent of A is billed', billedRent(30_000), () => bill(a.id, 30_000));
  let ofB = 0;
  await event('rent of B is billed', billedRent(20_000), async () => (ofB = (await bill(b.id, 20_000)).id));
  await event('rent and water of C are billed', billedRent(46_500), () => bill(c.id, 45_000, { water: 1_500 * 100 }));
  // Payments.
  await event('A pays by paybill', sumChanges(receivedMoney(30_000), paidRent(30_000), platformFee(30_000)), () => pay(30_000, a.account));
  const ofA = paymentId;
  await event('M-Pesa reports the payment of A again', noChanges, async () => {
    const { external } = await db().selectFrom('payment').select('external').where('id', '=', ofA).executeTakeFirstOrThrow();
    await pay(30_000, a.account, mpesa, external ?? '');
  });
  await event('B pays a part', sumChanges(receivedMoney(15_000), paidRent(15_000), platformFee(15_000)), () => pay(15_000, b.account));
  await event('B pays the rest and 3,000 more', sumChanges(receivedMoney(8_000), paidRent(5_000), platformFee(5_000), creditedTenant(3_000)), () =>
    pay(8_000, b.account),
  );
  await event(
    'C pays rent and water into the bank; only rent bears the fee',
    sumChanges(receivedMoney(46_500, at.clientBank), paidRent(46_500), platformFee(45_000)),
    () => pay(46_500, c.account, bank),
  );
  await event(
    'the next rent of B is billed and uses the credit',
    sumChanges(billedRent(20_000), paidRent(3_000, at.tenantCredit), platformFee(3_000)),
    async () => (ofB = (await bill(b.id, 20_000)).id),
  );
  // Deposits.
  await event('the deposit of A is billed', billedDeposit(45_000), () => bill(a.id, 0, { deposit: 45_000 * 100 }));
  await event('A pays the deposit', sumChanges(receivedMoney(45_000), paidDeposit(45_000)), () => pay(45_000, a.account));
  // A payer whom the paybill does not know.
  await event('a payment without a known account number arrives', receivedMoney(7_000), () => pay(7_000, 'UNKNOWN'));
  const unknown = paymentId;
  await event('it is allocated to A, who owes nothing', creditedTenant(7_000), async () => {
    await as(maker, (ctx) => payments.allocatePaymentAction(ctx, { id: unknown, parts: [{ tenancy_id: a.id, cents: toCents(700_000) }] }));
    await approveClientMoneyMove(services, unknown);
  });
  await event('it was not for A', reverseChanges(creditedTenant(7_000)), () =>
    as(maker, (ctx) => payments.unallocatePaymentAction(ctx, { id: unknown, reason: 'It was for another house' })),
  );
  let refund = 0;
  await event('a refund is requested', noChanges, async () => {
    const after = await as(maker, (ctx) =>
      payments.requestRefund(ctx, { id: unknown, cents: toCents(700_000), reason: 'Sent by mistake', to: 'KCB 0113601234' }),
    );
    refund = after.refunds.at(-1)?.id ?? 0;
  });
  await event('its requester cannot approve it', noChanges, () =>
    expect(as(maker, (ctx) => decideRefund(ctx, { id: refund, approve: true, reason: '' }))).rejects.toMatchObject({ failure: 'forbidden' }),
  );
  await event('another person approves it', { [C(at.unallocatedReceipts)]: 7_000, [C(at.payoutsInTransit)]: -7_000 }, () =>
    as(second, (ctx) => decideRefund(ctx, { id: refund, approve: true, reason: '' })),
  );
  await event('the approved refund is cancelled', { [C(at.unallocatedReceipts)]: -7_000, [C(at.payoutsInTransit)]: 7_000 }, () =>
    as(second, (ctx) => decideRefund(ctx, { id: refund, approve: false, reason: 'The payer withdrew it' })),
  );
  const askReversal = (id: number) => as(maker, (ctx) => payments.reversePayment(ctx, { id, reason: 'Reversed by Safaricom', cause: 'provider' }));
  const approveRequest = async () => {
    const { id } = await db().selectFrom('approval_request').select('id').where('status', '=', 'asked').executeTakeFirstOrThrow();
    await as(second, (ctx) => decideApprovalRequest(services)(ctx, { id, approve: true, reason: '' }));
  };
  await event('a reversal of that payment is requested', noChanges, () => askReversal(unknown));
  await event('another person approves the reversal', reverseChanges(receivedMoney(7_000)), approveRequest);
  // Corrections of invoices.
  const lineOf = async (invoice: number) =>
    (await db().selectFrom('invoice_line').select('id').where('invoice_id', '=', invoice).orderBy('id').executeTakeFirstOrThrow()).id;
  await event('a credit note reduces the unpaid rent of B', reverseChanges(billedRent(1_000)), async () => {
    const line = await lineOf(ofB);
    await as(here.owner, (ctx) =>
      creditInvoice(ctx, { id: ofB, lines: [{ line_id: line, cents: toCents(100_000) }], reason: 'No water for a week' }),
    );
  });
  let mistaken = 0;
  await event('an invoice is issued by mistake', billedRent(5_000), async () => (mistaken = (await bill(c.id, 5_000)).id));
  await event('it is voided', reverseChanges(billedRent(5_000)), () =>
    as(here.owner, (ctx) => voidInvoice(ctx, { id: mistaken, reason: 'Issued by mistake' })),
  );
  await event('the rest of B is written off', reverseChanges(billedRent(16_000)), () =>
    as(here.owner, (ctx) => writeOffInvoice(ctx, { id: ofB, reason: 'The tenant cannot be found' })),
  );
  // Treasury.
  let sweep = 0;
  await event('98,000 leave the paybill for the bank', { [C(at.cashInTransit)]: 98_000, [C(at.mpesaPaybill)]: -98_000 }, async () => {
    sweep = (
      await as(maker, (ctx) => moves.recordSweep(ctx, { account_id: mpesa.id, to_account_id: bank.id, cents: toCents(9_800_000), proof: 'SW1' }))
    ).id;
  });
  await event('more than is there cannot leave the paybill', noChanges, () =>
    expect(
      as(maker, (ctx) => moves.recordSweep(ctx, { account_id: mpesa.id, to_account_id: bank.id, cents: toCents(100_000), proof: 'SW2' })),
    ).rejects.toMatchObject({ failure: 'invalid' }),
  );
  await event('they arrive at the bank', { [C(at.clientBank)]: 98_000, [C(at.cashInTransit)]: -98_000 }, () =>
    as(maker, (ctx) => moves.confirmCashMoveArrival(ctx, { id: sweep, proof: 'FT98' })),
  );
  await event(
    'the deposit is transferred to the deposit account',
    { [C(at.interfund)]: 45_000, [C(at.clientBank)]: -45_000, [D(at.depositBank)]: 45_000, [D(at.interfund)]: -45_000 },
    () => as(maker, (ctx) => moves.recordInterFundClearing(ctx, { account_id: bank.id, to_fund: 'D', cents: toCents(4_500_000), proof: 'FT45' })),
  );
  let adjustment = 0;
  const wallet = await db().selectFrom('wallet').select('id').where('company_id', '=', company).executeTakeFirstOrThrow();
  await event('an adjustment is requested', noChanges, async () => {
    const made = await as(maker, (ctx) =>
      requestWalletAdjustment(ctx, {
        id: wallet.id,
        account_code: at.ownerPayable,
        direction: 'in',
        cents: toCents(50_000),
        reason: 'Compensation for a late payout',
      }),
    );
    adjustment = made.id;
  });
  await event(
    'another person approves it, and the platform bears it',
    { [P(at.platformExpenses)]: 500, [P(at.interfund)]: -500, [C(at.interfund)]: 500, [C(at.ownerPayable)]: -500 },
    () => as(second, (ctx) => decideWalletAdjustment(ctx, { id: adjustment, move: 'book' })),
  );
  // Rent of 98,000 was collected: a fee of 9,800 and VAT of 1,568, less the compensation of 500.
  await event(
    'the fee is transferred to the platform',
    { [C(at.interfund)]: 10_868, [C(at.clientBank)]: -10_868, [P(at.platformBank)]: 10_868, [P(at.interfund)]: -10_868 },
    () => as(maker, (ctx) => moves.recordInterFundClearing(ctx, { account_id: bank.id, to_fund: 'P', cents: toCents(1_086_800), proof: 'FT11' })),
  );
  // Paying out: 99,500 of the owner without fees of 11,368, and the compensation of 500.
  await setClock(services, '2027-03-20T09:00:00+03:00');
  const payout = { id: 0, net: 0 };
  await event('a payout run is made', noChanges, async () => {
    await as(maker, (ctx) => startPayoutRun(ctx, { cut_off: '2027-03-18' }));
    const row = await db().selectFrom('settlement_payment').select(['id', 'net_cents']).where('status', '=', 'draft').executeTakeFirstOrThrow();
    Object.assign(payout, { id: row.id, net: row.net_cents });
  });
  expect(payout.net).toBe(8_863_200);
  await event('the person who made the run cannot approve it', noChanges, () =>
    expect(as(maker, (ctx) => approvePayout(ctx, { id: payout.id, net_cents: payout.net }))).rejects.toMatchObject({ failure: 'forbidden' }),
  );
  await event('the person who approved the adjustment cannot approve it either', noChanges, () =>
    expect(as(second, (ctx) => approvePayout(ctx, { id: payout.id, net_cents: payout.net }))).rejects.toMatchObject({ failure: 'forbidden' }),
  );
  await event('an amount that was not read is not approved', noChanges, async () => {
    const read = await as(third, (ctx) => approvePayout(ctx, { id: payout.id, net_cents: toCents(payout.net - 1) }));
    expect(read).toMatchObject({ approved: false });
  });
  await event('a third person approves it', { [C(at.ownerPayable)]: 88_632, [C(at.payoutsInTransit)]: -88_632 }, () =>
    as(third, (ctx) => approvePayout(ctx, { id: payout.id, net_cents: payout.net })),
  );
  await event('it is approved again', noChanges, () =>
    expect(as(third, (ctx) => approvePayout(ctx, { id: payout.id, net_cents: payout.net }))).rejects.toMatchObject({ failure: 'wrongState' }),
  );
  let csv = '';
  await event('the bank file is created', noChanges, async () => ({ csv } = await as(third, (ctx) => createBankFile(ctx, clientBankFile))));
  await event('a second bank file has no transfer left', noChanges, () =>
    expect(as(third, (ctx) => createBankFile(ctx, clientBankFile))).rejects.toMatchObject({ failure: 'conflict' }),
  );
  const answer = (status: string) =>
    [
      'reference,status,external',
      ...csv
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => `${line.split(',')[0]?.replaceAll('"', '')},${status},BK1`),
    ].join('\n');
  await event('the bank confirms it', { [C(at.payoutsInTransit)]: 88_632, [C(at.clientBank)]: -88_632 }, () =>
    as(second, (ctx) => importBankAnswer(ctx, { csv: answer('paid'), dry: false })),
  );
  await event('the answer of the bank is imported again', noChanges, () =>
    as(second, (ctx) => importBankAnswer(ctx, { csv: answer('paid'), dry: false })),
  );
  // The end of the month.
  await setClock(services, '2027-04-02T09:00:00+03:00');
  const proven = await runLedgerChecks(db(), 'all');
  expect(proven.failed).toEqual([]);
  await event('March is closed', noChanges, async () => {
    await as(maker, (ctx) => closeCheckedLedgerMonth(ctx, { month: '2027-02' })).catch(() => undefined);
    await as(maker, (ctx) => closeCheckedLedgerMonth(ctx, { month: '2027-03' }));
  });
  await event('March is closed once', noChanges, () =>
    expect(as(maker, (ctx) => closeCheckedLedgerMonth(ctx, { month: '2027-03' }))).rejects.toMatchObject({ failure: 'conflict' }),
  );
  await event('a payment of March is reported late', receivedMoney(1_000), () => pay(1_000, 'UNKNOWN'));
  const late = await db()
    .selectFrom('journal')
    .select(['month', 'value_day'])
    .where('source', '=', 'payment')
    .where('source_id', '=', paymentId)
    .execute();
  expect(late.map(({ month, value_day }) => [month, value_day])).toEqual([['2027-04-01', '2027-03-01']]);
  await event('it is reversed by two people', reverseChanges(receivedMoney(1_000)), async () => {
    await askReversal(paymentId);
    await approveRequest();
  });
  const end = await readBalances();
  expect(seen.length).toBe(45);
  const total = (account: string) => end.get(account) ?? 0;
  // All client money is paid out: nothing is left in its accounts, and the platform keeps its fee less the compensation.
  expect(
    [at.mpesaPaybill, at.clientBank, at.ownerPayable, at.interfund, at.unallocatedReceipts, at.tenantCredit].map((code) => total(C(code))),
  ).toEqual([0, 0, 0, 0, 0, 0]);
  expect([total(P(at.platformBank)), total(D(at.depositBank))]).toEqual([10_868, 45_000]);
  expect([...end.values()].reduce((all, one) => all + Math.round(one * 100), 0)).toBe(0);
});
