import { beforeAll, beforeEach, expect, test } from 'vitest';
import { withdrawCalls } from '#contract/settlement/withdraw-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { walletCalls } from '#contract/wallet/calls.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createConfirmationCode } from '#test/fixtures/payout-codes.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { payoutAccountService } from './accounts.ts';
import { readCallerContact } from './caller-contact.ts';

let services: TestServices;
let owner: TestPerson;
const contact = () => readCallerContact(createTestCtx(services, owner));
const set = (facts: object) => services.database.db.updateTable('person').set(facts).where('id', '=', owner.id).execute();
const hoursAgo = (hours: number) => new Date(clock.ms() - hours * 3_600_000);

beforeAll(async () => {
  services = await createTestServices();
});
beforeEach(async () => {
  owner = await createPerson(services, 'owner');
});

test('payout code: goes to the verified email and not to a number that the session typed into the profile', async () => {
  await set({ phone: '+254712000001' });
  expect(await contact()).toEqual({ email: owner.email });
  await set({ email_verified: false });
  await expect(contact()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/no verified/) });
});

test('payout code: goes to a verified number from 24 hours after it was set', async () => {
  await set({ phone: '+254712000002', phone_proved_at: clock.now() });
  expect(await contact()).toEqual({ email: owner.email });
  await set({ email_verified: false });
  await expect(contact()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/24 hours/) });
  await set({ phone_since: hoursAgo(25) });
  expect(await contact()).toEqual({ phone: '+254712000002' });
});

test('payout code: an email that was changed today receives none', async () => {
  await set({ email: `new-${owner.email}` });
  await expect(contact()).rejects.toMatchObject({ failure: 'conflict' });
  await set({ email_since: hoursAgo(25) });
  expect(await contact()).toEqual({ email: `new-${owner.email}` });
});

test.each([
  ['bank', { rail: 'bank', number: '0110203040', bank_code: '01' }],
  ['M-Pesa', { rail: 'mpesa', number: '0712345678' }],
] as const)('payout account: a person without a verified contact cannot add an account by %s', async (_, to) => {
  await set({ email_verified: false, phone: '+254712000003' });
  const { accountAdd } = payoutAccountService(services);
  await expect(runAsPerson(services, owner, (ctx) => accountAdd(ctx, { holder: 'Jane Owner', to }))).rejects.toMatchObject({ failure: 'conflict' });
  expect(await services.database.db.selectFrom('payout_account').select('id').where('changed_by', '=', owner.id).execute()).toEqual([]);
});

test('payout account and withdrawal: every call that sends or takes a code needs a recent password or passkey', () => {
  const { accountAdd, accountCode, accountProve } = walletCalls;
  const { sendCode, withdraw } = withdrawCalls;
  expect([accountAdd, accountCode, accountProve, sendCode, withdraw].map(({ fresh }) => fresh)).toEqual([true, true, true, true, true]);
});

test('M-Pesa payout account: needs the code sent to its number and the code sent to the caller’s verified contact', async () => {
  const { accountAdd, accountProve } = payoutAccountService(services);
  const number = '+254712345679';
  const { id } = await runAsPerson(services, owner, (ctx) => accountAdd(ctx, { holder: 'Jane Owner', to: { rail: 'mpesa', number } }));
  const sent = async () =>
    (await services.database.db.selectFrom('phone_code').select('phone').where('challenge', 'like', `for:payout:${id}:%`).execute()).length;
  expect(await sent()).toBe(2);
  await services.database.db.deleteFrom('phone_code').execute();
  const subject = `${id}:1`;
  await createConfirmationCode(services, owner, 'payout', subject, number);
  /** The steps run in the order of the call registry: the codes are checked before the transaction begins. */
  const prove = async (given: { code: string; own_code?: string }) => {
    const ready = await accountProve.first(createTestCtx(services, owner), { id, ...given });
    return runAsPerson(services, owner, (ctx) => accountProve.work(ctx, { id, ...given }, ready));
  };
  await expect(prove({ code: '123456' })).rejects.toMatchObject({ extra: { fields: { own_code: expect.any(String) } } });
  await expect(prove({ code: '123456', own_code: '000000' })).rejects.toMatchObject({ extra: { fields: { own_code: expect.any(String) } } });
  await createConfirmationCode(services, owner, 'payout', `${subject}:own`);
  expect(await prove({ code: '123456', own_code: '123456' })).toMatchObject({ id, status: 'ready' });
});
