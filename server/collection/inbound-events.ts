import { type Selectable, sql } from 'kysely';
import type { InboundResult } from '#contract/collection/kinds.ts';
import { ResultCallback } from '#contract/daraja/results.ts';
import { C2bCallback, StkCallback } from '#contract/daraja/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import type { InboxTable as Inbox } from '#server/db/types.gen.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { onTransferResultReceived } from '#server/transfer/service.ts';
import { type CollectionAccountRow, readCollectionAccountsOfRows } from '#server/treasury/service.ts';
import { parseCallbackBody } from './masking.ts';
import { makePhoneBlindMark } from './phones.ts';
import { type ConfirmationDetails, getConversationIds, queueStatusQuery, recordQueryResults, saveStatusQueries } from './query.ts';
import { readPaymentsByReference } from './record-receipts.ts';
import type { StkPushRow } from './rows.ts';

const why = 'scheduled job processes received M-Pesa messages';
type InboxRow = Selectable<Inbox>;
/** The result of an inbound event. An `unrouted` one is retried for a day, because the event that it belongs to may follow. */
type Dealt = {
  readonly state: 'done' | 'unrouted';
  readonly result: InboundResult;
  readonly external?: string | null;
  readonly cents?: number | null;
  readonly paymentId?: number | null;
} & {
  /** Prompts to query, payments to match, queries to send, and the ids by which a result finds its query. */
  readonly ask?: number;
  readonly look?: number | null;
  readonly verify?: number;
  /** The account to compare with the ledger, because its balance was reported. */
  readonly compare?: number;
  readonly names?: readonly string[];
};
type Arrived = { readonly row: InboxRow; readonly account: CollectionAccountRow; readonly body: unknown };

/** Records a balance that was requested; returns null if there was no request for it. */
type TakeBalance = (ctx: Ctx, account: CollectionAccountRow, said: ResultCallback) => Promise<InboundResult | null>;

/** Idempotent: events may be processed twice, in any order and on two nodes. */
export async function processInboundBatch(ctx: Ctx, inboxIds: readonly number[], takeBalance: TakeBalance): Promise<Dealt[]> {
  const rows = await unscopedTable(ctx.db, 'inbox', why)
    .select()
    .selectAll()
    .where('id', 'in', [...inboxIds])
    .orderBy('id')
    .forUpdate()
    .execute();
  const accounts = await readCollectionAccountsOfRows(ctx.db, rows);
  const all = rows.flatMap((row): Arrived[] => {
    const account = row.account_id === null ? undefined : accounts.get(row.account_id);
    return account ? [{ row, account, body: parseCallbackBody(row.body) }] : [];
  });
  const dealt = new Map([
    ...(await paid(
      ctx,
      all.filter(({ row }) => row.channel === 'c2b'),
    )),
    ...(await answered(ctx, all, takeBalance)),
  ]);
  for (const one of all) if (!dealt.has(one.row.id)) dealt.set(one.row.id, await deal(ctx, one));
  await sql`/* unscoped: the outcome of a received M-Pesa message */
    update inbox i set state = d.state, result = left(d.result, 300), tries = i.tries + 1, done_at = case d.state when 'done' then ${clock.now()}::timestamptz end,
      external = coalesce(d.external, i.external), cents = coalesce(d.cents, i.cents), payment_id = coalesce(d.payment, i.payment_id)
    from jsonb_to_recordset(${JSON.stringify([...dealt].map(([id, one]) => ({ ...one, id, payment: one.paymentId })))}::jsonb)
      as d (id bigint, state text, result text, external text, cents bigint, payment bigint) where i.id = d.id`.execute(ctx.db);
  return [...dealt.values()];
}

async function deal(ctx: Ctx, { row, account, body }: Arrived): Promise<Dealt> {
  if (row.channel === 'stk') return stk(ctx, body, account);
  // It was answered on receipt; the answer is stored with the request.
  if (row.channel === 'check')
    return { state: 'done', result: (row.result as InboundResult | null) ?? 'answered', cents: C2bCallback.safeParse(body).data?.cents ?? null };
  const said = ResultCallback.safeParse(body);
  if (!said.success) return unread;
  if (row.channel === 'payout' || row.channel === 'payout_timeout')
    return onTransferResultReceived(ctx, account, { ...said.data, timedOut: said.data.timedOut || row.channel === 'payout_timeout' });
  return { state: 'done', result: 'busy' };
}
/** Handles the results of status and balance queries. */
async function answered(ctx: Ctx, all: readonly Arrived[], takeBalance: TakeBalance): Promise<Map<number, Dealt>> {
  const results = all.flatMap(({ row, account, body }) => {
    const said = row.channel === 'result' ? ResultCallback.safeParse(body) : undefined;
    return said?.success && !said.data.timedOut ? [{ id: row.id, account, said: said.data }] : [];
  });
  const taken = await recordQueryResults(ctx, results, (ids) => confirmations(ctx.db, ids));
  const dealt = new Map<number, Dealt>();
  for (const [n, { id, account, said }] of results.entries()) {
    const one = taken[n];
    const balance = one ? null : await takeBalance(ctx, account, said);
    if (one) dealt.set(id, { state: 'done', result: one.said, paymentId: one.paymentId, ...(one.credited ? { look: one.paymentId } : {}) });
    else if (balance !== null) dealt.set(id, { state: 'done', result: balance, ...(balance === 'balance' ? { compare: account.id } : {}) });
    // The event is stored with M-Pesa's conversation id, so that the query finds it as soon as the query has that id.
    else dealt.set(id, { state: 'unrouted', result: 'nobody_asked', external: said.conversation, names: getConversationIds({ account, said }) });
  }
  return dealt;
}
const unread: Dealt = { state: 'unrouted', result: 'unread' };

