import { beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import type { CollectionAccount } from '#contract/treasury/shapes.ts';
import { listAccountsWithoutBankBalance } from '#server/bank-statement/bank-reconciliation.ts';
import { listReconciliations } from '#server/bank-statement/corrections.ts';
import { uploadStatement } from '#server/bank-statement/statements.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { buildStatementCsv } from '#test/fixtures/payment-rows.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { readPayingAccountRow } from './cash-accounts.ts';
import { recordSweep } from './cash-moves.ts';
import { decideCollectionAccount, listCollectionAccounts, saveCollectionAccount } from './settings.ts';

let services: TestServices;
let one: TestPerson;
let two: TestPerson;
let fresh: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  one = await createPerson(services, 'superadmin');
});
const db = () => services.database.db;
let n = 0;
type Given = Parameters<typeof saveCollectionAccount>[1];
const save = (given: Partial<Given> = {}, by = one) =>
  runAsPerson(services, by, (ctx) =>
    saveCollectionAccount(ctx, { rail: 'bank', name: 'Clients', number: `01100${++n}`, bank_code: '01', active: true, ...given }),
  );
const decide = ({ id, asked }: CollectionAccount, agree: boolean, by = two) =>
  runAsPerson(services, by, (ctx) => decideCollectionAccount(ctx, { id, at: asked?.at ?? '', agree }));
const read = (account_id: number, by = one) =>
  runAsPerson(services, by, (ctx) => uploadStatement(ctx, { account_id, name: 'typed.csv', csv: buildStatementCsv() }));
const listed = async (id: number, by = one) => (await listCollectionAccounts(createTestCtx(services, by))).results.find((row) => row.id === id);
const became = async () =>
  (await listSentNotifications(services, 'payment.account')).map(({ to, params }) => [to.personId, (params as { became: string }).became]);

test('platform account: cannot be confirmed by the only super admin, and the error states the reason', async () => {
  const asked = await save();
  await expect(read(asked.id)).rejects.toMatchObject({ failure: 'conflict' });
  expect(asked).toMatchObject({ active: false, asked: { fresh: true, own: true, alone: true } });
  await expect(decide(asked, true, one)).rejects.toThrow(/only super admin/);
  await decide(asked, false, one);
  expect(await listed(asked.id)).toBeUndefined();
  [two, fresh] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, one, two);
});

test('new platform account: is not used until another super admin confirms the account', async () => {
  const before = await readPayingAccountRow(db(), 'bank');
  const asked = await save();
  expect(asked.asked).toMatchObject({ number: asked.number, alone: false });
  expect(await became()).toEqual(
    expect.arrayContaining([
      [two.id, 'asked'],
      [fresh.id, 'asked'],
    ]),
  );
  expect((await readPayingAccountRow(db(), 'bank'))?.id).toBe(before?.id);
  expect((await listReconciliations(createTestCtx(services, one))).results.map(({ account }) => account.id)).not.toContain(asked.id);
  expect(await listAccountsWithoutBankBalance(db())).toEqual([]);
  await expect(
    runAsPerson(services, one, (ctx) => recordSweep(ctx, { account_id: asked.id, to_account_id: asked.id, cents: toCents(100), proof: 'X1' })),
  ).rejects.toThrow();
  for (const by of [one, two]) await expect(read(asked.id, by)).rejects.toMatchObject({ failure: 'conflict' });
  // Saving the account again does not activate it, and a new super admin may not confirm it.
  await expect(save({ id: asked.id, number: asked.number }, two)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(decide(asked, true, one)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(decide(asked, true, fresh)).rejects.toMatchObject({ failure: 'forbidden' });

  await decide(asked, true);
  expect(await listed(asked.id)).toMatchObject({ active: true, asked: null });
  expect((await readPayingAccountRow(db(), 'bank'))?.id).toBe(asked.id);
  expect(await became()).toContainEqual([one.id, 'confirmed']);
  await expect(decide(asked, true)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await read(asked.id)).toMatchObject({ status: 'read' });
});

test('platform account: a changed number or bank needs confirmation, and a confirmation of outdated values is rejected', async () => {
  const made = await save();
  await decide(made, true);
  const changed = await save({ id: made.id, number: '022009', bank_code: '02', name: 'Renamed' });
  expect(changed).toMatchObject({ name: 'Clients', number: made.number, bank_code: '01', active: true });
  expect(changed.asked).toMatchObject({ fresh: false, name: 'Renamed', number: '022009', bank_code: '02', active: true });
  await decide(changed, false);
  expect(await listed(made.id)).toMatchObject({ number: made.number, asked: null });
  await expect(save({ id: made.id, number: '011002' })).rejects.toMatchObject({ failure: 'conflict' });
  await new Promise((done) => setTimeout(done, 2));
  const again = await save({ id: made.id, number: '022010', bank_code: '02' });
  await expect(decide(changed, true)).rejects.toMatchObject({ failure: 'conflict' });
  await decide(again, true);
  expect(await listed(made.id)).toMatchObject({ number: '022010', bank_code: '02', active: true, asked: null });
});

test('platform account: a new name and turning it off or on need another super admin, and the notices name account and number', async () => {
  const made = await save();
  await decide(made, true);
  const renamed = await save({ id: made.id, number: made.number, name: 'Rent of all' });
  expect([renamed.name, renamed.asked?.name]).toEqual(['Clients', 'Rent of all']);
  const notice = (await listSentNotifications(services, 'payment.account')).at(-1);
  expect(notice?.params).toMatchObject({
    old: expect.stringContaining('Clients, '),
    was: 'on',
    becomes: 'on',
    account: expect.stringMatching(new RegExp(`^Rent of all, .* ${made.number}$`)),
    became: 'asked',
  });
  await expect(decide(renamed, true, one)).rejects.toMatchObject({ failure: 'forbidden' });
  await decide(renamed, true);
  expect(await listed(made.id)).toMatchObject({ name: 'Rent of all', active: true, asked: null });

  const turn = (active: boolean) => save({ id: made.id, number: made.number, name: 'Rent of all', active });
  for (const active of [false, true]) {
    const asked = await turn(active);
    expect(asked).toMatchObject({ active: !active, asked: { active, own: true } });
    await expect(decide(asked, true, one)).rejects.toMatchObject({ failure: 'forbidden' });
    await decide(asked, false);
    expect(await listed(made.id)).toMatchObject({ active: !active, asked: null });
    await new Promise((done) => setTimeout(done, 2));
    await decide(await turn(active), true);
    expect(await listed(made.id)).toMatchObject({ active, asked: null });
  }
  // Saving it unchanged requests nothing.
  expect(await turn(true)).toMatchObject({ asked: null });
});

test('platform account: is not turned on again when another account of its fund was approved in the meantime', async () => {
  const deposits = await save({ name: 'Deposits', fund: 'D' });
  await decide(deposits, true);
  await decide(await save({ id: deposits.id, name: 'Deposits', number: deposits.number, active: false }), true);
  const other = await save({ name: 'New deposits', fund: 'D' });
  await expect(save({ id: deposits.id, name: 'Deposits', number: deposits.number })).rejects.toThrow(/New deposits/);
  await decide(other, true);
  await expect(save({ id: deposits.id, name: 'Deposits', number: deposits.number })).rejects.toThrow(/New deposits/);
});
