import { sql } from 'kysely';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildTaxRemittedPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { taxAccounts } from '#contract/treasury/taxes.ts';
import { postJournal } from '#server/ledger/service.ts';
import { testActParams } from '#test/approval-requests.ts';
import { addDeposit, cashExamples } from '#test/cash-examples.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import {
  addCashCorrection,
  addPaymentException,
  addPostedClearing,
  addStatementDifference,
  addSweepBetweenAccounts,
  createOwnAccounts,
  createRequestedBankAccount,
} from '#test/fixtures/own-accounts.ts';
import {
  addCollectionAccount,
  addInboundEvent,
  addRefund,
  addStatement,
  addStatementRule,
  buildStatementCsv,
  createCashPayment,
  createCashWithEvidence,
  createInvoiceWithPaybill,
  createOpenInvoice,
  createPaidInvoice,
  createRentedHome,
  createSentRefund,
  createUnallocatedPayment,
  nextNumber,
  nextPhone,
  startPaymentPrompt,
} from '#test/fixtures/payment-rows.ts';

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const reason = 'It was another’s';

/** VAT that the platform owes, and its own money to pay it. */
async function oweTax(services: TestServices): Promise<void> {
  const key = `example:tax:${Date.now()}:${Math.random()}`;
  await postJournal(services.database.db, {
    key,
    kind: 'adjustment',
    source: ['example', 1],
    companyId: null,
    params: {},
    pairs: [{ fund: 'P', dr: { code: ledgerAccounts.platformBank }, cr: { code: ledgerAccounts.platformTaxPayable }, cents: toCents(500_000) }],
  });
}
/** A recorded payment of VAT from the platform's own bank. */
async function addTaxRemittance(services: TestServices): Promise<number> {
  await oweTax(services);
  const { db } = services.database;
  const reference = `PRN-UNDO-${Date.now()}-${nextNumber()}`;
  const { rows } = await sql<{
    id: number;
  }>`with asked as (insert into approval_request (kind, status, params, reason, decided_by, decided_at, expires_at)
      values ('taxRemittance', 'approved', ${JSON.stringify(testActParams)}, 'VAT of the month', (select min(id) from person), app.now(), app.now() + interval '1 day') returning id)
    insert into tax_remittance (tax, cents, paid_on, reference, request_id) select 'vat', 100000, app.today(), ${reference}, id from asked returning id`.execute(
    db,
  );
  const id = Number(rows[0]?.id);
  await postJournal(db, {
    key: `tax:${id}`,
    kind: 'tax_remitted',
    source: ['tax_remittance', id],
    params: { how: reference, code: 'TXR' },
    pairs: buildTaxRemittedPostings(taxAccounts.vat, { code: ledgerAccounts.platformBank }, toCents(100_000)),
  });
  return id;
}
const examples: Readonly<Record<string, CallExampleBuilder>> = {
  ...cashExamples,
  'payment.list': async (services) => {
    await createPaidInvoice(services);
    return { page: 1 };
  },
  'payment.csv': async () => ({}),
  'payment.listMine': async () => ({ page: 1 }),
  'payment.details': async (services) => ({ id: (await createPaidInvoice(services)).payment }),
  'payment.receiptLink': async (services) => ({ id: (await createPaidInvoice(services)).payment }),
  'payment.listOfInvoice': async (services) => ({ invoice_id: (await createPaidInvoice(services)).id }),
  'settlement.invoicePayouts': async (services) => ({ invoice_id: (await createPaidInvoice(services)).id }),
  'payment.paymentOptions': async (services) => ({ invoice_id: (await createOpenInvoice(services)).id }),
  'payment.publicPaymentOptions': async (services) => {
    const { id, token } = await createOpenInvoice(services);
    return { invoice_id: id, token };
  },
  'payment.pay': async (services) => ({ invoice_ids: [(await createInvoiceWithPaybill(services)).id], cents: 10_000, phone: nextPhone() }),
  'payment.publicPay': async (services) => {
    const { id, token } = await createInvoiceWithPaybill(services);
    return { invoice_id: id, token, cents: 10_000, phone: nextPhone() };
  },
  // The caller started the payment.
  'payment.progress': async (services) => {
    const { code } = await startPaymentPrompt(services);
    const { id } = await services.database.db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirstOrThrow();
    await services.database.db.updateTable('payment').set({ person_id: id }).where('code', '=', code).execute();
    return { code };
  },
  'payment.publicProgress': startPaymentPrompt,
  'payment.submitMessage': async (services) => {
    await createInvoiceWithPaybill(services);
    await services.database.db.deleteFrom('throttle').execute();
    return { text: `SBK4XYZ${String(100 + nextNumber())} Confirmed. Ksh100.00 sent to MAKAO` };
  },
  'payment.accountStatement': async (services) => ({ tenancy_id: await tenancyOf(services) }),
  'payment.accountStatementPdfLink': async (services) => ({ tenancy_id: await tenancyOf(services) }),
  'payment.listMessages': async (services) => ({ tenancy_id: await tenancyOf(services) }),
  'payment.listInboundEvents': async (services) => {
    await addInboundEvent(services);
    return { page: 1 };
  },
  'payment.inboundEventDetails': async (services) => ({ id: await addInboundEvent(services) }),
  'payment.replayInboundEvent': async (services) => ({ id: await addInboundEvent(services) }),
  'payment.listCandidates': async (services) => ({ id: (await createUnallocatedPayment(services)).payment }),
  'payment.assign': async (services) => {
    const { payment, tenancy_id } = await createUnallocatedPayment(services);
    return { id: payment, parts: [{ tenancy_id, cents: 50_000 }] };
  },
  'payment.askPayer': async (services) => ({ id: (await createUnallocatedPayment(services)).payment }),
  'payment.unallocate': async (services) => ({ id: (await createPaidInvoice(services)).payment, reason }),
  'payment.reverse': async (services) => ({ id: (await createPaidInvoice(services)).payment, reason, cause: 'mistake' }),
  'payment.previewCorrection': async (services) => ({ id: (await createPaidInvoice(services)).payment, cents: 40_000 }),
  'payment.correct': async (services) => ({ id: (await createPaidInvoice(services)).payment, cents: 40_000, reason }),
  'payment.listExceptions': async (services) => {
    await addPaymentException(services);
    return { page: 1 };
  },
  'payment.resolveException': async (services) => ({ id: await addPaymentException(services), decision: 'dismissed', reason }),
  'payment.listRefunds': async (services) => {
    await addRefund(services, 'asked');
    return { page: 1 };
  },
  'payment.requestRefund': async (services) => ({
    id: (await createUnallocatedPayment(services)).payment,
    cents: 10_000,
    reason,
    to: '0712 345 678',
  }),
  'payment.decideRefund': async (services) => ({ id: await addRefund(services, 'asked'), approve: true }),
  'payment.recordPaidRefund': async (services) => ({ id: await addRefund(services, 'approved'), how: 'mpesa', proof: `SBK4XYZ${nextNumber()}` }),
  'payment.refundDestination': async (services) => ({ id: await addRefund(services, 'asked') }),
  'payment.sendRefund': async (services) => ({ id: await createSentRefund(services) }),
  'payment.settleRefund': async (services) => ({ id: await createSentRefund(services), arrived: false, reason }),
  'payment.addRefundEvidence': async (services) => ({ id: await addRefund(services, 'approved'), evidence: png }),
  'payment.record': async (services) => ({
    tenancy_id: (await createRentedHome(services)).tenancy_id,
    how: 'bank',
    cents: 100_000,
    on: clock.today(),
    external: `FT-${nextNumber()}`,
  }),
  'payment.recordingOptions': async (services) => ({ tenancy_id: (await createRentedHome(services)).tenancy_id }),
  'payment.addEvidence': async (services) => ({ id: (await createPaidInvoice(services)).payment, evidence: png }),
  'payment.confirmCash': async (services) => ({ id: await createCashWithEvidence(services), reason: 'They have no phone' }),
  'payment.cancelCash': async (services) => ({ id: await createCashPayment(services), reason }),
  'payment.listAccounts': async () => ({}),
  'payment.saveAccount': async () => ({ rail: 'bank', name: 'Our bank', number: `0114${100_000 + nextNumber()}`, bank_code: '01' }),
  'payment.decideAccount': async (services) => ({ ...(await createRequestedBankAccount(services)), agree: true }),
  'payment.listStatements': async () => ({ page: 1 }),
  'payment.statementDetails': async (services) => ({ id: await addStatement(services) }),
  'payment.statementLines': async (services) => ({ id: await addStatement(services), page: 1 }),
  'payment.readStatement': async (services) => ({ account_id: await addCollectionAccount(services), name: 'march.csv', csv: buildStatementCsv() }),
  'payment.setColumns': async (services) => ({ id: await addStatement(services), columns: { day: 0, in: 3, details: 1 } }),
  'payment.importStatement': async (services) => {
    const id = await addStatement(services);
    // A company imports only files with new lines.
    await services.database.db.updateTable('statement_line').set({ fate: 'new' }).where('statement_id', '=', id).execute();
    return { id };
  },
  'payment.undoStatement': async (services) => ({ id: await addStatement(services, 'imported'), reason }),
  'payment.listReconciliations': async (services) => {
    await addStatementDifference(services);
    return {};
  },
  'payment.listRemittances': async () => ({ page: 1 }),
  'payment.requestRemittance': async (services) => {
    await oweTax(services);
    return { tax: 'vat', cents: 100_000, paid_on: clock.today(), reference: `PRN-${Date.now()}`, reason: 'VAT of the month', receipt: png };
  },
  'payment.listTaxMonths': async () => ({}),
  'payment.requestRemittanceUndo': async (services) => ({ id: await addTaxRemittance(services), reason: 'The payment was recorded twice' }),
  'payment.listCashMoves': async () => ({ page: 1 }),
  'payment.queryPaybill': async (services) => ({ account_id: (await createOwnAccounts(services)).paybill }),
  'payment.recordSweep': async (services) => {
    const { paybill, bank } = await createOwnAccounts(services);
    return { account_id: paybill, to_account_id: bank, cents: 10_000, proof: `SW${nextNumber()}X` };
  },
  'payment.recordClearing': async (services) => ({
    account_id: (await createOwnAccounts(services)).bank,
    to_fund: 'P',
    cents: 1_000,
    proof: `FT${nextNumber()}X`,
  }),
  'payment.correctDifference': async (services) => ({ account_id: await addStatementDifference(services), reason: 'Nobody can find it any more' }),
  'payment.approveMove': async (services) => ({ id: await addCashCorrection(services) }),
  'payment.requestMoveUndo': async (services) => ({ id: await addPostedClearing(services), reason: 'It was recorded twice' }),
  'payment.confirmMoveArrived': async (services) => ({ id: await addSweepBetweenAccounts(services), proof: `FT${nextNumber()}Y` }),
  'payment.undoMove': async (services) => ({ id: await addSweepBetweenAccounts(services), reason }),
  'payment.listRules': async () => ({}),
  'payment.saveRule': async () => ({ contains: `fees ${nextNumber()}`, act: 'ignore' }),
  'payment.deleteRule': async (services) => ({ id: await addStatementRule(services) }),
};
const tenancyOf = async (services: Parameters<CallExampleBuilder>[0]) => {
  const { id } = await createOpenInvoice(services);
  return (await services.database.db.selectFrom('invoice').select('tenancy_id').where('id', '=', id).executeTakeFirstOrThrow()).tenancy_id ?? 0;
};
const asOwner = [
  'accountStatement',
  'accountStatementPdfLink',
  'list',
  'details',
  'receiptLink',
  'listOfInvoice',
  'paymentOptions',
  'pay',
  'submitMessage',
  'listMessages',
  'listCandidates',
  'assign',
  'askPayer',
  'unallocate',
  'reverse',
  'listRefunds',
  'requestRefund',
];
const too = [
  'addRefundEvidence',
  'listExceptions',
  'resolveException',
  'decideRefund',
  'recordPaidRefund',
  'addEvidence',
  'saveAccount',
  'statementDetails',
  'statementLines',
  'readStatement',
  'setColumns',
  'importStatement',
  'undoStatement',
  'deleteRule',
];

