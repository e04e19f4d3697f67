import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { simulatorCredentials } from '#contract/daraja/simulator-credentials.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { startPayment } from '#server/collection/pay.ts';
import { processInboundEvents } from '#server/payment/inbound-events.ts';
import { paymentJobs } from '#server/payment/jobs.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { buildMpesaCallbackPath, findOrCreatePlatformPaybill } from '#server/treasury/accounts.ts';
import { registerCallbackUrls } from '#server/treasury/register-callbacks.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import {
  findFailedLedgerChecks,
  issueRentInvoice,
  type PaymentCallback,
  setTrustMode,
  startPaymentCallbackServer,
  storePaymentCallback,
} from '#test/fixtures/payments.ts';
import { runAsPerson } from '#test/people.ts';
import type { CrashPoint } from '#test/processes/crash-main.ts';
import { expectProcessKilled, startCrashingProcess } from '#test/processes/crashing-process.ts';

/**
 * A process is killed at a chosen point of a payment. The scheduled jobs (sweeps) of the next process finish its work: no payment is lost or counted
 * twice.
 */
let services: TestServices;
let sim: Simulator;
let box: Awaited<ReturnType<typeof startPaymentCallbackServer>>;
let here: OwnerWithUnit;
let n = 0;
let minutes = 0;
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, here.owner, work);

beforeAll(async () => {
  box = await startPaymentCallbackServer();
  sim = await startSimulator({ pace: { resultMs: 1, ringMs: 60_000 } });
  services = await createTestServices('bare', { DARAJA_URL: sim.url, MPESA_CALLBACK_URL: box.url });
  here = await createOwnerWithUnit(services);
  await setTrustMode(services, here.owner.me.companyId ?? 0);
  await findOrCreatePlatformPaybill(services, services.database.db);
  await registerCallbackUrls(services, services.database.db);
});
// The killed process uses the system clock.
beforeEach(() => setClock(services, null));
afterAll(async () => {
  await setClock(services, null);
  await sim.close();
  box.server.close();
});

const rent = 1_500_000;
/** Creates a home with rent due. */
const owing = async () => {
  const unitId = await addUnit(services, here.property);
  const made = await as((ctx) =>
    tenancy.createTenancy(ctx, {
      unitId,
      startsOn: clock.today(),
      endsOn: '2028-03-02',
      rentCents: rent,
      period: 2,
      depositCents: 0,
      people: [{ somebody: { personId: null, name: `Tenant ${++n}`, phone: `+2547140${10_000 + n}`, email: null }, role: 'lead', shareBp: 10_000 }],
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: clock.today() },
    }),
  );
  const { id } = await as((ctx) => issueRentInvoice(ctx, made.id, rent));
  return { invoice: id, code: made.code };
};
/** Three payments to the paybill: M-Pesa's confirmations, and the invoices they pay. */
const paid = async () => {
  const homes = [await owing(), await owing(), await owing()];
  for (const { code } of homes)
    await sim.pay({
      shortcode: simulatorCredentials.shortcode,
      account: code.replaceAll('-', ''),
      cents: toCents(rent),
      phone: `25471400${1000 + ++n}`,
      name: 'ASHA',
    });
  return { invoices: homes.map(({ invoice }) => invoice), posts: await arrived('c2b') };
};
const arrived = async (channel?: PaymentCallback['channel']): Promise<PaymentCallback[]> => {
  await sim.idle();
  return box.posts.splice(0).filter((post) => channel === undefined || post.channel === channel);
};
const keep = async (posts: readonly PaymentCallback[]) => {
  const ids: number[] = [];
  for (const post of posts) ids.push(await storePaymentCallback(services, post));
  return ids;
};
/** M-Pesa was queried, and its answers are stored but not processed. */
const answers = async (posts: readonly PaymentCallback[]) => {
  await processInboundEvents(services, await keep(posts));
  return keep(await arrived('result'));
};

const start = (dying: CrashPoint) => startCrashingProcess(services, { mpesa: sim.url, box: box.url }, dying);
const dies = (dying: CrashPoint) => expectProcessKilled(start(dying));

