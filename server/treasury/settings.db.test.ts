import { beforeAll, expect, test } from 'vitest';
import { tellDiffers } from '#server/bank-statement/tell-differs.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addAccount, paybills, platformAccount, platformNumber } from './accounts.ts';
import { payingFrom } from './places.ts';
import * as settings from './settings.ts';

let house: House;
let [head, other, admin]: Somebody[] = [];
const db = () => house.database.db;
const save = (who: Somebody | undefined, given: Partial<Parameters<typeof settings.saveAccount>[1]>) =>
  inTransaction(house, who as Somebody, (ctx) =>
    settings.saveAccount(ctx, { rail: 'mpesa', name: 'Ours', number: '999888', bank_code: null, active: true, ...given }),
  );
beforeAll(async () => {
  house = await freshHouse();
  [head, other, admin] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin'), await somebody(house, 'admin')];
});

test('where everybody pays comes of the environment: nobody says it by hand, and nobody switches it off', async () => {
  const paybill = await platformAccount(house, db());
  if (!paybill) throw new Error('there is no paybill');
  expect(await platformNumber(db())).toBe(paybill.number);
  for (const who of [head, admin]) await expect(save(who, {})).rejects.toThrow();
  await expect(save(head, { id: paybill.id, number: paybill.number, active: false })).rejects.toMatchObject({ failure: 'conflict' });
  // One that lies there from before is no more believed for being newer.
  await addAccount(db(), { company_id: null, rail: 'mpesa', name: 'Newer', number: '999777', bank_code: null, fund: 'C' });
  expect([await platformNumber(db()), (await payingFrom(db(), 'mpesa'))?.id]).toEqual([paybill.number, paybill.id]);
  // Nor is it announced or pulled by the environment's line, which is another's.
  expect((await paybills(db())).map(({ number }) => number)).toEqual([paybill.number]);
});

test('another shortcode in the environment is the paybill, and the first one is no more', async () => {
  const mpesa = { MPESA_CONSUMER_KEY: 'k', MPESA_CONSUMER_SECRET: 's', MPESA_PASSKEY: 'p' };
  const changed = { env: { ...house.env, ...mpesa, MPESA_SHORTCODE: '600999' } };
  const made = await platformAccount(changed, db());
  expect([await platformNumber(db()), (await payingFrom(db(), 'mpesa'))?.id]).toEqual(['600999', made?.id]);
  await platformAccount(house, db());
  expect(await platformNumber(db())).not.toBe('600999');
});

test('a bank of the platform’s is a superadmin’s to add or switch off, and the others hear of it', async () => {
  const bank = { rail: 'bank', name: 'Clients', number: '011000777', bank_code: '01' } as const;
  await expect(save(admin, bank)).rejects.toThrow();
  const known = await addAccount(db(), { ...bank, company_id: null, fund: 'C' });
  await save(head, { ...bank, id: known?.id, active: false });
  const heard = await told(house, 'payment.account');
  expect(heard.map(({ to }) => to)).toContainEqual({ personId: other?.me.userId });
  expect(heard.map(({ to }) => to)).not.toContainEqual({ personId: head?.me.userId });
  expect(heard.at(-1)?.params).toMatchObject({ name: 'Clients', number: '011000777', became: 'off' });
});

test('that a bank differs reaches every superadmin, however many admins were here before them', async () => {
  for (let n = 0; n < 20; n++) await somebody(house, 'admin');
  const late = await somebody(house, 'superadmin');
  const account = await addAccount(db(), { company_id: null, rail: 'bank', name: 'Clients', number: '011000888', bank_code: '01', fund: 'C' });
  if (!account) throw new Error('the account was not made');
  await db()
    .transaction()
    .execute((tx) => tellDiffers(atClock(tx), account, { day: '2027-03-03', cents: 100 }));
  expect((await told(house, 'payment.differs')).map(({ to }) => to)).toContainEqual({ personId: late.me.userId });
});
