import { afterAll, expect, test } from 'vitest';
import { ledgerAccounts as at } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { uploadStatement } from '#server/bank-statement/statements.ts';
import { recordOutsidePayment, recordReceipt } from '#server/collection/service.ts';
import { fillPayoutAccounts } from '#server/db/demo/money/money-payouts.ts';
import { asClock, type Ctx } from '#server/kernel/ctx.ts';
import { runLedgerChecks } from '#server/ledger/ledger-checks.ts';
import { matchPayment } from '#server/matching/service.ts';
import { approvePayout, createBankFile, importBankAnswer, startPayoutRun } from '#server/settlement/service.ts';
import * as moves from '#server/treasury/cash-moves.ts';
import { createCollectionAccount } from '#server/treasury/service.ts';
import { requestTaxRemittance } from '#server/treasury/taxes.ts';
import { openBooks } from './accountant-story/books.ts';
import {
  agentShare,
  approvedPayout,
  billedRent,
  C,
  D,
  noChanges,
  P,
  paidRent,
  platformFee,
  receivedMoney,
  reverseChanges,
  sumChanges,
} from './accountant-story/facts.ts';
import { setClock } from './clock.ts';
import { createTestServices, type TestServices } from './db.ts';
import { createOccupiedTenancy } from './fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from './fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from './fixtures/payments.ts';
import { approvePayoutFailure, clientBankFile, confirmReturnedPayout } from './fixtures/payouts.ts';
import { statementCsv } from './fixtures/statements.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from './people.ts';
import { importApproved } from './statement-imports.ts';

/**
 * The books of two owners, one of them with an agent: cash, a bank statement, payouts that fail and return, and VAT. The changes of each account of each
 * company, in shillings, were worked out by hand from the chart of accounts, not taken from the program.
 */
let services: TestServices;
afterAll(() => setClock(services, null));
const db = () => services.database.db;
const as = <T>(who: TestPerson, work: (ctx: Ctx) => Promise<T>) => runAsPerson(services, who, work);

async function openAgency() {
  services = await createTestServices('bare');
  await setClock(services, '2027-03-01T09:00:00+03:00');
  const person = () => createPerson(services, 'superadmin');
  const [maker, second, third] = [await person(), await person(), await person()];
  const [one, two] = [await createOwnerWithUnit(services), await createOwnerWithUnit(services)];
  const agent = await createPerson(services, 'agent');
  await makeAccountsEstablished(services, maker, second, third);
  const idOf = ({ me }: TestPerson) => me.companyId ?? 0;
  const ids = { one: idOf(one.owner), two: idOf(two.owner), agent: idOf(agent) };
  for (const id of Object.values(ids)) await setTrustMode(services, id);
  await db()
    .insertInto('mandate')
    .values({ owner_company_id: ids.one, agent_company_id: ids.agent, all_properties: true, scope: 'full_management', commission_bp: 800 })
    .execute();
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
  await fillPayoutAccounts(db(), [ids.one, ids.two]);
  const home = async ({ property }: OwnerWithUnit, agentCompanyId: number | null = null) => {
    const id = await createOccupiedTenancy(services, property, { unitId: await addUnit(services, property), agentCompanyId });
    return db().selectFrom('tenancy').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  };
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return {
    maker,
    second,
    third,
    one,
    two,
    ids,
    mpesa,
    bank,
    a: await home(one, ids.agent),
    b: await home(two),
    c: await home(two),
    ...openBooks(services, names),
  };
}
type Agency = Awaited<ReturnType<typeof openAgency>>;

