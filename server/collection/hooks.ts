import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type ArrivalWord, type Channel, channels, hookBytes } from '#contract/collection/kinds.ts';
import { refusals } from '#contract/daraja/codes.ts';
import { C2bCallback } from '#contract/daraja/shapes.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { mayCallBack } from '#server/daraja/service.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { together } from '#server/kernel/process/together.ts';
import { type AccountRow, accountsAt } from '#server/treasury/service.ts';
import { readBody } from './masked.ts';

/** `result`: how it is answered, where the answer is ours. */
type Arriving = {
  readonly channel: Channel;
  readonly account: AccountRow;
  readonly body: Buffer;
  readonly from: string;
  readonly result?: ArrivalWord;
};

/**
 * Kept as it came, before anybody is told that we have it; the same again is counted. What it means is worked out by a job: promised in the same
 * statement, one for all that is new in it, and a sweep for whatever was lost between the two.
 */
export async function arrive(db: Db, arriving: readonly Arriving[]): Promise<number[]> {
  const marks = arriving.map(({ channel, account, body }) => createHash('sha256').update(`${channel}:${account.id}:`).update(body).digest('hex'));
  const came = [...Map.groupBy(arriving, (_, n) => marks[n] ?? '')].map(([mark, [first, ...more]]) => ({
    ...{ mark, channel: first?.channel, account: first?.account.id, from: first?.from },
    ...{ body: first?.body.toString('hex'), times: 1 + more.length, result: first?.result ?? null },
  }));
  const { rows } = await sql<{ id: number; mark: string; job: string | null }>`/* all: what arrives is nobody's yet */
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

/** Whoever does not know the path, or calls from elsewhere, finds nothing here. */
async function accountFor(
  house: House,
  at: (secret: string) => Promise<AccountRow | undefined>,
  request: FastifyRequest<Asked>,
): Promise<{ account: AccountRow; channel: Channel }> {
  const channel = channels.find((name) => name === request.params.channel);
  const account = channel && (await at(request.params.secret));
  if (!channel || !account || !mayCallBack(house.env, request.ip)) throw missing();
  return { account, channel };
}

/** Whether somebody has an account number, or one like it: whoever matches payments knows that. */
type KnowsAccount = (db: Db, account: AccountRow, text: string) => Promise<boolean>;

/** Bytes, whatever they say they are: what cannot be read is kept all the same. */
export async function hookRoutes(app: FastifyInstance, house: House, knows: KnowsAccount): Promise<void> {
  const { db } = house.database;
  const at = together((secrets: readonly string[]) => accountsAt(db, secrets));
  const keep = together((arriving: readonly Arriving[]) => arrive(db, arriving));
  await app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    hooks.post<Asked>('/hooks/pay/:channel/:secret', { bodyLimit: hookBytes }, async (request, reply) => {
      const { account, channel } = await accountFor(house, at, request);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const answer = channel === 'check' ? await checked(house, knows, account, body) : null;
      await keep({ channel, account, body, from: request.ip, ...(answer ? { result: answer.result } : {}) });
      reply.header('content-type', 'application/json; charset=utf-8');
      return answer?.said ?? { ResultCode: 0, ResultDesc: 'Accepted' };
    });
  });
}

const why = { other: 'refused_other', shortcode: 'refused_shortcode', amount: 'refused_amount', account: 'refused_account' } as const;
type Answer = { readonly said: { readonly ResultCode: string; readonly ResultDesc: string }; readonly result: ArrivalWord };
/** Whether a payment may come at all: an account nobody has is refused, before the money moves. What we cannot judge may come. */
async function checked(house: House, knows: KnowsAccount, account: AccountRow, body: Buffer): Promise<Answer> {
  const said = C2bCallback.safeParse(readBody(body));
  const refuse = (of: keyof typeof why): Answer => ({ said: { ResultCode: refusals[of], ResultDesc: 'Rejected' }, result: why[of] });
  if (!said.success) return refuse('other');
  if (said.data.shortcode !== account.number) return refuse('shortcode');
  if (said.data.cents === null || said.data.cents <= 0) return refuse('amount');
  if (!(await knows(house.database.db, account, said.data.account ?? ''))) return refuse('account');
  return { said: { ResultCode: '0', ResultDesc: 'Accepted' }, result: 'let_in' };
}
