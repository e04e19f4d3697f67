import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { ResultCallback } from '#contract/daraja/results.ts';
import { statusOf } from '#contract/daraja/results.ts';
import type { C2bCallback } from '#contract/daraja/shapes.ts';
import { bare } from '#contract/payment/match.ts';
import { clock } from '#contract/time/clock.ts';
import type { StatusQueryTable as StatusQuery } from '#server/db/types.gen.ts';
import { emit } from '#server/jobs/queue.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { type AccountRow, accountOf, clientFor, hookPath } from './accounts.ts';
import { type Taken, takeMovement } from './movement.ts';
import { hide } from './phones.ts';
import { tellUnverified } from './tell.ts';

const why = 'a question to M-Pesa about one number';
type QueryRow = Selectable<StatusQuery>;

/** Seconds until it is asked again, when no answer came. */
const waits = [60, 300, 1800, 3600] as const;
const waitOf = (tries: number): number => waits[Math.min(tries, waits.length - 1)] ?? 3600;
const dayOfSeconds = 24 * 3600;

type Asking = {
  readonly account: AccountRow;
  readonly external: string;
  readonly inboxId?: number;
  readonly paymentId?: number;
  readonly tenancyId?: number;
};
/** Promises to ask about a number. One question at a time: whoever asks for the same joins it. */
export async function askAbout(ctx: Ctx, { account, external, inboxId, paymentId, tenancyId }: Asking): Promise<number> {
  const made = await add(ctx, 'status_query')
    .values({
      account_id: account.id,
      external,
      // Nineteen characters at most; the id makes it ours alone, and is known after the row.
      originator: sql<string>`'sq' || to_hex(nextval('status_query_key'))`,
      inbox_id: inboxId ?? null,
      payment_id: paymentId ?? null,
      tenancy_id: tenancyId ?? null,
      asked_by: ctx.me.userId,
    })
    .onConflict((oc) => oc.columns(['account_id', 'external']).where(sql<boolean>`open`).doNothing())
    .returning('id')
    .executeTakeFirst();
  const row =
    made ??
    (await everything(ctx.db, 'status_query', why)
      .select()
      .select('id')
      .where('account_id', '=', account.id)
      .where('external', '=', external)
      .where('open', '=', true)
      .executeTakeFirstOrThrow());
  if (made) await emit(ctx.db, 'payment.verify', { queryId: row.id }, `verify:${row.id}`);
  else if (inboxId !== undefined)
    await everything(ctx.db, 'status_query', why)
      .change()
      .set({ inbox_id: inboxId })
      .where('id', '=', row.id)
      .where('inbox_id', 'is', null)
      .execute();
  return row.id;
}

/** Asks. The row is there before the request leaves: its result is taken once, for an open question, by its conversation. */
export async function verify(house: House, queryId: number): Promise<void> {
  const { db } = house.database;
  const row = await db.transaction().execute(async (tx) => {
    const found = await everything(tx, 'status_query', why).select().selectAll().where('id', '=', queryId).forUpdate().executeTakeFirst();
    if (!found?.open || found.next_at > clock.now()) return null;
    await put(tx, queryId, { tries: found.tries + 1, sent_at: clock.now(), next_at: new Date(clock.ms() + waitOf(found.tries) * 1000) });
    return found;
  });
  if (!row) return;
  const account = await accountOf(db, row.account_id);
  const said = await clientFor(house, account).status({
    receipt: row.external,
    results: hookPath(account, 'result'),
    timeouts: hookPath(account, 'timeout'),
    occasion: row.originator,
  });
  if (said.kind === 'accepted') await put(db, queryId, { conversation_id: said.conversation ?? said.originator });
  else await put(db, queryId, { result: `${said.kind}: ${said.text}`.slice(0, 300) });
}
const put = (db: Db, id: number, set: Partial<QueryRow>) =>
  everything(db, 'status_query', why)
    .change()
    .set(set as object)
    .where('id', '=', id)
    .execute();

