import type { Selectable } from 'kysely';
import { askedFor, ResultCallback, statusOf } from '#contract/daraja/results.ts';
import { C2bCallback, StkCallback } from '#contract/daraja/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import type { InboxTable as Inbox } from '#server/db/types.gen.ts';
import { emit } from '#server/jobs/queue.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { type AccountRow, accountOf } from './accounts.ts';
import { takeBalance } from './balance.ts';
import { lookNow } from './look.ts';
import { readBody } from './masked.ts';
import { paymentBy } from './movement.ts';
import { phoneMark } from './phones.ts';
import { askPush } from './push.ts';
import { askAbout, type Beside, takeResult } from './query.ts';
import type { PushRow } from './rows.ts';

const why = 'what arrived, worked through by the clock';
export type InboxRow = Selectable<Inbox>;
/** How an arrival was dealt with: what is `unrouted` is tried again for a day, since its other half may still come. */
type Dealt = {
  readonly state: 'done' | 'unrouted';
  readonly result: string;
  readonly external?: string | null;
  readonly cents?: number | null;
  readonly paymentId?: number | null;
} & {
  readonly ask?: number;
  readonly look?: number;
};

/** Works through one arrival. Twice, in any order, on two nodes: what was done stays done and nothing is done again. */
export async function workThrough(house: House, inboxId: number): Promise<void> {
  const { db } = house.database;
  const dealt = await db.transaction().execute(async (tx) => {
    const row = await everything(tx, 'inbox', why).select().selectAll().where('id', '=', inboxId).forUpdate().executeTakeFirst();
    if (!row || row.account_id === null) return null;
    const found = await deal(atClock(tx), row, await accountOf(tx, row.account_id));
    await everything(tx, 'inbox', why)
      .change()
      .set({
        state: found.state,
        result: found.result.slice(0, 300),
        tries: row.tries + 1,
        done_at: found.state === 'done' ? clock.now() : null,
        ...(found.external === undefined ? {} : { external: found.external }),
        ...(found.cents === undefined ? {} : { cents: found.cents }),
        ...(found.paymentId === undefined ? {} : { payment_id: found.paymentId }),
      })
      .where('id', '=', inboxId)
      .execute();
    return found;
  });
  // What is proven by asking is asked now; whoever dies here is followed by a sweep.
  if (dealt?.ask !== undefined) await askPush(house, dealt.ask);
  if (dealt?.look !== undefined) await lookNow(house, dealt.look);
}

async function deal(ctx: Ctx, row: InboxRow, account: AccountRow): Promise<Dealt> {
  const body = readBody(row.body);
  if (row.channel === 'stk') return stk(ctx, body, account);
  if (row.channel === 'c2b') return c2b(ctx, row, body, account);
  if (row.channel === 'check') return { state: 'done', result: 'answered' };
  const said = ResultCallback.safeParse(body);
  if (!said.success) return unread;
  if (row.channel === 'payout' || row.channel === 'payout_timeout') return payout(ctx, row, said.data);
  if (row.channel === 'timeout' || said.data.timedOut) return { state: 'done', result: 'M-Pesa was busy: asked again' };
  const taken = await takeResult(ctx, account, said.data, (inboxId) => confirmation(ctx.db, inboxId));
  const balance = taken ? null : await takeBalance(ctx, account, said.data);
  if (balance !== null) return { state: 'done', result: balance };
  if (!taken) return { state: 'unrouted', result: 'nobody asked' };
  return {
    state: 'done',
    result: taken.said,
    paymentId: taken.paymentId,
    ...(taken.taken?.became === 'credited' && taken.paymentId !== null ? { look: taken.paymentId } : {}),
  };
}
const unread: Dealt = { state: 'unrouted', result: 'of a shape we do not know' };