/** The answer to a prompt: it is recorded as a claim, and M-Pesa is queried to verify it. */
async function stk(ctx: Ctx, body: unknown, account: CollectionAccountRow): Promise<Dealt> {
  const said = StkCallback.safeParse(body);
  if (!said.success) return unread;
  const { checkoutRequestId, code, cents, receipt } = said.data;
  const push = (await pushWith(ctx.db, account, checkoutRequestId)) ?? (await adopt(ctx.db, account, said.data));
  const about = { external: receipt, cents };
  if (!push) return { state: 'unrouted', result: 'no_prompt', ...about };
  await unscopedTable(ctx.db, 'push', why)
    .change()
    .set({ hint_code: code, hint_cents: cents, hint_external: receipt })
    .where('id', '=', push.id)
    .execute();
  if (push.open && receipt !== null && cents !== null && cents !== push.cents)
    await queueStatusQuery(ctx, { account, external: receipt, paymentId: push.payment_id });
  return { state: 'done', result: `code:${code}`, ...about, paymentId: push.payment_id, ...(push.open ? { ask: push.id } : {}) };
}
const pushWith = (db: Db, { id }: CollectionAccountRow, checkoutId: string): Promise<StkPushRow | undefined> =>
  unscopedTable(db, 'push', why).select().selectAll().where('account_id', '=', id).where('checkout_id', '=', checkoutId).executeTakeFirst();

/** The response to the request was lost. The only prompt without an id that was sent to this number for this amount gets its id from here. */
async function adopt(db: Db, { id }: CollectionAccountRow, { checkoutRequestId, phone, cents }: StkCallback): Promise<StkPushRow | undefined> {
  const mark = phone === null ? null : makePhoneBlindMark(phone);
  if (mark === null || cents === null) return undefined;
  const fits = await unscopedTable(db, 'push', why)
    .select()
    .select('id')
    .where('account_id', '=', id)
    .where('checkout_id', 'is', null)
    .where('sent_at', 'is not', null)
    .where('open', '=', true)
    .where('phone_mark', '=', mark)
    .where('cents', '=', cents)
    .execute();
  const [one] = fits;
  if (!one || fits.length > 1) return undefined;
  return unscopedTable(db, 'push', why).change().set({ checkout_id: checkoutRequestId }).where('id', '=', one.id).returningAll().executeTakeFirst();
}

/** The paybill reports payments: M-Pesa is queried about their codes, unless they are known. */
async function paid(ctx: Ctx, all: readonly Arrived[]): Promise<Map<number, Dealt>> {
  const dealt = new Map<number, Dealt>();
  const asking = all.flatMap(({ row, account, body }) => {
    const said = C2bCallback.safeParse(body);
    if (!said.success) {
      dealt.set(row.id, unread);
      return [];
    }
    const { receipt: external, cents, shortcode } = said.data;
    const isOurs = shortcode === account.number;
    if (isOurs && cents !== null && cents > 0) return [{ account, external, cents, inboxId: row.id }];
    dealt.set(row.id, { state: 'unrouted', result: isOurs ? 'no_amount' : 'other_paybill', external, cents });
    return [];
  });
  const known = await readPaymentsByReference(ctx.db, 'mpesa', asking);
  const made = await saveStatusQueries(
    ctx,
    asking.filter((_, n) => known[n] === undefined),
  );
  for (const [n, { inboxId, external, cents }] of asking.entries()) {
    const paymentId = known[n];
    const verify = made.get(external);
    if (paymentId !== undefined) dealt.set(inboxId, { state: 'done', result: 'known', external, cents, paymentId });
    else dealt.set(inboxId, { state: 'done', result: 'asked', external, cents, ...(verify === undefined ? {} : { verify }) });
  }
  return dealt;
}

/** The details of confirmations, for movements that a query proves. */
async function confirmations(db: Db, inboxIds: readonly number[]): Promise<Map<number, ConfirmationDetails>> {
  if (inboxIds.length === 0) return new Map();
  const rows = await unscopedTable(db, 'inbox', why)
    .select()
    .select(['id', 'body'])
    .where('id', 'in', [...inboxIds])
    .execute();
  return new Map(
    rows.flatMap(({ id, body }): [number, ConfirmationDetails][] => {
      const said = C2bCallback.safeParse(parseCallbackBody(body));
      return said.success ? [[id, said.data]] : [];
    }),
  );
}

/** An event that cannot be processed is retried after the others. */
export const countInboundAttempt = (db: Db, inboxIds: readonly number[]) =>
  unscopedTable(db, 'inbox', why)
    .change()
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', 'in', [...inboxIds])
    .execute();