export const moduleExamples: ModuleExamples = {
  examples,
  askers: { ...Object.fromEntries([...asOwner, ...too].map((name) => [`payment.${name}`, 'owner'])), 'settlement.invoicePayouts': 'owner' },
  async seed(services, fixture) {
    const company = fixture.people.owner?.companyId ?? 0;
    await createPaidInvoice(services, company);
    await addRefund(services, 'asked', company);
    await createSentRefund(services, company);
    await addStatement(services, 'read', company);
    await addStatementRule(services, company);
    await addPaymentException(services, company);
    await addDeposit(services, company);
    const [arrived, { id, payment }] = [await addInboundEvent(services), await createPaidInvoice(services, company)];
    const at = sql`(select min(id) from collection_account where company_id = ${company})`;
    await sql`update inbox set account_id = ${at} where id = ${arrived}`.execute(services.database.db);
    const rows = [
      sql`push (payment_id, account_id, reference, phone_sealed, phone_mark, cents, open) values (${payment}, ${at}, ${`P${payment}`}, 'x', '\\x00', 100, false)`,
      sql`push_invoice (push_id, invoice_id, phone_mark, open) values ((select max(id) from push), ${id}, '\\x00', false)`,
      sql`daraja_token (line, sealed, expires_at) values (${`${fixture.mark} paybill`}, ${`${fixture.mark} token`}, '2030-01-01')`,
      sql`bank_figure (account_id, source, cents, day) values (${at}, 'query', 0, current_date)`,
      sql`cash_move (kind, account_id, cents) values ('correct', ${at}, 100)`,
      sql`approval_request (kind, params, reason, expires_at) values ('taxRemittance', ${JSON.stringify(testActParams)}, ${`${fixture.mark} reason`}, app.now() + interval '1 day')`,
      sql`tax_remittance (tax, cents, account_id, paid_on, reference, request_id) values ('vat', 100, ${at}, '2030-02-01', ${`${fixture.mark} PRN`}, (select max(id) from approval_request))`,
      sql`status_query (account_id, external, originator, inbox_id, open) values (${at}, ${`X${payment}`}, ${`q${payment}`}, ${arrived}, false)`,
    ];
    for (const row of rows) await sql`insert into ${row}`.execute(services.database.db);
  },
};