/** What the confirmation said beside the number: whom it names and what they typed, for a movement a query has proven. */
export type Beside = Pick<C2bCallback, 'account' | 'name' | 'phone' | 'cents' | 'at'>;

/** A result is taken once: for an open question, with its conversation. It proves the number, the sum and that the money came to us. */
export async function takeResult(
  ctx: Ctx,
  account: AccountRow,
  said: ResultCallback,
  besides: (inboxId: number) => Promise<Beside | null>,
): Promise<{ taken: Taken | null; said: string; paymentId: number | null } | null> {
  const found = await everything(ctx.db, 'status_query', why)
    .select()
    .selectAll()
    .where('account_id', '=', account.id)
    .where('conversation_id', 'in', [said.conversation, said.originator].filter((id) => id !== null).concat(''))
    .forUpdate()
    .executeTakeFirst();
  if (!found) return null;
  if (!found.open) return { taken: null, said: 'answered before', paymentId: found.payment_id };
  const of = statusOf(said);
  const close = (result: string) => put(ctx.db, found.id, { open: false, closed_at: clock.now(), result });
  if (said.outcome !== 'paid') {
    // It does not exist: whoever said so was wrong. Anything else is asked again.
    if (said.code !== '2032') return { taken: null, said: `code ${said.code}`, paymentId: null };
    await close('does not exist');
    return { taken: null, said: 'M-Pesa knows no such number', paymentId: null };
  }
  if (!of.completed || of.cents === null || of.cents <= 0 || of.credit.number !== account.number || bare(of.receipt ?? '') !== bare(found.external)) {
    const result = of.credit.number !== account.number ? 'paid to somebody else' : `status ${of.status ?? 'unknown'}`;
    if (of.status !== null && !of.completed && !/revers|cancel|fail|declin/i.test(of.status)) return { taken: null, said: result, paymentId: null };
    await close(result);
    return { taken: null, said: result, paymentId: null };
  }
  const beside = found.inbox_id === null ? null : await besides(found.inbox_id);
  const taken = await takeMovement(ctx, {
    rail: 'mpesa',
    external: found.external,
    account,
    cents: of.cents,
    paidAt: of.at ?? beside?.at ?? clock.now(),
    accountText: beside?.account ?? '',
    payer: beside?.name ?? of.debit.name ?? '',
    phone: hide(beside?.phone ?? of.debit.number),
    verifiedBy: 'query',
    inboxId: found.inbox_id,
  });
  await close(taken.became);
  if (taken.paymentId !== null) await put(ctx.db, found.id, { payment_id: taken.paymentId });
  return { taken, said: taken.became, paymentId: taken.paymentId };
}

/** What is due to be asked again; after a day without an answer people are told, once, and it is asked on. */
export async function sweepQueries(house: House, db: Db): Promise<number> {
  const due = await everything(db, 'status_query', why)
    .select()
    .select(['id', 'external', 'told_at', 'created_at', 'account_id'])
    .where('open', '=', true)
    .where('next_at', '<=', clock.now())
    .orderBy('id')
    .limit(500)
    .execute();
  for (const row of due) {
    await verify(house, row.id);
    if (row.told_at === null && clock.ms() - row.created_at.getTime() >= dayOfSeconds * 1000)
      await db.transaction().execute(async (tx) => {
        await put(tx, row.id, { told_at: clock.now() });
        await tellUnverified(atClock(tx), await accountOf(tx, row.account_id), row.external);
      });
  }
  return due.length;
}

/** Known by other means meanwhile: nothing is asked any more. */
export const closeAbout = (db: Db, accountId: number, external: string, result: string) =>
  everything(db, 'status_query', why)
    .change()
    .set({ open: false, closed_at: clock.now(), result })
    .where('account_id', '=', accountId)
    .where('external', '=', external)
    .where('open', '=', true)
    .execute();
