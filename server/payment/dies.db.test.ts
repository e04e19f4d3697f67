import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { simulated } from '#contract/daraja/simulated.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { pay } from '#server/collection/pay.ts';
import { workThrough } from '#server/payment/arrivals.ts';
import { paymentJobs } from '#server/payment/jobs.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { hookPath, platformAccount } from '#server/treasury/accounts.ts';
import { announce } from '#server/treasury/announce.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import type { Dying } from '#test/processes/dies-main.ts';
import { expectKilled, startDying } from '#test/processes/dying.ts';
import { inTransaction } from '#test/world.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { billed, handIn, type Post, postBox, trusts, unproven } from '#test/worlds/payments.ts';

/** A process is killed at a chosen point of what money goes through; the sweeps of the next one finish its work: nothing lost, nothing double. */
let house: House;
let sim: Simulator;
let box: Awaited<ReturnType<typeof postBox>>;
let here: Place;
let n = 0;
let minutes = 0;
const as = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, here.owner, work);

beforeAll(async () => {
  box = await postBox();
  sim = await startSimulator({ pace: { resultMs: 1, ringMs: 60_000 } });
  house = await freshHouse('bare', { DARAJA_URL: sim.url, MPESA_CALLBACK_URL: box.url });
  here = await place(house);
  await trusts(house, here.owner.me.companyId ?? 0);
  await platformAccount(house, house.database.db);
  await announce(house, house.database.db);
});
// Whoever dies has the machine's clock.
beforeEach(() => setClock(house, null));
afterAll(async () => {
  await setClock(house, null);
  await sim.close();
  box.server.close();
});

const rent = 1_500_000;
/** A home somebody owes rent for. */
const owing = async () => {
  const unitId = await addUnit(house, here.property);
  const made = await as((ctx) =>
    tenancy.make(ctx, {
      ...{ unitId, startsOn: clock.today(), endsOn: '2028-03-02', rentCents: rent, period: 2, depositCents: 0 },
      people: [{ somebody: { personId: null, name: `Tenant ${++n}`, phone: `+2547140${10_000 + n}`, email: null }, role: 'lead', shareBp: 10_000 }],
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: clock.today() },
    }),
  );
  const { id } = await as((ctx) => billed(ctx, made.id, rent));
  return { invoice: id, code: made.code };
};
/** Three pay at the paybill: what M-Pesa says of it, and the invoices that will be paid. */
const paid = async () => {
  const homes = [await owing(), await owing(), await owing()];
  for (const { code } of homes)
    await sim.pay({
      shortcode: simulated.shortcode,
      account: code.replaceAll('-', ''),
      cents: cents(rent),
      phone: `25471400${1000 + ++n}`,
      name: 'ASHA',
    });
  return { invoices: homes.map(({ invoice }) => invoice), posts: await arrived('c2b') };
};
const arrived = async (channel?: Post['channel']): Promise<Post[]> => {
  await sim.idle();
  return box.posts.splice(0).filter((post) => channel === undefined || post.channel === channel);
};
const keep = async (posts: readonly Post[]) => {
  const ids: number[] = [];
  for (const post of posts) ids.push(await handIn(house, post));
  return ids;
};
/** M-Pesa has been asked, and these are its answers, kept and not worked through. */
const answers = async (posts: readonly Post[]) => {
  await workThrough(house, await keep(posts));
  return keep(await arrived('result'));
};

const start = (dying: Dying) => startDying(house, { mpesa: sim.url, box: box.url }, dying);
const dies = (dying: Dying) => expectKilled(start(dying));

