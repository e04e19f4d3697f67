import { sql } from 'kysely';
import type { collectionCalls } from '#contract/collection/calls.ts';
import { parseMpesaMessage } from '#contract/collection/message.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { countAttempt } from '#server/http/throttle.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, from } from '#server/kernel/scoped.ts';
import { type CollectionAccountRow, listConnectedPaybills } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { queueStatusQuery } from './query.ts';
import { findKnownReference } from './receipts.ts';
import { lockPayment, type PaymentRow, paymentNotFound, updatePayment } from './rows.ts';

type Calls = typeof collectionCalls;
const hour = 3600;

/**
 * A message is evidence and never money. M-Pesa is queried about its code, and only that answer counts. The home it was submitted for is a hint for
 * matching.
 */
export async function submitMpesaMessage(
  ctx: Ctx,
  { text, tenancy_id }: HandlerInput<Calls['submitMessage']>,
): Promise<HandlerResult<Calls['submitMessage']>> {
  const read = parseMpesaMessage(text);
  if (!read) throw invalidInputRefusal({ text: m.payment_problem_message() });
  const wait = await countAttempt(ctx.db, `paste:${ctx.me.userId}`, { limit: 10, seconds: hour });
  if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
  const home =
    tenancy_id === undefined
      ? null
      : await from(ctx, 'tenancy').select(['tenancy.id', 'company_id']).where('tenancy.id', '=', tenancy_id).executeTakeFirst();
  if (home === undefined) throw paymentNotFound();
  const accounts = (await listConnectedPaybills(ctx.db)).filter(
    (one) => one.company_id === null || one.company_id === (home?.company_id ?? ctx.me.companyId),
  );
  if (accounts.length === 0) throw new Refusal('conflict', m.payment_refusal_no_push());
  const about = home ? { tenancyId: home.id } : {};
  let known = false;
  for (const account of accounts) {
    const payment = await findKnownReference(ctx.db, account, read.external);
    if (!payment) await queueStatusQuery(ctx, { account, external: read.external, ...about });
    else {
      // A code of someone else's payment reveals nothing to the caller.
      known ||= payment.person_id === ctx.me.userId || (home !== null && payment.tenancy_id === home.id);
      if (home) await lookAgain(ctx, account, payment, home.id, read.external);
    }
  }
  await audit(ctx.db, ctx, { kind: 'add', document: 'payments', id: null, reason: `a message was pasted: ${read.external}` });
  return { external: read.external, known };
}

/** The payment was received before and is unallocated. Having its message is a new hint for matching. */
async function lookAgain(ctx: Ctx, account: CollectionAccountRow, payment: PaymentRow, tenancyId: number, external: string): Promise<void> {
  const written = await add(ctx, 'status_query')
    .values({
      account_id: account.id,
      external,
      originator: sql<string>`'sq' || to_hex(nextval('status_query_key'))`,
      payment_id: payment.id,
      tenancy_id: tenancyId,
      asked_by: ctx.me.userId,
      open: false,
      closed_at: clock.now(),
      result: 'known',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // Staff may have assigned it in the meantime.
  const now = await lockPayment(ctx.db, payment.id);
  if (now.status !== 'completed' || now.match === 'matched' || now.allocated_cents + now.credited_cents > 0) return;
  await updatePayment(ctx.db, payment.id, { looked_at: null });
  await enqueueJob(ctx.db, 'payment.look', { paymentId: payment.id }, `look:${payment.id}:${written.id}`);
}

type Row = { external: string; at: Date; open: boolean; payment_id: number | null; here: boolean | null; matched: boolean | null };
/** Messages that the caller submitted for a home, newest first, with their status. */
export async function listMpesaMessages(
  ctx: Ctx,
  { tenancy_id }: HandlerInput<Calls['listMessages']>,
): Promise<HandlerResult<Calls['listMessages']>> {
  if (!(await from(ctx, 'tenancy').select('tenancy.id').where('tenancy.id', '=', tenancy_id).executeTakeFirst())) throw paymentNotFound();
  const { rows } = await sql<Row>`/* unscoped: the caller’s own M-Pesa queries */
    select q.external, min(q.created_at) as at, bool_or(q.open) as open, max(y.id) as payment_id,
      bool_or(y.tenancy_id = q.tenancy_id and y.match = 'matched') as here, bool_or(y.match = 'matched') as matched
    from status_query q left join payment y on y.external = q.external and y.account_id = q.account_id
    where q.asked_by = ${ctx.me.userId} and q.tenancy_id = ${tenancy_id} group by q.external order by min(q.created_at) desc limit 20`.execute(
    ctx.db,
  );
  return {
    results: rows.map((row) => ({
      external: row.external,
      at: row.at.toISOString(),
      state: row.payment_id === null ? (row.open ? 'asked' : 'unknown') : row.here ? 'found' : row.matched ? 'other' : 'looked',
    })),
  };
}
