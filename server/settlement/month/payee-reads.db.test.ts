import { expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { settlementsStopped } from '#server/ledger/service.ts';
import { freshHouse } from '#test/db.ts';
import { ctxOf, inTransaction, longHere, somebody } from '#test/world.ts';
import { differing } from '#test/worlds/own-places.ts';
import { addMoney, addPayoutAccount } from '#test/worlds/payouts.ts';
import { approve } from '../approve.ts';
import { payouts } from '../own.ts';
import { payment } from '../read.ts';
import { run } from '../run-batches.ts';
import { withdrawService } from '../withdraw.ts';

test('a payee reads neither what the platform’s bank says nor who of the platform paid them', async () => {
  const house = await freshHouse();
  const { db } = house.database;
  const [maker, other] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  await longHere(house, maker, other);
  const owner = await somebody(house, 'owner');
  const company = owner.me.companyId ?? 0;
  await addMoney(house, (await somebody(house, 'owner')).me.companyId ?? 0, 9_000_000);
  await addMoney(house, company, 1_000_000);
  const account = await addPayoutAccount(house, company, { is_default: true });
  await inTransaction(house, maker, (ctx) => run(ctx, { cut_off: clock.today() }));
  const draft = await db.selectFrom('settlement_payment').selectAll().where('company_id', '=', company).executeTakeFirstOrThrow();
  await inTransaction(house, other, (ctx) => approve(ctx, { id: draft.id, net_cents: draft.net_cents }));
  const nobody = { made_by: null, approved_by: null };
  expect(await payment(ctxOf(house, owner), { id: draft.id })).toMatchObject(nobody);
  expect((await payouts(ctxOf(house, owner), { page: 1, page_size: 10 })).results).toMatchObject([nobody]);
  expect(await payment(ctxOf(house, maker), { id: draft.id })).toMatchObject({ made_by: expect.any(String), approved_by: expect.any(String) });
  await differing(house);
  const told = await settlementsStopped(db);
  expect(told).toMatch(/KES/);
  const seen = await payment(ctxOf(house, owner), { id: draft.id });
  expect(seen.blocked).toMatch(/\S/);
  expect(seen.blocked).not.toMatch(/KES|Bank/);
  const asked = { account_code: accounts.ownerPayable, payout_account_id: account, cents: cents(100_000) };
  const refused = await withdrawService(house)
    .code(ctxOf(house, owner), asked)
    .then(
      () => 'sent',
      (error: Error) => error.message,
    );
  expect(refused).not.toMatch(/KES|Bank|sent/);
  expect((await payment(ctxOf(house, maker), { id: draft.id })).blocked).toBe(told);
});
