import { type Selectable, sql } from 'kysely';
import type { ArrivalResult } from '#contract/collection/kinds.ts';
import { ResultCallback } from '#contract/daraja/results.ts';
import { C2bCallback, StkCallback } from '#contract/daraja/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import type { InboxTable as Inbox } from '#server/db/types.gen.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { payoutAnswered } from '#server/transfer/service.ts';
import { type AccountRow, accountsOf } from '#server/treasury/service.ts';
import { readBody } from './masked.ts';
import { paymentsBy } from './movement.ts';
import { phoneMark } from './phones.ts';
import { askAbout, askMany, type Beside, namesOf, takeResults } from './query.ts';
import type { PushRow } from './rows.ts';

const why = 'what arrived and what is asked about it, worked through by the clock';
type InboxRow = Selectable<Inbox>;
/** How an arrival was dealt with: what is `unrouted` is tried again for a day, since its other half may still come. */
type Dealt = {
  readonly state: 'done' | 'unrouted';
  readonly result: ArrivalResult;
  readonly external?: string | null;
  readonly cents?: number | null;
  readonly paymentId?: number | null;
} & {
  /** The prompt, the payment and the question that are to be asked about, looked at, and asked; by what names a result's question would be known. */
  readonly ask?: number;
  readonly look?: number | null;
  readonly verify?: number;
  /** An account whose balance was told. */
  readonly compare?: number;
  readonly names?: readonly string[];
};
type Arrived = { readonly row: InboxRow; readonly account: AccountRow; readonly body: unknown };

/** What of an answer is a balance that was asked for; null where nobody asked for one. */
type TakeBalance = (ctx: Ctx, account: AccountRow, said: ResultCallback) => Promise<ArrivalResult | null>;

/** Twice, in any order, on two nodes: what was done stays done and nothing is done again. */
export async function dealWith(ctx: Ctx, inboxIds: readonly number[], takeBalance: TakeBalance): Promise<Dealt[]> {
  const rows = await everything(ctx.db, 'inbox', why)
    .select()
    .selectAll()
    .where('id', 'in', [...inboxIds])
    .orderBy('id')
    .forUpdate()
    .execute();
  const accounts = await accountsOf(ctx.db, rows);
  const all = rows.flatMap((row): Arrived[] => {
    const account = row.account_id === null ? undefined : accounts.get(row.account_id);
    return account ? [{ row, account, body: readBody(row.body) }] : [];
  });
  const dealt = new Map([
    ...(await paid(
      ctx,
      all.filter(({ row }) => row.channel === 'c2b'),
    )),
    ...(await answered(ctx, all, takeBalance)),
  ]);
  for (const one of all) if (!dealt.has(one.row.id)) dealt.set(one.row.id, await deal(ctx, one));
  await sql`/* all: what became of what arrived */
    update inbox i set state = d.state, result = left(d.result, 300), tries = i.tries + 1, done_at = case d.state when 'done' then ${clock.now()}::timestamptz end,
      external = coalesce(d.external, i.external), cents = coalesce(d.cents, i.cents), payment_id = coalesce(d.payment, i.payment_id)
    from jsonb_to_recordset(${JSON.stringify([...dealt].map(([id, one]) => ({ ...one, id, payment: one.paymentId })))}::jsonb)
      as d (id bigint, state text, result text, external text, cents bigint, payment bigint) where i.id = d.id`.execute(ctx.db);
  return [...dealt.values()];
}