/** One pays rent through M-Pesa; Two takes cash and banks it, and has a rent on the statement. */
async function collect({ event, one, two, ids, mpesa, bank, maker, a, b, c }: Agency): Promise<void> {
  const bill = (who: OwnerWithUnit, tenancy: number, kes: number, more = {}) =>
    as(who.owner, (ctx) => issueRentInvoice(ctx, tenancy, kes * 100, more));
  await event('rent of A is billed', billedRent(30_000, 'one'), () => bill(one, a.id, 30_000, { agent: ids.agent }));
  await event('rent of B is billed', billedRent(20_000, 'two'), () => bill(two, b.id, 20_000));
  await event('rent of C is billed', billedRent(45_000, 'two'), () => bill(two, c.id, 45_000));
  await event(
    'A pays by paybill: fee and the share of the agent',
    sumChanges(
      receivedMoney(30_000),
      paidRent(30_000, at.unallocatedReceipts, 'one'),
      platformFee(30_000, 'one'),
      agentShare(30_000, 'one', 'agent'),
    ),
    async () => {
      const taken = await db()
        .transaction()
        .execute((tx) =>
          recordReceipt(asClock(tx), {
            rail: 'mpesa',
            external: 'TKC1000001',
            account: mpesa,
            cents: 3_000_000,
            paidAt: new Date('2027-03-01T06:00:00Z'),
            accountText: a.code.replace('-', ''),
            payer: 'JOHN',
            phone: { phone_sealed: null, phone_tail: '123', phone_mark: null },
            verifiedBy: 'pull',
          }),
        );
      await matchPayment(db(), taken.paymentId ?? 0);
    },
  );
  let cash = '';
  await event(
    'B pays in cash to Two',
    sumChanges(receivedMoney(20_000, at.cashInHand, 'two'), paidRent(20_000, at.unallocatedReceipts, 'two'), platformFee(20_000, 'two')),
    async () => {
      const home = { tenancy_id: b.id, booking_id: null, property_id: b.property_id, unit_id: b.unit_id, tenant_id: null };
      const { paymentId } = await as(two.owner, (ctx) =>
        recordOutsidePayment(ctx, { companyId: ids.two, how: 'cash', cents: 2_000_000, on: '2027-03-01', home }),
      );
      cash = (await db().selectFrom('payment').select('code').where('id', '=', paymentId).executeTakeFirstOrThrow()).code;
    },
  );
  await setClock(services, '2027-03-04T09:00:00+03:00');
  let statement = 0;
  await event('the statement of the bank is uploaded', noChanges, async () => {
    const csv = statementCsv(0, [
      ['2027-03-02', `CASH DEPOSIT ${cash}`, 'CD1', 2_000_000],
      ['2027-03-03', `EFT ${c.code.replace('-', '')} RENT`, 'FT1', 4_500_000],
      ['2027-03-03', 'INTEREST OF NOBODY', 'IN1', 100_000],
    ]);
    statement = (await as(maker, (ctx) => uploadStatement(ctx, { account_id: bank.id, name: 'march.csv', csv }))).id;
  });
  await event(
    'it is imported: the cash of Two is banked, and two lines are receipts',
    sumChanges({ [C(at.clientBank)]: 20_000, [C(at.cashInHand, 'two')]: -20_000 }, receivedMoney(46_000, at.clientBank)),
    () => importApproved(services, maker, statement),
  );
  await event(
    'the receipts are matched: C has paid, and one line has no payer',
    sumChanges(paidRent(45_000, at.unallocatedReceipts, 'two'), platformFee(45_000, 'two')),
    async () => {
      const receipts = await db().selectFrom('payment').select('id').where('account_id', '=', bank.id).orderBy('id').execute();
      for (const { id } of receipts) await matchPayment(db(), id);
    },
  );
  let sweep = 0;
  await event('30,000 leave the paybill for the bank', { [C(at.cashInTransit)]: 30_000, [C(at.mpesaPaybill)]: -30_000 }, async () => {
    const sent = { account_id: mpesa.id, to_account_id: bank.id, cents: toCents(3_000_000), proof: 'SW1' };
    sweep = (await as(maker, (ctx) => moves.recordSweep(ctx, sent))).id;
  });
  await event('they arrive at the bank', { [C(at.clientBank)]: 30_000, [C(at.cashInTransit)]: -30_000 }, () =>
    as(maker, (ctx) => moves.confirmCashMoveArrival(ctx, { id: sweep, proof: 'FT98' })),
  );
}

/** One is owed 30,000 − 3,480 − 2,400, Two 65,000 − 7,540, and the agent 2,400. */
const nets = { one: 24_120, two: 57_460, agent: 2_400 } as const;
const payableOf = (name: keyof typeof nets) => (name === 'agent' ? at.agentPayable : at.ownerPayable);

