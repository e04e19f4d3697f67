import { beforeAll, expect, test } from 'vitest';
import { notifyReconciliationDifference } from '#server/bank-statement/notify-difference.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { createCollectionAccount, findOrCreatePlatformPaybill, listConnectedPaybills, readPlatformPaybillNumber } from './accounts.ts';
import { readPayingAccountRow } from './cash-accounts.ts';
import * as settings from './settings.ts';

let services: TestServices;
let [head, other, admin]: TestPerson[] = [];
const db = () => services.database.db;
const save = (who: TestPerson | undefined, given: Partial<Parameters<typeof settings.saveCollectionAccount>[1]>) =>
  runAsPerson(services, who as TestPerson, (ctx) =>
    settings.saveCollectionAccount(ctx, { rail: 'mpesa', name: 'Ours', number: '999888', bank_code: null, active: true, ...given }),
  );
beforeAll(async () => {
  services = await createTestServices();
  [head, other, admin] = [
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'admin'),
  ];
});

test('platform paybill: comes from the environment, and cannot be edited or switched off', async () => {
  const paybill = await findOrCreatePlatformPaybill(services, db());
  if (!paybill) throw new Error('there is no paybill');
  expect(await readPlatformPaybillNumber(db())).toBe(paybill.number);
  for (const who of [head, admin]) await expect(save(who, {})).rejects.toThrow();
  await expect(save(head, { id: paybill.id, number: paybill.number, active: false })).rejects.toMatchObject({ failure: 'conflict' });
  // An older account is not used, even if it was saved later.
  await createCollectionAccount(db(), { company_id: null, rail: 'mpesa', name: 'Newer', number: '999777', bank_code: null, fund: 'C' });
  expect([await readPlatformPaybillNumber(db()), (await readPayingAccountRow(db(), 'mpesa'))?.id]).toEqual([paybill.number, paybill.id]);
  // The paybill is neither registered nor pulled with the environment's configuration, which belongs to another paybill.
  expect((await listConnectedPaybills(db())).map(({ number }) => number)).toEqual([paybill.number]);
});

test('platform paybill: a new shortcode in the environment replaces the old one', async () => {
  const mpesa = { MPESA_CONSUMER_KEY: 'k', MPESA_CONSUMER_SECRET: 's', MPESA_PASSKEY: 'p' };
  const changed = { env: { ...services.env, ...mpesa, MPESA_SHORTCODE: '600999' } };
  const made = await findOrCreatePlatformPaybill(changed, db());
  expect([await readPlatformPaybillNumber(db()), (await readPayingAccountRow(db(), 'mpesa'))?.id]).toEqual(['600999', made?.id]);
  await findOrCreatePlatformPaybill(services, db());
  expect(await readPlatformPaybillNumber(db())).not.toBe('600999');
});

test('platform bank account: only a super admin can add an account or request to turn it off, and other super admins are notified', async () => {
  const bank = { rail: 'bank', name: 'Clients', number: '011000777', bank_code: '01' } as const;
  await expect(save(admin, bank)).rejects.toThrow();
  const known = await createCollectionAccount(db(), { ...bank, company_id: null, fund: 'C' });
  expect(await save(head, { ...bank, id: known?.id, active: false })).toMatchObject({ active: true, asked: { active: false } });
  const heard = await listSentNotifications(services, 'payment.account');
  expect(heard.map(({ to }) => to)).toContainEqual({ personId: other?.me.userId });
  expect(heard.map(({ to }) => to)).not.toContainEqual({ personId: head?.me.userId });
  expect(heard.at(-1)?.params).toMatchObject({
    old: expect.stringMatching(/^Clients, .* 011000777$/),
    was: 'on',
    account: expect.stringMatching(/^Clients, .* 011000777$/),
    becomes: 'off',
    became: 'asked',
  });
});

test('bank difference: every super admin is notified, including a super admin registered after twenty admins', async () => {
  for (let n = 0; n < 20; n++) await createPerson(services, 'admin');
  const late = await createPerson(services, 'superadmin');
  const account = await createCollectionAccount(db(), {
    company_id: null,
    rail: 'bank',
    name: 'Clients',
    number: '011000888',
    bank_code: '01',
    fund: 'C',
  });
  if (!account) throw new Error('the account was not made');
  await db()
    .transaction()
    .execute((tx) => notifyReconciliationDifference(asClock(tx), account, { day: '2027-03-03', cents: 100 }));
  expect((await listSentNotifications(services, 'payment.differs')).map(({ to }) => to)).toContainEqual({ personId: late.me.userId });
});