async function deal(ctx: Ctx, { row, account, body }: Arrived): Promise<Dealt> {
  if (row.channel === 'stk') return stk(ctx, body, account);
  // Answered when it came; what it asked stands beside the answer.
  if (row.channel === 'check')
    return { state: 'done', result: (row.result as ArrivalResult | null) ?? 'answered', cents: C2bCallback.safeParse(body).data?.cents ?? null };
  const said = ResultCallback.safeParse(body);
  if (!said.success) return unread;
  if (row.channel === 'payout' || row.channel === 'payout_timeout')
    return payoutAnswered(ctx, account, { ...said.data, timedOut: said.data.timedOut || row.channel === 'payout_timeout' });
  return { state: 'done', result: 'busy' };
}
/** Results of questions we asked. */
async function answered(ctx: Ctx, all: readonly Arrived[], takeBalance: TakeBalance): Promise<Map<number, Dealt>> {
  const results = all.flatMap(({ row, account, body }) => {
    const said = row.channel === 'result' ? ResultCallback.safeParse(body) : undefined;
    return said?.success && !said.data.timedOut ? [{ id: row.id, account, said: said.data }] : [];
  });
  const taken = await takeResults(ctx, results, (ids) => confirmations(ctx.db, ids));
  const dealt = new Map<number, Dealt>();
  for (const [n, { id, account, said }] of results.entries()) {
    const one = taken[n];
    const balance = one ? null : await takeBalance(ctx, account, said);
    if (one) dealt.set(id, { state: 'done', result: one.said, paymentId: one.paymentId, ...(one.credited ? { look: one.paymentId } : {}) });
    else if (balance !== null) dealt.set(id, { state: 'done', result: balance, ...(balance === 'balance' ? { compare: account.id } : {}) });
    // Under the name M-Pesa gave it: whoever saves the question's finds it by that.
    else dealt.set(id, { state: 'unrouted', result: 'nobody_asked', external: said.conversation, names: namesOf({ account, said }) });
  }
  return dealt;
}
const unread: Dealt = { state: 'unrouted', result: 'unread' };

/** A prompt was answered: written down as what was said, and M-Pesa is asked whether it is so. */
async function stk(ctx: Ctx, body: unknown, account: AccountRow): Promise<Dealt> {
  const said = StkCallback.safeParse(body);
  if (!said.success) return unread;
  const { checkoutRequestId, code, cents, receipt } = said.data;
  const push = (await pushWith(ctx.db, account, checkoutRequestId)) ?? (await adopt(ctx.db, account, said.data));
  const about = { external: receipt, cents };
  if (!push) return { state: 'unrouted', result: 'no_prompt', ...about };
  await everything(ctx.db, 'push', why)
    .change()
    .set({ hint_code: code, hint_cents: cents, hint_external: receipt })
    .where('id', '=', push.id)
    .execute();
  if (push.open && receipt !== null && cents !== null && cents !== push.cents)
    await askAbout(ctx, { account, external: receipt, paymentId: push.payment_id });
  return { state: 'done', result: `code:${code}`, ...about, paymentId: push.payment_id, ...(push.open ? { ask: push.id } : {}) };
}
const pushWith = (db: Db, { id }: AccountRow, checkoutId: string): Promise<PushRow | undefined> =>
  everything(db, 'push', why).select().selectAll().where('account_id', '=', id).where('checkout_id', '=', checkoutId).executeTakeFirst();

/** The answer to our request was never saved: the one prompt that was sent to this number over this sum without a name gets its name from here. */
async function adopt(db: Db, { id }: AccountRow, { checkoutRequestId, phone, cents }: StkCallback): Promise<PushRow | undefined> {
  const mark = phone === null ? null : phoneMark(phone);
  if (mark === null || cents === null) return undefined;
  const fits = await everything(db, 'push', why)
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
  return everything(db, 'push', why).change().set({ checkout_id: checkoutRequestId }).where('id', '=', one.id).returningAll().executeTakeFirst();
}

/** The paybill says that somebody paid: M-Pesa is asked about the numbers, unless they are known. */
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
  const known = await paymentsBy(ctx.db, 'mpesa', asking);
  const made = await askMany(
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

/** What confirmations said, for the movements a query proves. */
async function confirmations(db: Db, inboxIds: readonly number[]): Promise<Map<number, Beside>> {
  if (inboxIds.length === 0) return new Map();
  const rows = await everything(db, 'inbox', why)
    .select()
    .select(['id', 'body'])
    .where('id', 'in', [...inboxIds])
    .execute();
  return new Map(
    rows.flatMap(({ id, body }): [number, Beside][] => {
      const said = C2bCallback.safeParse(readBody(body));
      return said.success ? [[id, said.data]] : [];
    }),
  );
}

/** One that cannot be worked through is tried after the others. */
export const countTry = (db: Db, inboxIds: readonly number[]) =>
  everything(db, 'inbox', why)
    .change()
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', 'in', [...inboxIds])
    .execute();
