/**
 * `node test/processes/crash-main.ts '{"before": "…", "work": [1, 2]}'`: a worker on the database in DATABASE_URL that kills itself without a
 * message, before or after the first statement with this text, or when M-Pesa has received the request to this address (`fetched`). `work`: processes
 * stored messages; `ring`: sends a prompt; `send`: sends a payout, `refund`: a refund; `run`: continues a payout run, in batches of this size;
 * `statement`: imports one; `job`: runs the scheduled jobs of payments; none of them: it answers hooks, and prints its address.
 */
import pg from 'pg';
import { processStatement } from '#server/bank-statement/import-lines.ts';
import { sendStkPush } from '#server/collection/push.ts';
import { readEnv } from '#server/kernel/env.ts';
import { buildScheduledJobs } from '#server/modules.ts';
import { processInboundEvents } from '#server/payment/inbound-events.ts';
import { refundTransferPurpose } from '#server/refund/transfers.ts';
import { openServices } from '#server/services.ts';
import { processPayoutRun } from '#server/settlement/run-batches.ts';
import { payoutTransferPurpose } from '#server/settlement/transfers.ts';
import { sendTransfer } from '#server/transfer/service.ts';
import { makePlatformRail } from '#server/treasury/service.ts';

export type CrashPoint = {
  readonly before?: string;
  readonly after?: string;
  readonly fetched?: string;
  readonly work?: readonly number[];
  readonly ring?: number;
  readonly send?: number;
  readonly refund?: number;
  readonly run?: { readonly id: number; readonly batch: number };
  readonly statement?: number;
  readonly job?: string;
};
const { before, after, fetched, work, ring: pushId, send: payout, refund, run, statement, job } = JSON.parse(process.argv[2] ?? '{}') as CrashPoint;
const die = () => process.kill(process.pid, 'SIGKILL');

const textOf = (asked: unknown): string => (typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? ''));
const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => Promise<unknown>;
pg.Client.prototype.query = async function dying(this: pg.Client, ...given: unknown[]) {
  const text = textOf(given[0]);
  if (before !== undefined && text.includes(before)) die();
  const answer = await query.apply(this, given);
  if (after !== undefined && text.includes(after)) die();
  return answer;
} as never;

const ask = globalThis.fetch;
globalThis.fetch = async (...given) => {
  const answer = await ask(...given);
  if (fetched !== undefined && String(given[0]).includes(fetched)) die();
  return answer;
};

const env = readEnv();
const services = openServices(env, env.DATABASE_URL ?? '');
if (work) await processInboundEvents(services, work);
else if (pushId !== undefined) await sendStkPush(services, pushId);
else if (payout !== undefined) await sendTransfer(services.database.db, payoutTransferPurpose, makePlatformRail(services), payout);
else if (refund !== undefined) await sendTransfer(services.database.db, refundTransferPurpose, makePlatformRail(services), refund);
else if (run !== undefined) await processPayoutRun(services.database.db, run.id, run.batch);
else if (statement !== undefined) await processStatement(services, statement);
else if (job !== undefined)
  await buildScheduledJobs(services)
    .find(({ name }) => name === job)
    ?.run(services.database.db);
else {
  // Only processes that answer hooks load this, because loading takes most of the start-up time.
  const { makeApp } = await import('#server/app.ts');
  console.log(await (await makeApp(services, null)).listen({ port: 0, host: '127.0.0.1' }));
}
if (work || [pushId, payout, refund, run, statement, job].some((one) => one !== undefined)) process.exit(0);
