import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { refusals } from '#contract/daraja/codes.ts';
import { C2bCallback } from '#contract/daraja/shapes.ts';
import { type Channel, channels, hookBytes } from '#contract/payment/kinds.ts';
import { mayCallBack } from '#server/daraja/service.ts';
import { emit } from '#server/jobs/queue.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add } from '#server/kernel/scoped.ts';
import { type AccountRow, accountAt } from './accounts.ts';
import { knowsAccount } from './look.ts';
import { readBody } from './masked.ts';

type Arriving = { readonly channel: Channel; readonly account: AccountRow; readonly body: Buffer; readonly from: string };

/**
 * Kept as it came, before anybody is told that we have it; the same again is counted. What it means is worked out by a job: a promise in the same
 * transaction, and a sweep for whatever was lost between the two.
 */
export async function arrive(db: Db, { channel, account, body, from }: Arriving): Promise<number> {
  const sha256 = createHash('sha256').update(`${channel}:${account.id}:`).update(body).digest();
  return db.transaction().execute(async (tx) => {
    const { id, times } = await add({ db: tx }, 'inbox')
      .values({ channel, account_id: account.id, sha256, body, from_address: from })
      .onConflict((oc) => oc.column('sha256').doUpdateSet({ times: sql<number>`inbox.times + 1` }))
      .returning(['id', 'times'])
      .executeTakeFirstOrThrow();
    if (times === 1) await emit(tx, 'payment.arrived', { inboxId: id }, `inbox:${id}`);
    return id;
  });
}

type Asked = { Params: { channel: string; secret: string } };
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

/** Whoever does not know the path, or calls from elsewhere, finds nothing here. */
async function accountFor(house: House, request: FastifyRequest<Asked>): Promise<{ account: AccountRow; channel: Channel }> {
  const channel = channels.find((name) => name === request.params.channel);
  const account = channel && (await accountAt(house.database.db, request.params.secret));
  if (!channel || !account || !mayCallBack(house.env, request.ip)) throw missing();
  return { account, channel };
}

/** Bytes, whatever they say they are: what cannot be read is kept all the same. */
export async function hookRoutes(app: FastifyInstance, house: House): Promise<void> {
  await app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    hooks.post<Asked>('/hooks/pay/:channel/:secret', { bodyLimit: hookBytes }, async (request, reply) => {
      const { account, channel } = await accountFor(house, request);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await arrive(house.database.db, { channel, account, body, from: request.ip });
      reply.header('content-type', 'application/json; charset=utf-8');
      return channel === 'check' ? await checked(house, account, body) : { ResultCode: 0, ResultDesc: 'Accepted' };
    });
  });
}

/** Whether a payment may come at all: an account nobody has is refused, before the money moves. What we cannot judge may come. */
async function checked(house: House, account: AccountRow, body: Buffer): Promise<{ ResultCode: string; ResultDesc: string }> {
  const said = C2bCallback.safeParse(readBody(body));
  const refuse = (why: keyof typeof refusals) => ({ ResultCode: refusals[why], ResultDesc: 'Rejected' });
  if (!said.success) return refuse('other');
  if (said.data.shortcode !== account.number) return refuse('shortcode');
  if (said.data.cents === null || said.data.cents <= 0) return refuse('amount');
  if (!(await knowsAccount(house.database.db, account, said.data.account ?? ''))) return refuse('account');
  return { ResultCode: '0', ResultDesc: 'Accepted' };
}
