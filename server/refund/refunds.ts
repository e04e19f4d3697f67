import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import { accounts, type Pair } from '#contract/ledger/accounts.ts';
import { refundApproved, refundConfirmed, refundedByHand, refundedByOwner } from '#contract/ledger/postings.ts';
import { cents } from '#contract/money/cents.ts';
import { kesPlain } from '#contract/money/format.ts';
import type { paymentActCalls } from '#contract/payment/act-calls.ts';
import type { refundCalls } from '#contract/refund/calls.ts';
import type { RefundHow } from '#contract/refund/kinds.ts';
import { refundMachine } from '#contract/refund/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { assertMayApprove, awaitsApproval } from '#server/approval/service.ts';
import { externalsOf, leftOf, lockPayment, missing, type PaymentRow, putPayment } from '#server/collection/service.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { House } from '#server/kernel/house.ts';
import { move } from '#server/kernel/move.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, everything, from } from '#server/kernel/scoped.ts';
import { seal } from '#server/kernel/seal.ts';
import { balances, post, settlementsStopped, undo } from '#server/ledger/service.ts';
import { asksDays, inDays, ofTab, pageOf, tabsOf } from '#server/lists/list.ts';
import { addRefunded, creditsHeld, insistCompleted, managed, payerOf, refundable, restOf } from '#server/matching/service.ts';
import { keep } from '#server/media/service.ts';
import { companyName } from '#server/people/service.ts';
import { drop } from '#server/transfer/service.ts';
import { type AccountRow, holdRail, recordAccount, roomAt, tillOf } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { clientRefundApproval, companyRefundApproval, decides, refundApproval } from './approvals.ts';
import { insistCovered, insistPlace, isElsewhere, placeOf } from './place.ts';
import { heldRefund, putRefund, type RefundRow } from './rows.ts';
import { begin, insistTyped, leavingBy, wayTo } from './send.ts';
import { refundRows, toRefunds } from './shown.ts';
import { insistAct } from './state.ts';
import { tellRefundAsked, tellRefunded, tellRefundRefused } from './tell.ts';
import { refundTransfers } from './transfers.ts';

type Calls = typeof paymentActCalls & typeof refundCalls;
const why = 'a refund the caller may decide about';
/** Sent, and it did not arrive or nobody knows: a person looks at these first. */
const isStuck = sql<boolean>`exists (select 1 from refund_transfer t where t.refund_id = refund.id and (t.disputed_at is not null
  or refund.status = 'approved' and t.status in ('unknown', 'failed')))`;

/** What has no owner goes back first, else what the tenant has over. Asked for here; it moves when another approves. */
export async function askRefund(ctx: Ctx, { id, cents: sum, reason, to: given }: Input<Calls['askRefund']>): Promise<void> {
  await managed(ctx, id);
  const row = await lockPayment(ctx.db, id);
  insistCompleted(row);
  const credits = await creditsHeld(ctx.db, id);
  const there = refundable(row, credits);
  if (sum > there) throw invalid({ cents: m.payment_problem_more({ left: kesPlain(there) }) });
  const credit = leftOf(row) >= sum ? null : (credits.find((one) => restOf(one) >= sum) ?? null);
  const open = await everything(ctx.db, 'refund', why)
    .select()
    .select('id')
    .where('payment_id', '=', id)
    .where('status', 'in', ['asked', 'approved'])
    .executeTakeFirst();
  if (open) throw new Refusal('conflict', m.payment_refusal_refund_open());
  const { way, to } = await wayTo(ctx.db, row, sum, given);
  insistPlace(row, to);
  const made = await add(ctx, 'refund')
    .values({
      ...{ payment_id: id, credit_id: credit?.id ?? null, company_id: row.company_id, property_id: row.property_id, cents: sum, reason },
      ...{ way, to_sealed: seal({ to }), to_tail: `…${to.slice(-4)}`, asked_by: ctx.me.userId },
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'add', document: 'payments', id, code: row.code, after: { refund: made.code, cents: sum }, reason });
  await tellRefundAsked(ctx, row, { code: made.code, cents: sum, to: `…${to.slice(-4)}`, where: isElsewhere(row, to) ? 'other' : 'same' });
}