/** A prompt was answered: written down as what was said, and M-Pesa is asked whether it is so. */
async function stk(ctx: Ctx, body: unknown, account: AccountRow): Promise<Dealt> {
  const said = StkCallback.safeParse(body);
  if (!said.success) return unread;
  const { checkoutRequestId, code, cents, receipt } = said.data;
  const push = (await pushWith(ctx.db, account, checkoutRequestId)) ?? (await adopt(ctx.db, account, said.data));
  const about = { external: receipt, cents };
  if (!push) return { state: 'unrouted', result: 'no prompt of ours', ...about };
  await everything(ctx.db, 'push', why)
    .change()
    .set({ hint_code: code, hint_cents: cents, hint_external: receipt })
    .where('id', '=', push.id)
    .execute();
  if (push.open && receipt !== null && cents !== null && cents !== push.cents) await askAbout(ctx, { account, external: receipt });
  return { state: 'done', result: `code ${code}`, ...about, paymentId: push.payment_id, ...(push.open ? { ask: push.id } : {}) };
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

/** The paybill says that somebody paid: M-Pesa is asked about the number, unless it is known. */
async function c2b(ctx: Ctx, row: InboxRow, body: unknown, account: AccountRow): Promise<Dealt> {
  const said = C2bCallback.safeParse(body);
  if (!said.success) return unread;
  const { receipt: external, cents, shortcode } = said.data;
  const about = { external, cents };
  if (shortcode !== account.number) return { state: 'unrouted', result: 'for another paybill', ...about };
  if (cents === null || cents <= 0) return { state: 'unrouted', result: 'no amount', ...about };
  const known = await paymentBy(ctx.db, 'mpesa', account, external);
  if (known) return { state: 'done', result: 'known', ...about, paymentId: known.id };
  await askAbout(ctx, { account, external, inboxId: row.id });
  return { state: 'done', result: 'asked', ...about };
}

/** What the confirmation said, for the movement a query proves. */
async function confirmation(db: Db, inboxId: number): Promise<Beside | null> {
  const row = await everything(db, 'inbox', why).select().select('body').where('id', '=', inboxId).executeTakeFirst();
  const said = row && C2bCallback.safeParse(readBody(row.body));
  return said?.success ? said.data : null;
}

/** A payout's result belongs to who paid out; so does the answer to their question what became of it, which names the payout beside itself. */
async function payout(ctx: Ctx, row: InboxRow, said: ResultCallback): Promise<Dealt> {
  const timedOut = said.timedOut || row.channel === 'payout_timeout';
  const asked = askedFor(said);
  // That a question timed out says nothing about the payout: it is asked again.
  if (asked !== null) return timedOut ? { state: 'done', result: 'M-Pesa was busy: asked again' } : payoutAsked(ctx, said, asked);
  await happened(ctx, 'payout.answered', {
    conversationId: said.conversation,
    originator: said.originator,
    code: timedOut ? 'timeout' : said.code,
    receipt: said.transaction,
    text: said.text,
  });
  return { state: 'done', result: `code ${said.code}`, external: said.transaction };
}
/** That the question was answered says nothing by itself: the payout is there where its status is Completed, has failed where it says so, else nobody knows. */
async function payoutAsked(ctx: Ctx, said: ResultCallback, originator: string): Promise<Dealt> {
  const of = statusOf(said);
  const failed = /fail|cancel|declin|expired/i.test(of.status ?? '');
  if (said.outcome !== 'paid' || (!of.completed && !failed)) return { state: 'done', result: `asked: code ${said.code} ${of.status ?? ''}`.trim() };
  const code = of.completed ? '0' : 'failed';
  await happened(ctx, 'payout.answered', { conversationId: null, originator, code, receipt: of.receipt, text: of.status ?? said.text });
  return { state: 'done', result: `asked: ${of.status}`, external: of.receipt };
}

const tryFor = 24 * 3600 * 1000;
/** What was stored and never worked through, and what waits for its other half: a crash between the two loses nothing. */
export async function sweepInbox(house: House, db: Db): Promise<number> {
  const rows = await everything(db, 'inbox', why)
    .select()
    .select('id')
    .where((eb) => eb.or([eb('state', '=', 'new'), eb.and([eb('state', '=', 'unrouted'), eb('seen_at', '>', new Date(clock.ms() - tryFor))])]))
    .orderBy('id')
    .limit(1000)
    .execute();
  for (const { id } of rows) await workThrough(house, id);
  return rows.length;
}

/** By hand: once more from the beginning. */
export const replayOf = (db: Db, id: number) => emit(db, 'payment.arrived', { inboxId: id });
