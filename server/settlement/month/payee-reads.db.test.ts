import { expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { readPayoutsBlockedReason } from '#server/ledger/service.ts';
import { createTestServices } from '#test/db.ts';
import { addStatementDifference } from '#test/fixtures/own-accounts.ts';
import { addMoney, addPayoutAccount, ensurePlatformPayoutAccount } from '#test/fixtures/payouts.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson } from '#test/people.ts';
import { approvePayout } from '../approve.ts';
import { listOwnPayouts } from '../own-payouts.ts';
import { readPayoutDetails } from '../read.ts';
import { startPayoutRun } from '../run-batches.ts';
import { withdrawService } from '../withdraw.ts';

test('payout: the payee sees neither the platform’s bank balances nor the names of platform staff', async () => {
  const services = await createTestServices();
  const { db } = services.database;
  const [maker, other] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, maker, other);
  const owner = await createPerson(services, 'owner');
  const company = owner.me.companyId ?? 0;
  await addMoney(services, (await createPerson(services, 'owner')).me.companyId ?? 0, 9_000_000);
  await addMoney(services, company, 1_000_000);
  const account = await addPayoutAccount(services, company, { is_default: true });
  await runAsPerson(services, maker, (ctx) => startPayoutRun(ctx, { cut_off: clock.today() }));
  const draft = await db.selectFrom('settlement_payment').selectAll().where('company_id', '=', company).executeTakeFirstOrThrow();
  await runAsPerson(services, other, (ctx) => approvePayout(ctx, { id: draft.id, net_cents: draft.net_cents }));
  const nobody = { made_by: null, approved_by: null };
  expect(await readPayoutDetails(createTestCtx(services, owner), { id: draft.id })).toMatchObject(nobody);
  expect((await listOwnPayouts(createTestCtx(services, owner), { page: 1, page_size: 10 })).results).toMatchObject([nobody]);
  expect(await readPayoutDetails(createTestCtx(services, maker), { id: draft.id })).toMatchObject({
    made_by: expect.any(String),
    approved_by: expect.any(String),
  });
  // The paybill that the payout leaves from differs.
  await addStatementDifference(services);
  const paybill = (await ensurePlatformPayoutAccount(services, 'mpesa')).ref.replace('collection:', '');
  await db
    .updateTable('bank_figure')
    .set({ account_id: Number(paybill) })
    .where('difference_cents', '<>', toCents(0))
    .execute();
  const told = await readPayoutsBlockedReason(db);
  expect(told).toMatch(/KES/);
  const seen = await readPayoutDetails(createTestCtx(services, owner), { id: draft.id });
  expect(seen.blocked).toMatch(/\S/);
  expect(seen.blocked).not.toMatch(/KES|Bank/);
  const asked = { account_code: ledgerAccounts.ownerPayable, payout_account_id: account, cents: toCents(100_000) };
  const refused = await withdrawService(services)
    .sendCode(createTestCtx(services, owner), asked)
    .then(
      () => 'sent',
      (error: Error) => error.message,
    );
  expect(refused).not.toMatch(/KES|Bank|sent/);
  expect((await readPayoutDetails(createTestCtx(services, maker), { id: draft.id })).blocked).toBe(told);
});
