import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { balance } from '#server/ledger/service.ts';
import { send } from '#server/transfer/service.ts';
import { ctxOf } from '#test/world.ts';
import { delivered, failureOf } from '#test/worlds/payments.ts';
import { mailCodeFor } from '#test/worlds/payout-codes.ts';
import { type PayoutWorld, payoutWorld } from '#test/worlds/payout-world.ts';
import { addPayoutAccount } from '#test/worlds/payouts.ts';
import { payoutTransfers } from './transfers.ts';
import { withdrawService } from './withdraw.ts';

/** Payouts by M-Pesa. What holds for every transfer is in server/transfer/transfers.db.test.ts. */
let w: PayoutWorld;
beforeAll(async () => {
  w = await payoutWorld();
});
afterAll(() => w.close());
const float = () => balance(w.db, 'C', { code: accounts.mpesaPayouts, ref: 'collection:1' });

test('a withdrawal: asked for with its code, approved, accepted, confirmed by its result; the same result again, and late, is nothing', async () => {
  const { owner, company, account } = await w.payee();
  const what = { account_code: accounts.ownerPayable, payout_account_id: account, cents: cents(100_000) } as const;
  const code = await mailCodeFor(w.house, owner, 'withdraw', `${company}:2000:${account}:100000`);
  const { withdraw } = withdrawService(w.house);
  const ready = await withdraw.first(ctxOf(w.house, owner), { ...what, code });
  const made = await w.as(owner, (ctx) => withdraw.work(ctx, { ...what, code }, ready));
  await w.ok(made.id, 100_000);
  const [transfer] = await w.transfersOf(made.id);
  const before = await float();
  await send(w.db, payoutTransfers, w.rail, transfer?.id ?? 0);
  expect(await w.transfersOf(made.id)).toMatchObject([{ status: 'sent', key: expect.stringMatching(/^S\d+-[0-9a-f]{10,16}$/) }]);
  expect(await w.at(company, 2080)).toBeGreaterThan(0);
  const posts = await w.arrived();
  expect(posts.map(({ channel }) => channel)).toEqual(['payout']);
  await delivered(w.house, posts);
  const [there] = await w.transfersOf(made.id);
  expect(there).toMatchObject({ status: 'confirmed', external_id: expect.stringMatching(/^[A-Z0-9]{10}$/) });
  expect((await w.payoutOf(made.id)).status).toBe('paid');
  expect([await w.at(company, 2080), (await float()) - before]).toEqual([0, -100_000 - (there?.fee_cents ?? 0)]);
  await delivered(w.house, posts);
  await w.later(30 * 24 * 3600);
  await delivered(w.house, [...posts, ...posts]);
  expect([await w.at(company, 2080), (await float()) - before]).toEqual([0, -100_000 - (there?.fee_cents ?? 0)]);
  expect(w.paidOut(made.id)).toHaveLength(1);
});

test('failed for certain: theirs again, an error at the desk, and to another account as a payout of its own that a second person approves', async () => {
  const { company, draft, transfer } = await w.approved('254712000000');
  await send(w.db, payoutTransfers, w.rail, transfer.id);
  const posts = await w.arrived();
  await delivered(w.house, posts);
  expect(await w.transfersOf(draft.id)).toMatchObject([{ status: 'failed', result_code: '2040' }]);
  expect((await w.payoutOf(draft.id)).status).toBe('part_failed');
  expect([await w.at(company, 2000), await w.at(company, 2080)]).toEqual([500_000, 0]);
  const error = await w.errorOf(transfer.id);
  expect(error).toMatchObject({ status: 'open', error: 'bad_account' });
  const good = await addPayoutAccount(w.house, company);
  await w.again(transfer.id, good);
  const next = await w.db
    .selectFrom('settlement_payment')
    .selectAll()
    .where('company_id', '=', company)
    .where('status', '=', 'draft')
    .executeTakeFirstOrThrow();
  expect(await w.transfersOf(draft.id)).toHaveLength(1);
  await w.ok(next.id, next.net_cents);
  const [second] = await w.transfersOf(next.id);
  expect(second).toMatchObject({ attempt: 1, status: 'queued', key: expect.stringMatching(`^S${next.id}-`) });
  await send(w.db, payoutTransfers, w.rail, second?.id ?? 0);
  await w.deliver();
  // The failure of the first, told again after the second arrived, is the first's alone.
  await delivered(w.house, posts);
  expect(await w.transfersOf(draft.id)).toMatchObject([{ status: 'failed' }]);
  expect((await w.payoutOf(next.id)).status).toBe('paid');
  expect([await w.at(company, 2000), await w.at(company, 2080), w.paidOut(draft.id).length, w.paidOut(next.id).length]).toEqual([0, 0, 0, 1]);
});

test('a result of M-Pesa about a transfer by bank says nothing', async () => {
  const { id, transfer } = await w.approved();
  await send(w.db, payoutTransfers, w.rail, transfer.id);
  const [real] = await w.arrived();
  if (!real) throw new Error('no result');
  const by = (rail: 'bank' | 'mpesa') => w.db.updateTable('settlement_transaction').set({ rail }).where('id', '=', transfer.id).execute();
  await by('bank');
  await delivered(w.house, [{ ...real, body: failureOf(transfer.key) }]);
  expect(await w.transfersOf(id)).toMatchObject([{ status: 'sent' }]);
  await by('mpesa');
  await delivered(w.house, [real]);
  expect(await w.transfersOf(id)).toMatchObject([{ status: 'confirmed' }]);
});
