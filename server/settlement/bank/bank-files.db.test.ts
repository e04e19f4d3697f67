import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { postJournal } from '#server/ledger/service.ts';
import { createCollectionAccount } from '#server/treasury/service.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addPayoutAccount } from '#test/fixtures/payouts.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { approvePayout } from '../approve.ts';
import { startPayoutRun } from '../run-batches.ts';
import { createBankFile, previewBankFiles } from './bank.ts';
import { listBankFiles } from './bank-files.ts';

let services: TestServices;
let [maker, other]: TestPerson[] = [];
let ref = '';
let n = 0;
const db = () => services.database.db;
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who as TestPerson, work);
const preview = () => previewBankFiles(createTestCtx(services, other as TestPerson));

beforeAll(async () => {
  services = await createTestServices();
  [maker, other] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, maker, other);
  const account = await createCollectionAccount(db(), {
    company_id: null,
    rail: 'bank',
    name: 'Clients',
    number: '0110099',
    bank_code: '01',
    fund: 'C',
  });
  ref = `collection:${account?.id}`;
});
/** An owner with clients' money, or a dealer with the platform's own. */
async function payee(role: 'owner' | 'dealer', cents: number): Promise<void> {
  const company = (await createPerson(services, role)).me.companyId ?? 0;
  await addPayoutAccount(services, company, { rail: 'bank', bank_code: '01', is_default: true });
  const pair =
    role === 'owner'
      ? ({ fund: 'C', dr: { code: ledgerAccounts.clientBank, ref }, cr: { code: ledgerAccounts.ownerPayable, company } } as const)
      : ({ fund: 'P', dr: { code: ledgerAccounts.platformBank }, cr: { code: ledgerAccounts.dealerPayable, company } } as const);
  await postJournal(db(), {
    key: `test:${++n}`,
    kind: 'money_allocated',
    source: ['test', n],
    companyId: company,
    params: {},
    pairs: [{ ...pair, cents: toCents(cents) }],
  });
}

test('bank file: holds the transfers of one debit account and one channel, with their number and total known before', async () => {
  await payee('owner', 500_000);
  await payee('owner', 99_999_900);
  await payee('owner', 150_000_000);
  await payee('dealer', 300_000);
  await as(maker, (ctx) => startPayoutRun(ctx, { cut_off: clock.today() }));
  for (const draft of await db().selectFrom('settlement_payment').selectAll().where('status', '=', 'draft').orderBy('id').execute())
    expect(await as(other, (ctx) => approvePayout(ctx, { id: draft.id, net_cents: draft.net_cents }))).toMatchObject({ approved: true });
  const files = [
    { fund: 'C', channel: 'pesalink', account: '0110099', count: 2, cents: 100_499_900 },
    { fund: 'C', channel: 'rtgs', account: '0110099', count: 1, cents: 150_000_000 },
    { fund: 'P', channel: 'pesalink', account: '', count: 1, cents: 300_000 },
  ] as const;
  expect((await preview()).files).toEqual(files);
  const { csv, count, name } = await as(other, (ctx) => createBankFile(ctx, { fund: 'C', channel: 'pesalink' }));
  expect([count, name]).toEqual([2, expect.stringMatching(/^bank-pesalink-/)]);
  const [head, ...lines] = csv.trim().split(/\r?\n/);
  expect(head).toMatch(/,debit_account,channel$/);
  expect(lines.every((line) => line.endsWith(',0110099,PesaLink'))).toBe(true);
  expect((await preview()).files).toEqual(files.slice(1));
  // Makao's own money leaves from its own account, which must be known.
  const own = () => as(other, (ctx) => createBankFile(ctx, { fund: 'P', channel: 'pesalink' }));
  await expect(own()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/own bank account/) });
  await db().updateTable('wallet_setting').set({ own_account_number: '0220011' }).execute();
  expect((await own()).csv).toMatch(/,0220011,PesaLink/);
  // A lower PesaLink limit of the bank moves amounts to the next channel.
  const limits = { pesalink_limit_cents: toCents(10_000_000), eft_limit_cents: toCents(200_000_000) };
  await db().updateTable('wallet_setting').set(limits).execute();
  expect((await preview()).files.map(({ channel, count: transfers }) => [channel, transfers])).toEqual([['eft', 1]]);
  const [kept] = (await listBankFiles(createTestCtx(services, other as TestPerson), { page: 1, page_size: 10 })).results;
  expect(kept).toMatchObject({ channel: 'pesalink', account: '0220011', cents: 300_000 });
});