export async function held(ctx: Ctx, id: number) {
  const seen = await from(ctx, 'refund')
    .select(['payment_id', 'asked_by'])
    .where('id', '=', id)
    .where(mayChange('refund', ctx.me, 'payments.edit'))
    .executeTakeFirst();
  if (!seen) throw missing();
  return heldRefund(ctx.db, id, seen.payment_id);
}

/** Once nothing is left of it nobody looks for an owner any more; where some of it is somebody's, it is theirs. */
async function putGivenBack(ctx: Ctx, payment: PaymentRow, sum: number): Promise<void> {
  const after = { ...payment, refunded_cents: cents(payment.refunded_cents + sum) };
  const isOwned = after.allocated_cents + after.credited_cents > 0;
  const match = leftOf(after) > 0 ? (payment.match === 'suggested' ? 'suggested' : 'unmatched') : isOwned ? 'matched' : 'returned';
  await putPayment(ctx.db, payment.id, { refunded_cents: after.refunded_cents, match });
}

/** Where it is taken from when somebody approves. What an owner holds themselves leaves the books when it is paid. */
async function approved(ctx: Ctx, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const credit = refund.credit_id === null ? undefined : (await creditsHeld(ctx.db, payment.id)).find(({ id }) => id === refund.credit_id);
  const there = refund.credit_id === null ? leftOf(payment) : credit ? restOf(credit) : 0;
  if (there < refund.cents) throw new Refusal('conflict', m.payment_refusal_refund_gone({ code: refund.code, left: kesPlain(there) }));
  const whose = credit ? payerOf({ companyId: credit.company_id, tenancyId: credit.tenancy_id, bookingId: credit.booking_id }) : null;
  if (credit) await addRefunded(ctx.db, credit.id, refund.cents);
  else await putGivenBack(ctx, payment, refund.cents);
  const pairs = payment.fund === 'C' ? refundApproved(whose, refund.id, refund.cents) : whose ? refundedByOwner(whose, refund.cents) : [];
  if (pairs.length > 0)
    await post(ctx.db, {
      ...{ key: `refund:${refund.id}`, kind: 'money_refunded', source: ['payment', payment.id], companyId: payment.company_id },
      ...{ params: { who: payment.payer ?? '', code: refund.code }, by: ctx.me.userId, pairs },
    });
}
/** Refused after all: it is where it was. */
async function takenBack(ctx: Ctx, payment: PaymentRow, refund: RefundRow): Promise<void> {
  if (refund.credit_id !== null) await addRefunded(ctx.db, refund.credit_id, -refund.cents);
  else await putGivenBack(ctx, payment, -refund.cents);
  await undo(ctx.db, { of: `refund:${refund.id}`, key: `refund:${refund.id}:undo`, kind: 'money_refunded', by: ctx.me.userId });
}
export async function shown(ctx: Ctx, id: number): Promise<Result<Calls['decideRefund']>> {
  const [one] = await toRefunds(ctx, await refundRows(ctx).where('refund.id', '=', id).execute());
  if (!one) throw missing();
  return one;
}

function insistOurs(ctx: Ctx, payment: PaymentRow): void {
  if (!decides(ctx, payment.fund)) throw new Refusal('forbidden', m.payment_refusal_platform());
}

/** What waits to be sent goes no more. */
async function unsent(ctx: Ctx, refund: RefundRow): Promise<void> {
  const [last] = await insistAct(ctx, refund, 'undo');
  if (last?.status === 'queued') await drop(ctx, refundTransfers, last.id, m.payment_refund_taken_back());
}

