import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { postJournal } from '#server/ledger/service.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addStatementDifference } from '#test/fixtures/own-accounts.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { decideWorksheet, listCertificates, listWorksheets, makeCertificate, prepareWorksheet, readClientMoney, readWorksheet } from './service.ts';

let services: TestServices;
let first: TestPerson;
let second: TestPerson;
let owner: TestPerson;
let n = 0;
const as = <T>(who: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who, work);
const note = 'The bank corrects it tomorrow';
const day = () => clock.today();
const prepare = (account_id: number, given = note) => as(first, (ctx) => prepareWorksheet(ctx, { account_id, day: day(), note: given }));
const sign = (id: number, who = second) => as(who, (ctx) => decideWorksheet(ctx, { id, sign: true, reason: '' }));
const read = (account_id: number) => as(second, (ctx) => readWorksheet(ctx, { account_id, day: day() }));
/** A receipt of 100 that no statement shows. */
const post = (account: number, cents = 10_000) =>
  postJournal(services.database.db, {
    key: `worksheet:${++n}`,
    kind: 'adjustment',
    source: ['test', n],
    params: { what: 'a test', code: 'T' },
    valueDay: addDays(day(), -1),
    pairs: [
      {
        fund: 'C',
        dr: { code: ledgerAccounts.clientBank, ref: `collection:${account}` },
        cr: { code: ledgerAccounts.ownerPayable, company: owner.me.companyId ?? 0 },
        cents: toCents(cents),
      },
    ],
  });

beforeAll(async () => {
  services = await createTestServices();
  [first, second] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  owner = await createPerson(services, 'owner');
  await makeAccountsEstablished(services, first, second);
});

test('worksheet: the preparer cannot sign it, another person signs it, and its figures stay as they were', async () => {
  const account = await addStatementDifference(services);
  const made = await prepare(account);
  expect(made).toMatchObject({ status: 'prepared', difference_cents: -700, own: true, may_sign: false });
  await expect(sign(made.id, first)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await sign(made.id)).toMatchObject({ status: 'signed', decided_by: expect.any(String), ledger_cents: 1_000_000, bank_cents: 999_300 });
  await expect(sign(made.id)).rejects.toMatchObject({ failure: 'wrongState' });
  await expect(
    services.database.db
      .updateTable('account_worksheet')
      .set({ difference_cents: toCents(0) })
      .where('id', '=', made.id)
      .execute(),
  ).rejects.toMatchObject({ code: 'LG000' });
  await expect(services.database.db.deleteFrom('account_worksheet').where('id', '=', made.id).execute()).rejects.toMatchObject({ code: 'LG000' });
});

test('worksheet: a later change of the ledger is shown beside the signed figures, and a new worksheet replaces the old one', async () => {
  const account = await addStatementDifference(services);
  const { id } = await prepare(account);
  await sign(id);
  expect(await read(account)).toMatchObject({ changed: false, sheet: { id, status: 'signed' } });
  await post(account);
  expect(await read(account)).toMatchObject({
    changed: true,
    live: { ledger_cents: 1_010_000 },
    sheet: { id, figures: { ledger_cents: 1_000_000 } },
  });
  const next = await prepare(account);
  await sign(next.id);
  expect(await read(account)).toMatchObject({ changed: false, sheet: { id: next.id } });
  const all = await as(first, (ctx) => listWorksheets(ctx, { page: 1, page_size: 10, tabs: undefined, z_filter: { account_id: account } }));
  expect(all.results.map(({ status }) => status)).toEqual(['signed', 'replaced']);
});

test('worksheet: figures that changed after preparation cannot be signed', async () => {
  const account = await addStatementDifference(services);
  const { id } = await prepare(account);
  await post(account);
  await expect(sign(id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/have changed/) });
  expect(await as(second, (ctx) => decideWorksheet(ctx, { id, sign: false, reason: 'The ledger has changed' }))).toMatchObject({
    status: 'returned',
  });
});

test('worksheet: a difference needs an explanation, a day has one open worksheet, and an account without a balance has none', async () => {
  const account = await addStatementDifference(services);
  await expect(prepare(account, 'short')).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { note: expect.any(String) } } });
  const made = await prepare(account);
  await expect(prepare(account)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await as(first, (ctx) => decideWorksheet(ctx, { id: made.id, sign: false, reason: '' }))).toMatchObject({ status: 'withdrawn' });
  await expect(as(first, (ctx) => prepareWorksheet(ctx, { account_id: account, day: addDays(day(), -9), note }))).rejects.toMatchObject({
    failure: 'conflict',
    message: expect.stringMatching(/No bank balance/),
  });
  await expect(as(first, (ctx) => prepareWorksheet(ctx, { account_id: account, day: addDays(day(), 1), note }))).rejects.toMatchObject({
    failure: 'invalid',
  });
  await expect(as(first, (ctx) => prepareWorksheet(ctx, { account_id: 999_999, day: day(), note }))).rejects.toMatchObject({ failure: 'notFound' });
});

test('worksheet: of a signature and a withdrawal at the same time, one succeeds', async () => {
  const { id } = await prepare(await addStatementDifference(services));
  const both = await Promise.allSettled([sign(id), as(first, (ctx) => decideWorksheet(ctx, { id, sign: false, reason: '' }))]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('client-money certificate: held equals owed in every fund, and only the unchanged PDF has its SHA-256', async () => {
  await addStatementDifference(services);
  const figures = await as(first, (ctx) => readClientMoney(ctx, { day: day() }));
  const [clients] = figures.funds;
  expect(clients?.held_cents).toBeGreaterThan(0);
  expect(figures.funds.map(({ difference_cents }) => difference_cents)).toEqual([0, 0]);
  const made = await as(first, (ctx) => makeCertificate(services)(ctx, { day: day() }));
  const file = await services.database.db
    .selectFrom('media_variant')
    .innerJoin('client_money_certificate as c', 'c.file_id', 'media_variant.file_id')
    .select('media_variant.key')
    .where('c.id', '=', made.id)
    .executeTakeFirstOrThrow();
  const kept = await services.storage.get(file.key);
  const bytes = Buffer.from(kept ?? []);
  const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
  expect(hash(bytes)).toBe(made.sha256);
  const find = (sha256: string) => as(second, (ctx) => listCertificates(ctx, { page: 1, page_size: 10, z_filter: { sha256 } }));
  expect((await find(made.sha256)).results).toMatchObject([{ code: made.code }]);
  bytes[bytes.length - 10] = 0;
  expect((await find(hash(bytes))).count).toBe(0);
  await expect(as(first, (ctx) => makeCertificate(services)(ctx, { day: addDays(day(), 1) }))).rejects.toMatchObject({ failure: 'invalid' });
});