/** Another process starts: only its sweeps process what is due, and M-Pesa's callbacks are stored. */
const restarted = async () => {
  const sweep = paymentJobs(services).find(({ name }) => name === 'payment.sweep');
  for (let round = 0; round < 4; round++) {
    minutes += 2;
    await setClock(services, new Date(Date.now() + minutes * 60_000).toISOString());
    await keep(await arrived());
    await sweep?.run(services.database.db);
  }
};
/** Each invoice is paid by one receipt and one allocation, and every ledger check passes. Repeated callbacks change nothing. */
const expectOnce = async (invoices: readonly number[], posts: readonly PaymentCallback[]) => {
  const once = async () => {
    const { rows } = await sql`select i.id, i.status, i.paid_cents, count(a.id)::int as allocations, count(distinct r.external_id)::int as receipts,
        (select count(*)::int from journal) as journals
      from invoice i left join allocation a on a.invoice_id = i.id left join receipt r on r.payment_id = a.payment_id
      where i.id = any (${[...invoices]}::bigint[]) group by i.id order by i.id`.execute(services.database.db);
    return rows;
  };
  const now = await once();
  expect(now).toEqual(invoices.map((id) => expect.objectContaining({ id, status: 'paid', paid_cents: rent, allocations: 1, receipts: 1 })));
  expect(await findFailedLedgerChecks(services)).toEqual([]);
  await processInboundEvents(services, await keep([...posts, ...posts]));
  await restarted();
  expect(await once()).toEqual(now);
};

test('M-Pesa callback: is stored once when the server crashes before acknowledging and M-Pesa repeats the callback', async () => {
  const { invoices, posts } = await paid();
  const child = await start({ after: 'insert into inbox' });
  const [line] = (await once(child.stdout ?? process.stdin, 'data')) as [Buffer];
  const gone = once(child, 'exit');
  const account = await findOrCreatePlatformPaybill(services, services.database.db);
  const said = await fetch(String(line).trim() + buildMpesaCallbackPath(account ?? { id: 0 }, 'c2b'), {
    method: 'POST',
    body: posts[0]?.body.toString() ?? '',
  }).catch(() => null);
  expect(said).toBeNull();
  expect((await gone)[1]).toBe('SIGKILL');
  await keep(posts);
  const { rows } = await sql<{ times: number }>`select times from inbox order by id desc limit 3`.execute(services.database.db);
  expect(rows.map(({ times }) => times)).toEqual([1, 1, 2]);
  await restarted();
  await expectOnce(invoices, posts);
});

test('M-Pesa callback: completes its payment even if the server crashes after the acknowledgement and loses the job', async () => {
  const { invoices, posts } = await paid();
  await keep(posts);
  await sql`delete from job.job_common where name = 'payment.arrived'`.execute(services.database.db);
  await restarted();
  await expectOnce(invoices, posts);
});

test('M-Pesa status query: the results are processed even if the server crashes before saving the id of the query', async () => {
  const { invoices, posts } = await paid();
  await dies({ before: 'set conversation_id', work: await keep(posts) });
  await restarted();
  await expectOnce(invoices, posts);
});

test.each([
  ['the receipt is posted but not committed', { after: 'ledger_post' }],
  ['the receipt is committed but not matched', { before: 'select * from "payment" where "id" in' }],
  ['the payment is allocated and posted, but no notification is queued', { before: 'select emit_job' }],
])('payment after a crash: is completed once when %s', async (_, point) => {
  const { invoices, posts } = await paid();
  await dies({ ...point, work: await answers(posts) });
  await restarted();
  await expectOnce(invoices, posts);
});

test('M-Pesa prompt: is not sent a second time after a crash during sending, and the invoice is paid once', async () => {
  const { invoice } = await owing();
  await as((ctx) => startPayment(services)(ctx, { invoice_ids: [invoice], cents: toCents(rent), phone: '0712345678' }));
  const push = await services.database.db.selectFrom('push').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
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

test('payment job: is processed once when two workers and the recovery sweep run at the same time', async () => {
  const { invoices, posts } = await paid();
  const ids = await answers(posts);
  await Promise.all([processInboundEvents(services, ids), processInboundEvents(services, ids.toReversed()), restarted()]);
  await restarted();
  await expectOnce(invoices, posts);
});