/** Whoever asked does not decide; taking back what one asked for is no approval. What is approved may be on its way: only who approves takes it back. */
export async function decideRefund(
  ctx: Ctx,
  { id, approve, reason, to, by_hand }: Input<Calls['decideRefund']>,
): Promise<Result<Calls['decideRefund']>> {
  const { payment, refund } = await held(ctx, id);
  if (approve) await assertMayApprove(ctx, refundApproval(payment.fund), id);
  else if (refund.status === 'approved') insistOurs(ctx, payment);
  if (approve) insistCompleted(payment);
  if (approve) await insistCovered(ctx, payment, refund);
  // Nothing leaves what clients gave us while the books do not agree with the banks.
  const stopped = approve && payment.fund === 'C' ? await settlementsStopped(ctx.db) : null;
  if (stopped) throw new Refusal('conflict', stopped);
  const sends = approve && refund.status === 'asked' && refund.way !== 'hand';
  if (sends) insistTyped(refund, to);
  const leaving = sends && !by_hand ? await leavingBy(ctx, payment, refund, false) : null;
  if (!approve && refund.status === 'approved') await unsent(ctx, refund);
  await move(ctx, refundMachine, approve ? 'approve' : 'refuse', id, reason || null);
  if (approve) await approved(ctx, payment, refund);
  else if (refund.status === 'approved') await takenBack(ctx, payment, refund);
  if (leaving) await begin(ctx, refund, leaving);
  const by = refund.asked_by === ctx.me.userId ? {} : { decided_by: ctx.me.userId };
  await everything(ctx.db, 'refund', why)
    .change()
    .set({ ...by, decided_at: clock.now(), decision: reason })
    .where('id', '=', id)
    .execute();
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'payments', id: payment.id, code: payment.code, before: { refund: refund.status } },
    ...{ after: { refund: approve ? 'approved' : 'refused' }, ...(reason ? { reason } : {}) },
  });
  if (!approve) await tellRefundRefused(ctx, payment, refund, reason);
  return shown(ctx, id);
}

/** For who decides and who pays it out: the whole of where it goes, and that they looked is kept. */
export async function refundTo(ctx: Ctx, { id }: Input<Calls['refundTo']>): Promise<Result<Calls['refundTo']>> {
  const { payment, refund } = await held(ctx, id);
  insistOurs(ctx, payment);
  const to = placeOf(refund);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id: payment.id, code: payment.code, reason: `looked where ${refund.code} goes` });
  return { to, elsewhere: isElsewhere(payment, to) };
}

/** The file first, since it holds the company; then the payment and its refund. */
export const refundEvidence =
  (house: House) =>
  async (ctx: Ctx, { id, file }: Input<Calls['refundEvidence']>): Promise<Result<Calls['refundEvidence']>> => {
    const kept = await keep(house, ctx, file, { purpose: 'document', visibility: 'private', field: 'evidence' });
    const { payment, refund } = await held(ctx, id);
    insistOurs(ctx, payment);
    insistApproved(refund);
    await putRefund(ctx.db, id, { evidence_file_id: kept.id });
    await audit(ctx.db, ctx, { kind: 'edit', document: 'payments', id: payment.id, code: payment.code, reason: `evidence of ${refund.code}` });
    return shown(ctx, id);
  };
const insistApproved = (refund: RefundRow): void => {
  if (refund.status !== 'approved') throw new Refusal('wrongState', m.shell_refusal_state(), { from: refund.status });
};

/** Where what the platform holds is taken from: where the money is. The paybill it came to or a bank of ours, if they have it, or the cash a company took. */
async function givenFrom(
  ctx: Ctx,
  payment: PaymentRow,
  { how, cents: sum }: { how: RefundHow; cents: number },
  accountId?: number,
): Promise<AccountRow> {
  // What is in a company's hands came to no account of ours: others' money would go in its place.
  if (payment.holder_id !== null && how !== 'cash')
    throw invalid({ how: m.payment_problem_refund_in_hand({ who: await companyName(ctx.db, payment.holder_id) }) });
  if (how === 'cash') {
    if (payment.company_id === null) throw invalid({ how: m.payment_problem_refund_cash() });
    return recordAccount(ctx.db, payment.company_id);
  }
  const id = accountId ?? payment.account_id;
  const row =
    id === null ? undefined : await everything(ctx.db, 'collection_account', why).select().selectAll().where('id', '=', id).executeTakeFirst();
  if (row?.fund !== 'C' || row.waiting || row.rail !== how) throw invalid({ account_id: m.payment_problem_refund_account() });
  await holdRail(ctx.db, how);
  // Its own promise is kept for it at the account its payment came to.
  const room = (await roomAt(ctx.db, row)) + (row.id === payment.account_id ? sum : 0);
  if (sum > room) throw new Refusal('conflict', m.payment_refusal_refund_room({ name: row.name, left: kesPlain(Math.max(0, room)) }));
  return row;
}

/** What a company gave in cash was its own as far as it holds none of ours. */
async function leaving(ctx: Ctx, payment: PaymentRow, { id, cents: sum }: RefundRow, source: AccountRow): Promise<Pair[]> {
  const till = tillOf(source, payment);
  if (till.code !== accounts.cashInHand) return refundConfirmed(till, id, sum);
  const [inHand = 0] = await balances(ctx.db, [['C', till]], true);
  return refundedByHand(till.company, id, sum, inHand);
}

