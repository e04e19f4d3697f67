import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type CallbackChannel, callbackChannels, type InboundResultCode, maxCallbackBytes } from '#contract/collection/kinds.ts';
import { validationRejectionCodes } from '#contract/daraja/codes.ts';
import { C2bCallback } from '#contract/daraja/shapes.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { isCallbackIpAddress } from '#server/daraja/service.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { batchCalls } from '#server/kernel/process/batch-calls.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { type CollectionAccountRow, findCollectionAccountsBySecret } from '#server/treasury/service.ts';
import { parseCallbackBody } from './masking.ts';

/** `result`: the answer, where the callback expects one. */
type Arriving = {
  readonly channel: CallbackChannel;
  readonly account: CollectionAccountRow;
  readonly body: Buffer;
  readonly from: string;
  readonly result?: InboundResultCode;
};

/**
 * Receives the webhooks (callbacks) of M-Pesa: the STK callback, and paybill, payout, query and reversal results. An event is stored as received before it is
 * acknowledged; duplicates are counted. Processing is done by a job, which is queued in the same statement, one for all new events. A sweep finds
 * whatever was lost in between.
 */
export async function storeInboundEvents(db: Db, arriving: readonly Arriving[]): Promise<number[]> {
  const marks = arriving.map(({ channel, account, body }) => createHash('sha256').update(`${channel}:${account.id}:`).update(body).digest('hex'));
  const came = [...Map.groupBy(arriving, (_, n) => marks[n] ?? '')].map(([mark, [first, ...more]]) => ({
    mark,
    channel: first?.channel,
    account: first?.account.id,
    from: first?.from,
    body: first?.body.toString('hex'),
    times: 1 + more.length,
    result: first?.result ?? null,
  }));
  const { rows } = await sql<{ id: number; mark: string; job: string | null }>`/* unscoped: callbacks are not assigned to a company yet */
    with came as (select channel, account, decode(mark, 'hex') as sha256, decode(body, 'hex') as body, "from", times, result
      from jsonb_to_recordset(${JSON.stringify(came)}::jsonb) as c (mark text, channel text, account bigint, body text, "from" text, times int, result text)),
    kept as (insert into inbox (channel, account_id, sha256, body, from_address, times, result) select channel, account, sha256, body, "from", times, result from came order by sha256
      on conflict (sha256) do update set times = inbox.times + excluded.times returning id, sha256, times),
    promised as (select emit_job('payment.arrived', jsonb_build_object('inboxIds', jsonb_agg(kept.id order by kept.id))) as job
      from kept join came using (sha256) where kept.times = came.times having count(*) > 0)
    select kept.id, encode(kept.sha256, 'hex') as mark, job from kept left join promised on true`.execute(db);
  const ids = new Map(rows.map(({ mark, id }) => [mark, Number(id)]));
  return marks.map((mark) => requiredId(ids.get(mark), 'what was just put into the inbox'));
}

type Asked = { Params: { channel: string; secret: string } };
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

/** An unknown path or address gets "not found". */
async function accountFor(
  services: RunningServices,
  at: (secret: string) => Promise<CollectionAccountRow | undefined>,
  request: FastifyRequest<Asked>,
): Promise<{ account: CollectionAccountRow; channel: CallbackChannel }> {
  const channel = callbackChannels.find((name) => name === request.params.channel);
  const account = channel && (await at(request.params.secret));
  if (!channel || !account || !isCallbackIpAddress(services.env, request.ip)) throw missing();
  return { account, channel };
}

/** Whether an account number, or one like it, exists. The module that matches payments provides this. */
type KnowsAccount = (db: Db, account: CollectionAccountRow, text: string) => Promise<boolean>;

/** Bodies are read as bytes, whatever their content type, so that unreadable ones are stored too. */
export async function callbackRoutes(app: FastifyInstance, services: RunningServices, knows: KnowsAccount): Promise<void> {
  const { db } = services.database;
  const at = batchCalls((secrets: readonly string[]) => findCollectionAccountsBySecret(db, secrets));
  const keep = batchCalls((arriving: readonly Arriving[]) => storeInboundEvents(db, arriving));
  await app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    hooks.post<Asked>('/hooks/pay/:channel/:secret', { bodyLimit: maxCallbackBytes }, async (request, reply) => {
      const { account, channel } = await accountFor(services, at, request);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const answer = channel === 'check' ? await checked(services, knows, account, body) : null;
      await keep({ channel, account, body, from: request.ip, ...(answer ? { result: answer.result } : {}) });
      reply.header('content-type', 'application/json; charset=utf-8');
      return answer?.said ?? { ResultCode: 0, ResultDesc: 'Accepted' };
    });
  });
}

const why = { other: 'refused_other', shortcode: 'refused_shortcode', amount: 'refused_amount', account: 'refused_account' } as const;
type Answer = { readonly said: { readonly ResultCode: string; readonly ResultDesc: string }; readonly result: InboundResultCode };
/**
 * Payment validation: a message that cannot be read, another shortcode, no amount or an unknown account number is rejected before the money moves.
 */
async function checked(services: RunningServices, knows: KnowsAccount, account: CollectionAccountRow, body: Buffer): Promise<Answer> {
  const said = C2bCallback.safeParse(parseCallbackBody(body));
  const refuse = (of: keyof typeof why): Answer => ({ said: { ResultCode: validationRejectionCodes[of], ResultDesc: 'Rejected' }, result: why[of] });
  if (!said.success) return refuse('other');
  if (said.data.shortcode !== account.number) return refuse('shortcode');
  if (said.data.cents === null || said.data.cents <= 0) return refuse('amount');
  if (!(await knows(services.database.db, account, said.data.account ?? ''))) return refuse('account');
  return { said: { ResultCode: '0', ResultDesc: 'Accepted' }, result: 'let_in' };
}
