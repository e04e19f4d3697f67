import { sql } from 'kysely';
import type { statementCalls } from '#contract/bank-statement/calls.ts';
import { takenStates } from '#contract/bank-statement/kinds.ts';
import type { Doubt } from '#contract/bank-statement/shapes.ts';
import { decisionsOf, type VerifiedBy } from '#contract/collection/kinds.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { mirrored, payoutCharge, received } from '#contract/ledger/postings.ts';
import { dayOf } from '#contract/time/days.ts';
import {
  type DoubtRow,
  howText,
  lockPayment,
  missing,
  type PaymentRow,
  putDecided,
  putNumber,
  putPayment,
  putReversed,
  takeMovement,
  tellReversed,
  turn,
} from '#server/collection/service.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { post } from '#server/ledger/service.ts';
import { pageOf } from '#server/lists/list.ts';
import { free, holdAll, reverseBy } from '#server/matching/service.ts';
import { givenBack } from '#server/refund/service.ts';
import { accountOf, bankOf, holdFigures, tillOf } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { reconcile } from './figures.ts';
import { reverseByLine, takenBackBy } from './line-acts.ts';

type Calls = typeof statementCalls;
const why = 'what a person decides about a payment they look after';

const rows = (ctx: Ctx) =>
  from(ctx, 'payment_doubt')
    .innerJoin('payment', 'payment.id', 'payment_doubt.payment_id')
    .innerJoin('collection_account', 'collection_account.id', 'payment_doubt.account_id')
    .leftJoin('person', 'person.id', 'payment_doubt.decided_by')
    .selectAll('payment_doubt')
    .select(['payment.code as payment_code', 'payment.cents as payment_cents', 'collection_account.name as account_name', 'person.name as decider'])
    .select(
      sql<number>`payment.refunded_cents + coalesce((select sum(c.refunded_cents) from payment_credit c where c.payment_id = payment.id and c.undone_at is null and c.allocation_id is null), 0)`.as(
        'given',
      ),
    );
/** A line is one movement, whatever files it stands in: of those that are taken over the last. */
const lineOf = (ctx: Ctx, { account_id, external }: Pick<DoubtRow, 'account_id' | 'external'>) =>
  everything(ctx.db, 'statement_line', why)
    .select()
    .innerJoin('statement', 'statement.id', 'statement_line.statement_id')
    .selectAll('statement_line')
    .where('statement.account_id', '=', account_id)
    .where('statement.status', 'in', [...takenStates])
    .where('statement_line.external_id', '=', external)
    .orderBy('statement_line.id', 'desc')
    .executeTakeFirst();
/** The line of a bank that took one of several back, and which it can have been. */
async function alike(ctx: Ctx, doubt: Pick<DoubtRow, 'account_id' | 'external'>) {
  const [line, account] = [await lineOf(ctx, doubt), await accountOf(ctx.db, doubt.account_id)];
  return { line, account, payments: line ? await takenBackBy(ctx.db, account, line) : [] };
}
async function toDoubt(ctx: Ctx, r: Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]): Promise<Doubt> {
  if (r.kind !== 'which' || r.status !== 'open') return doubtOf(r);
  const { line, payments } = await alike(ctx, r);
  const among = payments.map(({ id, code, paid_on, payer }) => ({ id, code, day: paid_on ?? dayOf(r.at), payer: payer ?? '' }));
  return { ...doubtOf(r), external: line?.reference || r.payer, among };
}
const doubtOf = (r: Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]): Doubt => ({
  ...{ id: r.id, kind: r.kind, status: r.status, cents: r.cents, payer: r.payer, among: [] },
  external: r.kind === 'which' ? r.payer : r.external,
  ...{ account: r.account_name, payment: { id: r.payment_id, code: r.payment_code }, at: r.at.toISOString(), given_back_cents: Number(r.given) },
  part: r.kind === 'reversal' && r.cents !== r.payment_cents,
  ...{ decision: r.decision, reason: r.reason, decided_by: r.decider },
});

export const foundDoubts = (ctx: Ctx, wanted: Input<Calls['doubts']>['z_filter']) =>
  wanted?.status ? from(ctx, 'payment_doubt').where('payment_doubt.status', '=', wanted.status) : from(ctx, 'payment_doubt');
export async function doubts(ctx: Ctx, { z_filter: wanted, ...at }: Input<Calls['doubts']>): Promise<Result<Calls['doubts']>> {
  const { rows: page, count } = await pageOf(foundDoubts(ctx, wanted), at, (query) =>
    query.select('payment_doubt.id').orderBy(sql`payment_doubt.status = 'open' desc, payment_doubt.id desc`),
  );
  const ids = page.map((row) => row.id);
  const full = ids.length === 0 ? [] : await rows(ctx).where('payment_doubt.id', 'in', ids).execute();
  const results: Doubt[] = [];
  for (const row of ids.flatMap((id) => full.find((one) => one.id === id) ?? [])) results.push(await toDoubt(ctx, row));
  return { results, count };
}