/** M-Pesa's number is of one movement: it proves one refund, and none where it is the number of a payout, or of a payment that came, to us or to the company itself. */
export async function insistProvesNoOther(ctx: Ctx, proof: string, company_id: number | null = null): Promise<void> {
  const number = proof.trim().toUpperCase();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refund-proof:${number}`}, 0))`.execute(ctx.db);
  const { rows } = await sql`/* all: one number proves one refund */
    select 1 from refund where paid_how = 'mpesa' and upper(trim(proof)) = ${number} union all
      select 1 from receipt where rail = 'mpesa' and external_id = any (${externalsOf({ company_id }, number)}::text[]) limit 1`.execute(ctx.db);
  if (rows.length > 0) throw invalid({ proof: m.payment_problem_refund_proof() });
  await happened(ctx, 'refund.proving', { number });
}

/** After two persons, by hand: a bank's slip and a receipt for cash are shown. A number of our own paybill is what somebody says until its statement has it. */
export async function paidRefund(ctx: Ctx, { id, how, account_id, proof }: Input<Calls['paidRefund']>): Promise<Result<Calls['paidRefund']>> {
  const { payment, refund } = await held(ctx, id);
  insistOurs(ctx, payment);
  await insistAct(ctx, refund, 'hand');
  // What an owner holds themselves leaves no account of ours.
  if (payment.fund === 'M' && account_id !== undefined) throw invalid({ account_id: m.payment_problem_refund_account() });
  if (how !== 'mpesa' && refund.evidence_file_id === null) throw invalid({ evidence: m.payment_problem_refund_evidence() });
  if (how === 'mpesa') await insistProvesNoOther(ctx, proof, payment.fund === 'M' ? payment.company_id : null);
  const source = payment.fund === 'C' ? await givenFrom(ctx, payment, { how, cents: refund.cents }, account_id) : null;
  await move(ctx, refundMachine, 'pay', id, proof);
  await putRefund(ctx.db, id, { proof, paid_at: clock.now(), paid_how: how, paid_from: source?.id ?? null, handed_by: ctx.me.userId });
  if (source)
    await post(ctx.db, {
      ...{ key: `refund:${id}:paid`, kind: 'payout_confirmed', source: ['payment', payment.id], companyId: payment.company_id },
      ...{ params: { who: payment.payer ?? '', how: proof, code: refund.code }, by: ctx.me.userId },
      pairs: await leaving(ctx, payment, refund, source),
    });
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'payments', id: payment.id, code: payment.code, before: { refund: 'approved' } },
    ...{ after: { refund: 'paid', how }, reason: proof },
  });
  // Of our own paybill once it is shown: the payer is told of what went, not of what was said.
  if (!source || how !== 'mpesa') await tellRefunded(ctx, payment, { code: refund.code, cents: refund.cents, proof });
  return shown(ctx, id);
}

export function foundRefunds(ctx: Ctx, f: NonNullable<Input<Calls['refunds']>['z_filter']>) {
  let query = from(ctx, 'refund');
  if (f.status) query = query.where('refund.status', '=', f.status);
  if (f.waiting) query = query.where((eb) => eb.or([awaitsApproval(ctx, clientRefundApproval), awaitsApproval(ctx, companyRefundApproval)]));
  return asksDays(f) ? query.where(inDays('refund.asked_at', f)) : query;
}
export async function refunds(ctx: Ctx, { z_filter: wanted, tabs, ...at }: Input<Calls['refunds']>): Promise<Result<Calls['refunds']>> {
  const found = (f = wanted ?? {}) => foundRefunds(ctx, f);
  const counted = await tabsOf(tabs, () => found({ ...wanted, status: undefined }), sql`refund.status`);
  const { rows, count } = await pageOf(found(), at, (query) =>
    query.select('refund.id').orderBy(sql`refund.status = 'asked' desc, ${isStuck} desc, refund.id desc`),
  );
  const ids = rows.map((row) => row.id);
  const full = ids.length === 0 ? [] : await refundRows(ctx).where('refund.id', 'in', ids).execute();
  const byId = new Map((await toRefunds(ctx, full)).map((row) => [row.id, row]));
  return {
    results: ids.flatMap((id) => byId.get(id) ?? []),
    count: ofTab(counted, wanted?.status) ?? count,
    ...counted,
  };
}