/** Another process comes: its sweeps alone go through what is due, and what M-Pesa sends is kept. */
const restarted = async () => {
  const sweep = paymentJobs(house).find(({ name }) => name === 'payment.sweep');
  for (let round = 0; round < 4; round++) {
    minutes += 2;
    await setClock(house, new Date(Date.now() + minutes * 60_000).toISOString());
    await keep(await arrived());
    await sweep?.run(house.database.db);
  }
};
/** Each is paid by one receipt and one allocation, and every proof holds; told once more nothing changes. */
const expectOnce = async (invoices: readonly number[], posts: readonly Post[]) => {
  const once = async () => {
    const { rows } = await sql`select i.id, i.status, i.paid_cents, count(a.id)::int as allocations, count(distinct r.external_id)::int as receipts,
        (select count(*)::int from journal) as journals
      from invoice i left join allocation a on a.invoice_id = i.id left join receipt r on r.payment_id = a.payment_id
      where i.id = any (${[...invoices]}::bigint[]) group by i.id order by i.id`.execute(house.database.db);
    return rows;
  };
  const now = await once();
  expect(now).toEqual(invoices.map((id) => expect.objectContaining({ id, status: 'paid', paid_cents: rent, allocations: 1, receipts: 1 })));
  expect(await unproven(house)).toEqual([]);
  await workThrough(house, await keep([...posts, ...posts]));
  await restarted();
  expect(await once()).toEqual(now);
};

test('stored and not acknowledged: M-Pesa says it again, and it is kept once', async () => {
  const { invoices, posts } = await paid();
  const child = await start({ after: 'insert into inbox' });
  const [line] = (await once(child.stdout ?? process.stdin, 'data')) as [Buffer];
  const gone = once(child, 'exit');
  const account = await platformAccount(house, house.database.db);
  const said = await fetch(String(line).trim() + hookPath(account ?? { id: 0 }, 'c2b'), {
    method: 'POST',
    body: posts[0]?.body.toString() ?? '',
  }).catch(() => null);
  expect(said).toBeNull();
  expect((await gone)[1]).toBe('SIGKILL');
  await keep(posts);
  const { rows } = await sql<{ times: number }>`select times from inbox order by id desc limit 3`.execute(house.database.db);
  expect(rows.map(({ times }) => times)).toEqual([1, 1, 2]);
  await restarted();
  await expectOnce(invoices, posts);
});

test('acknowledged, and the job is lost', async () => {
  const { invoices, posts } = await paid();
  await keep(posts);
  await sql`delete from job.job_common where name = 'payment.arrived'`.execute(house.database.db);
  await restarted();
  await expectOnce(invoices, posts);
});

test('asked about, and M-Pesa’s answer is not saved: its results come before the question has a name', async () => {
  const { invoices, posts } = await paid();
  await dies({ before: 'set conversation_id', work: await keep(posts) });
  await restarted();
  await expectOnce(invoices, posts);
});

test.each([
  ['the receipt is booked and not committed', { after: 'ledger_post' }],
  ['the receipt stands, and nobody looked whose it is', { before: 'select * from "payment" where "id" in' }],
  ['put to invoices and booked, and nobody is told yet', { before: 'select emit_job' }],
])('%s', async (_, point) => {
  const { invoices, posts } = await paid();
  await dies({ ...point, work: await answers(posts) });
  await restarted();
  await expectOnce(invoices, posts);
});

test('a phone rings, and whoever asked dies before the answer is saved: it is never sent again, and paid once', async () => {
  const { invoice } = await owing();
  await as((ctx) => pay(house)(ctx, { invoice_ids: [invoice], cents: cents(rent), phone: '0712345678' }));
  const push = await house.database.db.selectFrom('push').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  await dies({ fetched: 'stkpush', ring: push.id });
  expect(sim.state().pushes).toHaveLength(1);
  await restarted();
  expect(sim.state().pushes).toHaveLength(1);
  sim.answer(sim.state().pushes[0]?.checkoutRequestId ?? '', 'approve');
  const posts = await arrived();
  await keep(posts);
  await restarted();
  await expectOnce([invoice], posts);
});

test('two workers, one job, and the sweep beside them', async () => {
  const { invoices, posts } = await paid();
  const ids = await answers(posts);
  await Promise.all([workThrough(house, ids), workThrough(house, ids.toReversed()), restarted()]);
  await restarted();
  await expectOnce(invoices, posts);
});
