import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulatorCredentials } from '#contract/daraja/simulator-credentials.ts';
import { toCents } from '#contract/money/cents.ts';
import { findOrCreatePlatformPaybill } from '#server/treasury/accounts.ts';
import { createMpesaFixture } from '#test/fixtures/mpesa-fixture.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { runQueuedJobs } from '#test/jobs.ts';
import { createPerson, type TestPerson } from '#test/people.ts';
import { importApproved } from '#test/statement-imports.ts';
import { listStatementLines } from './statement-lists.ts';
import { uploadStatement } from './statements.ts';

let w: Awaited<ReturnType<typeof createMpesaFixture>>;
let head: TestPerson;
let account = 0;
beforeAll(async () => {
  w = await createMpesaFixture();
  head = await createPerson(w.services, 'superadmin');
  account = (await findOrCreatePlatformPaybill(w.services, w.db))?.id ?? 0;
});
afterAll(() => w.close());

const heading = 'Receipt No.,Completion Time,Details,Paid In,Withdrawn,Balance\n';
const lines = async (id: number) =>
  (await w.as(head, (ctx) => listStatementLines(ctx, { id, page: 1, page_size: 10 }))).results.map(({ reference, fate, payment }) => [
    reference,
    fate,
    payment !== null,
  ]);
const payments = () => w.db.selectFrom('payment').select(['external', 'cents', 'account_text']).orderBy('id').execute();

test('paybill statement: a receipt counts only after M-Pesa confirmed its code, with the amount that M-Pesa names', async () => {
  // Its callback is lost.
  w.sim.pay({ shortcode: simulatorCredentials.shortcode, account: 'A6', cents: toCents(100_000), phone: '254712345126', name: 'JANE' });
  await w.arrived();
  const paid = w.sim.state().movements.at(-1)?.receipt ?? '';
  const csv = `${heading}${paid},2027-03-02 10:00:00,Pay Bill from 2547***126 - JANE Acc. A6,"9,000.00",,"9,000.00"\nTKB9FAKE01,2027-03-02 11:00:00,Pay Bill from 2547***126 - JANE Acc. A6,"3,800,000.00",,"3,809,000.00"\nno code,2027-03-02 12:00:00,Pay Bill Acc. A6,500.00,,"3,809,500.00"\n`;
  const { id } = await w.as(head, (ctx) => uploadStatement(ctx, { account_id: account, name: 'typed.csv', csv }));
  await importApproved(w.services, head, id);
  expect(await lines(id)).toEqual([
    [paid, 'unconfirmed', false],
    ['TKB9FAKE01', 'unconfirmed', false],
    ['no code', 'unconfirmed', false],
  ]);
  expect(await payments()).toEqual([]);
  await runQueuedJobs(w.services);
  await w.deliver();
  await runQueuedJobs(w.services);
  expect(await lines(id)).toEqual([
    [paid, 'known', true],
    ['TKB9FAKE01', 'unconfirmed', false],
    ['no code', 'unconfirmed', false],
  ]);
  expect(await payments()).toEqual([{ external: paid, cents: 100_000, account_text: 'A6' }]);
  expect((await findFailedLedgerChecks(w.services)).filter((one) => !one.startsWith('cash_is_statement'))).toEqual([]);
});