/** The payout of Two fails, that of One is returned by the bank, and the agent is paid. */
async function payOut({ event, ids, maker, second, third }: Agency): Promise<void> {
  await setClock(services, '2027-03-20T09:00:00+03:00');
  await event('a payout run is made', noChanges, () => as(maker, (ctx) => startPayoutRun(ctx, { cut_off: '2027-03-18' })));
  const drafts = await db().selectFrom('settlement_payment').select(['id', 'company_id', 'net_cents']).where('status', '=', 'draft').execute();
  for (const name of ['one', 'two', 'agent'] as const) {
    const payout = drafts.find(({ company_id }) => company_id === ids[name]);
    expect.soft([name, payout?.net_cents]).toEqual([name, nets[name] * 100]);
    await event(`the payout of ${name} is approved`, approvedPayout(nets[name], name, payableOf(name)), () =>
      as(third, (ctx) => approvePayout(ctx, { id: payout?.id ?? 0, net_cents: toCents(nets[name] * 100) })),
    );
  }
  let csv = '';
  await event('the bank file is created', noChanges, async () => ({ csv } = await as(third, (ctx) => createBankFile(ctx, clientBankFile))));
  const transfers = await db()
    .selectFrom('settlement_transaction as t')
    .innerJoin('settlement_payment as p', 'p.id', 't.settlement_id')
    .select(['t.id', 't.code', 't.key', 'p.company_id', 'p.id as payment'])
    .execute();
  const of = (name: keyof typeof nets) => transfers.find(({ company_id }) => company_id === ids[name]);
  const failedRow = of('two');
  const answer = [
    'reference,status,external',
    ...csv
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line, n) => {
        const reference = line.split(',')[0]?.replaceAll('"', '') ?? '';
        const failed = reference === failedRow?.code || reference === failedRow?.key;
        return `${reference},${failed ? 'failed' : 'paid'},BK${n}`;
      }),
  ].join('\n');
  const left = (name: keyof typeof nets) => ({ [C(at.payoutsInTransit, name)]: nets[name], [C(at.clientBank)]: -nets[name] });
  await event('the bank paid One and the agent, and the failure of Two is a request', sumChanges(left('one'), left('agent')), () =>
    as(second, (ctx) => importBankAnswer(ctx, { csv: answer, dry: false })),
  );
  await event('another person approves the failure with evidence', reverseChanges(approvedPayout(nets.two, 'two')), () =>
    approvePayoutFailure(services, third, failedRow?.id ?? 0),
  );
  await event(
    'the bank returns the payout of One, which two people confirm',
    { [C(at.clientBank)]: nets.one, [C(at.ownerPayable, 'one')]: -nets.one },
    () => confirmReturnedPayout(services, [maker, second], of('one')?.id ?? 0),
  );
}

/** Rent of 95,000 was collected: a fee of 9,500 and VAT of 1,520. */
async function payTax({ event, bank, maker, second }: Agency): Promise<void> {
  await event(
    'the fee is transferred to the platform',
    { [C(at.interfund)]: 11_020, [C(at.clientBank)]: -11_020, [P(at.platformBank)]: 11_020, [P(at.interfund)]: -11_020 },
    () => as(maker, (ctx) => moves.recordInterFundClearing(ctx, { account_id: bank.id, to_fund: 'P', cents: toCents(1_102_000), proof: 'FT11' })),
  );
  const remit = (kes: number) =>
    as(maker, (ctx) =>
      requestTaxRemittance(services)(ctx, {
        file: { data: Buffer.from('%PDF-1.7 receipt of KRA'), type: 'pdf', name: 'receipt.pdf' },
        tax: 'vat',
        cents: toCents(kes * 100),
        account_id: null,
        paid_on: '2027-03-20',
        reference: 'PRN-1',
        reason: 'VAT of the month',
      }),
    );
  await event('more VAT than is due cannot be paid', noChanges, () => expect(remit(1_521)).rejects.toMatchObject({ failure: 'invalid' }));
  let request = 0;
  await event('the payment of the VAT is requested', noChanges, async () => (request = (await remit(1_520)).id));
  await event('another person approves it with its receipt', { [P(at.platformTaxPayable)]: 1_520, [P(at.platformBank)]: -1_520 }, async () => {
    await as(second, (ctx) => decideApprovalRequest(services)(ctx, { id: request, approve: true, reason: '' }));
  });
}

test("accountant's story of two owners and an agent: each event changes the predicted accounts of each company", { timeout: 240_000 }, async () => {
  const agency = await openAgency();
  await collect(agency);
  await payOut(agency);
  await payTax(agency);
  const end = await agency.readBalances();
  const total = (account: string) => end.get(account) ?? 0;
  expect(agency.seen.length).toBe(22);
  // Two has its money again, One too, and the agent was paid; 1,000 is unallocated.
  expect([C(at.ownerPayable, 'one'), C(at.ownerPayable, 'two'), C(at.agentPayable, 'agent')].map(total)).toEqual([-24_120, -57_460, 0]);
  expect([C(at.clientBank), C(at.mpesaPaybill), C(at.cashInHand, 'two'), C(at.unallocatedReceipts)].map(total)).toEqual([82_580, 0, 0, -1_000]);
  expect([P(at.platformBank), P(at.commissionRevenue), P(at.platformTaxPayable), D(at.depositBank)].map(total)).toEqual([9_500, -9_500, 0, 0]);
  expect([...end.values()].reduce((all, one) => all + Math.round(one * 100), 0)).toBe(0);
  expect((await runLedgerChecks(db(), 'all')).failed).toEqual([]);
});
