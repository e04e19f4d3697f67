import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { toCents } from '#contract/money/cents.ts';
import type { walletCalls } from '#contract/wallet/calls.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { registerModules } from '#server/modules.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { readWalletSettings, updateWalletSettings } from './settings.ts';

let services: TestServices;
let [first, second]: TestPerson[] = [];
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who as TestPerson, work);
beforeAll(async () => {
  services = await createTestServices();
  registerModules();
  [first, second] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, first, second);
});
beforeEach(async () => {
  const { db } = services.database;
  await db
    .updateTable('wallet_setting')
    .set({ day_limit_cents: toCents(100_000_000), holding_days: 2 })
    .execute();
  await db.deleteFrom('approval_request').execute();
});

type Given = Partial<HandlerInput<typeof walletCalls.settingsUpdate>>;
const settings = () => readWalletSettings(createTestCtx(services, first as TestPerson));
async function save(given: Given) {
  const { minimum_cents, day_limit_cents, holding_days, fees, fee_bearer, pesalink_limit_cents, eft_limit_cents, own_account_number, revision } =
    await settings();
  const now = { minimum_cents, day_limit_cents, holding_days, fees, fee_bearer, pesalink_limit_cents, eft_limit_cents, own_account_number, revision };
  return as(first, (ctx) => updateWalletSettings(ctx, { ...(now as HandlerInput<typeof walletCalls.settingsUpdate>), reason: '', ...given }));
}
const looser = { day_limit_cents: toCents(10_000_000_000), holding_days: 0, reason: 'A large owner withdraws at the end of the year' };
const decide = (who: TestPerson | undefined, id: number) => as(who, (ctx) => decideApprovalRequest(services)(ctx, { id, approve: true, reason: '' }));

test('payout settings: a higher daily limit and a shorter clearing period apply only after a second person approves them', async () => {
  const asked = await save({ ...looser, minimum_cents: toCents(20_000) });
  expect(asked).toMatchObject({ day_limit_cents: 100_000_000, holding_days: 2, minimum_cents: 20_000, request: { own: true } });
  const id = asked.request?.id ?? 0;
  await expect(decide(first, id)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(save(looser)).rejects.toMatchObject({ failure: 'conflict' });
  await decide(second, id);
  expect(await settings()).toMatchObject({ day_limit_cents: 10_000_000_000, holding_days: 0, request: null });
});

test('payout settings: a lower daily limit and a longer clearing period apply at once', async () => {
  expect(await save({ day_limit_cents: toCents(50_000_000), holding_days: 5 })).toMatchObject({
    day_limit_cents: 50_000_000,
    holding_days: 5,
    request: null,
  });
});

test('payout settings: a request for a higher limit needs a reason, and is refused after the settings changed', async () => {
  await expect(save({ ...looser, reason: '' })).rejects.toMatchObject({
    failure: 'invalid',
    message: expect.stringContaining('A reason is missing'),
  });
  const { request } = await save(looser);
  await save({ day_limit_cents: toCents(40_000_000) });
  await expect(decide(second, request?.id ?? 0)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await settings()).toMatchObject({ day_limit_cents: 40_000_000, holding_days: 2 });
});

test('payout settings: higher fees, fees for payees and another own account apply only after a second person approves them', async () => {
  const before = await settings();
  const fees = [{ upto: toCents(25_000_000), cents: toCents(500_000) }];
  const guarded = { fees, fee_bearer: 'payee' as const, own_account_number: '0110666666' };
  await services.database.db.updateTable('wallet_setting').set({ fee_bearer: 'platform', own_account_number: '0110111111' }).execute();
  await expect(save(guarded)).rejects.toMatchObject({ failure: 'invalid' });
  const asked = await save({ ...guarded, reason: 'M-Pesa raised its charges' });
  expect(asked).toMatchObject({ fees: before.fees, fee_bearer: 'platform', own_account_number: '0110111111', request: { own: true } });
  const { sentence } = await decide(second, asked.request?.id ?? 0);
  expect(sentence).toMatch(/KES 250,000: KES 5,000.*Payees pay.*0110111111 to 0110666666/);
  expect(await settings()).toMatchObject({ ...guarded, request: null });
  // Lower fees and fees that Makao bears apply at once.
  expect(await save({ fees: [{ upto: toCents(25_000_000), cents: toCents(100) }], fee_bearer: 'platform' })).toMatchObject({
    fees: [{ upto: 25_000_000, cents: 100 }],
    fee_bearer: 'platform',
    request: null,
  });
});