/** Invoices before payments before this, always. */
export async function decideDoubt(
  ctx: Ctx,
  { id, decision, payment_id, reason }: Input<Calls['decideDoubt']>,
): Promise<Result<Calls['decideDoubt']>> {
  const seen = await from(ctx, 'payment_doubt')
    .selectAll('payment_doubt')
    .where('payment_doubt.id', '=', id)
    .where(mayChange('payment_doubt', ctx.me, 'payments.edit'))
    .executeTakeFirst();
  if (!seen) throw missing();
  if (seen.status !== 'open') throw new Refusal('wrongState', m.shell_refusal_state(), { from: seen.status });
  if (!decisionsOf[seen.kind].includes(decision)) throw invalid({ decision: m.payment_problem_decision() });
  if (decision !== 'taken' && payment_id !== undefined) throw invalid({ payment_id: m.payment_problem_decision() });
  // What the platform holds it also bears.
  const { company_id: holder } = await accountOf(ctx.db, seen.account_id);
  if (holder === null && !['admin', 'superadmin'].includes(ctx.me.role)) throw new Refusal('forbidden', m.payment_refusal_proven());
  // The account before anything that is of it.
  await holdFigures(ctx.db, seen.account_id);
  if (decision === 'same') await same(ctx, seen);
  if (decision === 'apart') await apart(ctx, seen);
  if (decision === 'loss') await loss(ctx, seen, reason);
  const paymentId = decision === 'taken' ? await taken(ctx, seen, payment_id) : seen.payment_id;
  const done = await putDecided(ctx, id, { decision, reason, payment_id: paymentId });
  // Whoever pressed at the same moment was first: nothing of this one stands.
  if (!done) throw new Refusal('wrongState', m.shell_refusal_state(), { from: 'decided' });
  await reconcile(ctx.db, seen.account_id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id: paymentId, after: { decision, external: seen.external }, reason });
  return toDoubt(ctx, await rows(ctx).where('payment_doubt.id', '=', id).executeTakeFirstOrThrow());
}

/** It is the prompt's own number: that gets it, and nothing is credited. */
async function same(ctx: Ctx, doubt: DoubtRow): Promise<void> {
  await turn(ctx.db, 'mpesa', [doubt.external]);
  await lockPayment(ctx.db, doubt.payment_id);
  const named = await putNumber(ctx.db, doubt.payment_id, doubt);
  if (!named) throw new Refusal('conflict', m.payment_refusal_named());
  await putPayment(ctx.db, doubt.payment_id, { external: doubt.external });
}
/** It is money of its own. */
async function apart(ctx: Ctx, doubt: DoubtRow): Promise<void> {
  const { phone_sealed, phone_tail, phone_mark, payer, external, cents: sum, at } = doubt;
  await takeMovement(ctx, {
    ...{ rail: 'mpesa', external, account: await accountOf(ctx.db, doubt.account_id), cents: sum, paidAt: at, accountText: '', payer, apart: true },
    ...{ phone: { phone_sealed, phone_tail, phone_mark }, verifiedBy: doubt.verified_by as VerifiedBy },
  });
}

/** It is this one's money that the bank took, as the bank's own line says of a payment that is alone. */
async function taken(ctx: Ctx, doubt: DoubtRow, paymentId: number | undefined): Promise<number> {
  const { line, account, payments } = await alike(ctx, doubt);
  const payment = payments.find(({ id }) => id === paymentId);
  if (paymentId === undefined) throw invalid({ payment_id: m.payment_problem_which() });
  if (!line || !payment) throw new Refusal('conflict', m.payment_refusal_meanwhile());
  await reverseByLine(ctx, account, line, payment);
  return payment.id;
}

/**
 * More has left than ever came: what was given back is the platform's loss, the rest goes back the way it came. A refund that still waits is refused
 * first: then nothing is lost, and it is an ordinary reversal.
 */
async function loss(ctx: Ctx, doubt: DoubtRow, reason: string): Promise<void> {
  const before = await holdAll(ctx, doubt.payment_id);
  if (before.status !== 'completed') throw new Refusal('conflict', m.payment_refusal_meanwhile());
  const waiting = await everything(ctx.db, 'refund', why)
    .select()
    .select('id')
    .where('payment_id', '=', before.id)
    .where('status', 'in', ['asked', 'approved'])
    .executeTakeFirst();
  if (waiting) throw new Refusal('conflict', m.payment_refusal_refund_waits());
  if (doubt.cents !== before.cents) return bear(ctx, doubt, before);
  const lost = await givenBack(ctx, before);
  if (lost === 0) {
    await reverseBy(ctx, before.id, reason, dayOf(doubt.at));
    return;
  }
  const payment = await free(ctx, before, { lost: true, reason });
  const receipt = await putReversed(ctx, payment.id, reason);
  if (payment.fund === 'C' && receipt) {
    const account = await accountOf(ctx.db, doubt.account_id);
    const rest = payment.cents - lost;
    await post(ctx.db, {
      ...{ key: `receipt:${receipt.id}:undo`, kind: 'money_reversed', valueDay: dayOf(doubt.at), source: ['payment', payment.id] },
      ...{ companyId: payment.company_id, params: { how: howText(payment), code: payment.code }, by: ctx.me.userId },
      pairs: [...mirrored(received(tillOf(account, payment), rest)), ...payoutCharge(await placeOf(ctx, doubt), lost, null)],
    });
  }
  await tellReversed(ctx, await putPayment(ctx.db, payment.id, { match: 'unmatched' }), reason);
}
/** Only part of it is gone: what the payment paid stays paid, and that part is the platform's cost. */
async function bear(ctx: Ctx, doubt: DoubtRow, payment: PaymentRow): Promise<void> {
  if (payment.fund !== 'C') return;
  await post(ctx.db, {
    ...{ key: `doubt:${doubt.id}:borne`, kind: 'payout_charge', valueDay: dayOf(doubt.at), source: ['payment', payment.id] },
    ...{ companyId: payment.company_id, params: { who: doubt.payer, code: doubt.external }, by: ctx.me.userId },
    pairs: payoutCharge(await placeOf(ctx, doubt), doubt.cents, null),
  });
}
/** Where what M-Pesa or a bank took by itself left from. */
async function placeOf(ctx: Ctx, doubt: DoubtRow): Promise<Parameters<typeof payoutCharge>[0]> {
  return bankOf(await accountOf(ctx.db, doubt.account_id));
}
