import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Pair } from '#contract/ledger/accounts.ts';
import { mirrored, type Payee, payoutApproved, payoutCharge, payoutConfirmed, payoutFailed, payoutFound } from '#contract/ledger/postings.ts';
import type { ErrorCode } from '#contract/settlement/kinds.ts';
import { transferMachine } from '#contract/settlement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { type Day, dayOf } from '#contract/time/days.ts';
import type { SettlementPaymentTable, SettlementTransactionTable } from '#server/db/types.gen.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { move } from '#server/kernel/move.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { pairsOf, post } from '#server/ledger/service.ts';
import { type Answer, isContradicted } from '#server/payment/service.ts';
import { companyName } from '#server/people/service.ts';
import { pocketHeld } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { closeError, errorNow, isDisputed, openError } from './error-rows.ts';
import { bankOf } from './rail.ts';
import { tellUnclear } from './tell.ts';
import { settleUp } from './whole.ts';

export type PaymentRow = Selectable<SettlementPaymentTable>;
export type TransferRow = Selectable<SettlementTransactionTable>;
const why = 'what became of a payout';
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

export const payeeOf = (row: Pick<PaymentRow, 'fund' | 'account_code' | 'company_id'>): Payee => ({
  fund: row.fund,
  code: row.account_code,
  company: row.company_id,
});

/** The payout first, then its attempt: always in this order. */
export async function lockTransfer(db: Db, id: number): Promise<{ transfer: TransferRow; payment: PaymentRow }> {
  const found = await everything(db, 'settlement_transaction', why).select().select('settlement_id').where('id', '=', id).executeTakeFirst();
  if (!found) throw missing();
  const payment = await lockPayment(db, found.settlement_id);
  const transfer = await everything(db, 'settlement_transaction', why)
    .select()
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { transfer, payment };
}
export async function lockPayment(db: Db, id: number): Promise<PaymentRow> {
  const row = await everything(db, 'settlement_payment', why).select().selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw missing();
  return row;
}
type Set = Partial<
  Pick<
    TransferRow,
    | 'conversation_id'
    | 'account_id'
    | 'external_id'
    | 'result_code'
    | 'result_text'
    | 'ask_at'
    | 'asked'
    | 'sent_at'
    | 'settled_at'
    | 'settled_by'
    | 'found_at'
    | 'evidence_file_id'
    | 'back_said_by'
    | 'back_said_at'
  >
>;
export const put = (db: Db, id: number, set: Set) =>
  everything(db, 'settlement_transaction', why).change().set(set).where('id', '=', id).$call(oneRow);

/** What the payee bears of the fee left with it. */
const feeOf = (payment: PaymentRow, transfer: TransferRow): number => (payment.fee_by_payee ? transfer.fee_cents : 0);

type Booked = {
  readonly kind: 'payout_approved' | 'payout_confirmed' | 'payout_failed' | 'payout_found' | 'payout_charge';
  readonly what: string;
  readonly pairs: readonly Pair[];
  /** The day the money moved, where that was not today. */
  readonly on?: Day;
};
const keyOf = (transfer: Pick<TransferRow, 'id'>, what: string): string => `transfer:${transfer.id}:${what}`;
async function booked(ctx: Ctx, payment: PaymentRow, transfer: TransferRow, { kind, what, pairs, on }: Booked): Promise<number> {
  return post(ctx.db, {
    ...(on ? { valueDay: on } : {}),
    ...{
      key: keyOf(transfer, what),
      kind,
      source: ['settlement_transaction', transfer.id],
      companyId: payment.company_id,
      by: ctx.me.userId,
    },
    params: {
      who: await companyName(ctx.db, payment.company_id),
      how: `${transfer.rail === 'mpesa' ? 'M-Pesa' : 'bank'} ${transfer.external_id ?? transfer.code}`,
      code: payment.code,
      transfer: transfer.code,
    },
    pairs,
  });
}

/** Out of where it stands, and what sending it cost: each by itself, as the statement shows them, whoever bears the cost. */
async function hasLeft(ctx: Ctx, payment: PaymentRow, transfer: TransferRow, on?: Day): Promise<void> {
  const when = on ? { on } : {};
  const pairs = payoutConfirmed(payeeOf(payment), bankOf(transfer, payment.fund), transfer.cents);
  await booked(ctx, payment, transfer, { kind: 'payout_confirmed', what: 'confirm', pairs, ...when });
  if (transfer.fee_cents === 0) return;
  const charge = payoutCharge(bankOf(transfer, payment.fund), transfer.fee_cents, payment.fee_by_payee ? payeeOf(payment) : null);
  await booked(ctx, payment, transfer, { kind: 'payout_charge', what: 'charge', pairs: charge, ...when });
}

/** It arrived: what was on its way has left. A second time is nothing. */
export async function confirmed(ctx: Ctx, id: number, answer: Answer): Promise<boolean> {
  const { transfer, payment } = await lockTransfer(ctx.db, id);
  if (transfer.status === 'confirmed') return false;
  // What came back had arrived: that it did is told as often as M-Pesa likes.
  if (transfer.status === 'reversed' && (answer.external === null || answer.external === transfer.external_id)) return false;
  if (transfer.status === 'failed' || transfer.status === 'reversed') {
    // Said to have failed, and now to have arrived: nobody decides that but a person with the statement.
    await openError(ctx, transfer, payment.company_id, 'callback_lost', answer.text ?? '');
    await tellUnclear(ctx, transfer, payment.company_id, 'callback_lost');
    return false;
  }
  if (transfer.status === 'queued') await move(ctx, transferMachine, 'send', id, null, 'clock');
  await move(ctx, transferMachine, 'confirm', id, answer.code ?? null, 'clock');
  const now = { ...transfer, external_id: answer.external ?? transfer.external_id };
  await put(ctx.db, id, {
    ...{ external_id: now.external_id, result_code: answer.code ?? null, result_text: (answer.text ?? '').slice(0, 500), ask_at: null },
    ...{ settled_at: clock.now(), settled_by: ctx.me.userId },
  });
  await hasLeft(ctx, payment, now);
  await closeError(ctx, id, 'resolved', answer.text ?? '');
  await endEarlier(ctx, transfer, m.settlement_resolved_again());
  await settleUp(ctx, payment.id);
  return true;
}
/**
 * Said to have failed, and there after all: a person saw it on the statement. It is taken from what the payee has by now, what is missing they owe;
 * it moved on the day it was sent. What waits to be sent in its place goes no more.
 */
export async function foundAfterAll(ctx: Ctx, id: number, answer: Answer): Promise<void> {
  const { transfer, payment } = await lockTransfer(ctx.db, id);
  const said = m.settlement_resolved_found({ code: transfer.code });
  for (const one of await otherAttempts(ctx.db, transfer).where('status', '=', 'queued').execute()) {
    await failed(ctx, one.id, { external: null, text: said, error: 'duplicate' });
    await closeError(ctx, one.id, 'resolved', said);
  }
  const now = { ...transfer, external_id: answer.external };
  await put(ctx.db, id, {
    ...{ external_id: answer.external, result_text: (answer.text ?? '').slice(0, 500), found_at: clock.now() },
    ...{ settled_at: clock.now(), settled_by: ctx.me.userId },
  });
  // That it counts for itself stands in the row before its state says so.
  await move(ctx, transferMachine, 'find', id, null, 'clock');
  const { total } = await pocketHeld(ctx.db, payment.company_id, payment.account_code);
  const pairs = payoutFound(payeeOf(payment), transfer.cents + feeOf(payment, transfer), total);
  await booked(ctx, payment, now, { kind: 'payout_found', what: 'found', pairs });
  await hasLeft(ctx, payment, now, transfer.sent_at ? dayOf(transfer.sent_at.toISOString()) : undefined);
  await closeError(ctx, id, 'resolved', answer.text ?? '');
  await settleUp(ctx, payment.id);
}

type OfPart = Pick<TransferRow, 'id' | 'settlement_id' | 'part'>;
const otherAttempts = (db: Db, { id, settlement_id, part }: OfPart) =>
  everything(db, 'settlement_transaction', why)
    .select()
    .select(['id', 'status'])
    .where('settlement_id', '=', settlement_id)
    .where('part', '=', part)
    .where('id', '<>', id)
    .orderBy('id');
/** Why this part of a payout is not sent (again): another attempt arrived, or what is said of one disagrees. */
export async function settledOtherwise(db: Db, transfer: OfPart): Promise<Sentence | null> {
  const others = await otherAttempts(db, transfer).execute();
  if (others.some(({ status }) => status === 'confirmed')) return m.settlement_refusal_arrived();
  return (await isDisputed(db, [transfer.id, ...others.map(({ id }) => id)])) ? m.settlement_refusal_disagree() : null;
}

/** What went wrong with attempts before this one is over: this one has an end. What is said to have arrived nevertheless is not. */
async function endEarlier(ctx: Ctx, transfer: TransferRow, resolution: string): Promise<void> {
  const earlier = await otherAttempts(ctx.db, transfer).where('id', '<', transfer.id).execute();
  for (const one of earlier) if (!(await isDisputed(ctx.db, [one.id]))) await closeError(ctx, one.id, 'resolved', resolution);
}

/** Said to have been paid before, if in another amount: it is asked after once more, and nobody sends it again until a person has decided. */
async function disagrees(ctx: Ctx, transfer: TransferRow, payment: PaymentRow, text: string): Promise<boolean> {
  const before = await errorNow(ctx.db, transfer.id);
  if (!isContradicted(before)) return false;
  if (before === 'callback_lost') return true;
  await put(ctx.db, transfer.id, { ask_at: clock.now() });
  await openError(ctx, transfer, payment.company_id, 'callback_lost', m.settlement_two_answers({ said: text }));
  await tellUnclear(ctx, transfer, payment.company_id, 'callback_lost');
  return true;
}

/** It certainly did not arrive: it is theirs again, and only now may another attempt be made. */
export async function failed(ctx: Ctx, id: number, answer: Answer & { readonly error: ErrorCode }, by: 'rail' | 'person' = 'rail'): Promise<boolean> {
  const { transfer, payment } = await lockTransfer(ctx.db, id);
  if (transfer.status === 'failed' || transfer.status === 'reversed') return false;
  if (transfer.status === 'confirmed') {
    await openError(ctx, transfer, payment.company_id, 'duplicate', m.settlement_two_answers({ said: answer.text ?? '' }));
    return false;
  }
  if (by === 'rail' && transfer.rail === 'mpesa' && (await disagrees(ctx, transfer, payment, answer.text ?? ''))) return false;
  await move(ctx, transferMachine, 'fail', id, answer.code ?? null, 'clock');
  await put(ctx.db, id, {
    ...{
      result_code: answer.code ?? null,
      result_text: (answer.text ?? '').slice(0, 500),
      ask_at: null,
      settled_at: clock.now(),
      settled_by: ctx.me.userId,
    },
  });
  const pairs = payoutFailed(payeeOf(payment), transfer.cents + feeOf(payment, transfer));
  await booked(ctx, payment, transfer, { kind: 'payout_failed', what: 'fail', pairs });
  await openError(ctx, transfer, payment.company_id, answer.error, answer.text ?? '');
  await endEarlier(ctx, transfer, m.settlement_resolved_failed());
  await settleUp(ctx, payment.id);
  return true;
}

/** Nobody knows: the money stays on its way, the rail is asked again, and the desk sees it. */
export async function lost(ctx: Ctx, id: number, answer: Answer, error: ErrorCode = 'timeout'): Promise<void> {
  const { transfer, payment } = await lockTransfer(ctx.db, id);
  if (transfer.status !== 'sent') return;
  await move(ctx, transferMachine, 'lose', id, answer.code ?? null, 'clock');
  await put(ctx.db, id, {
    ...{ result_code: answer.code ?? null, result_text: (answer.text ?? '').slice(0, 500) },
    ask_at: transfer.rail === 'mpesa' ? (transfer.ask_at ?? new Date(clock.ms() + 60_000)) : null,
  });
  await openError(ctx, transfer, payment.company_id, error, answer.text ?? '');
}

/** It had arrived and came back, to where it left from: a movement of its own, which the statement shows beside the first. What sending cost is spent. */
export async function cameBack(ctx: Ctx, id: number, reason: string, on?: Day): Promise<void> {
  const { transfer, payment } = await lockTransfer(ctx.db, id);
  await move(ctx, transferMachine, 'reverse', id, reason, 'clock');
  await put(ctx.db, id, { settled_at: clock.now(), settled_by: ctx.me.userId });
  const left = await everything(ctx.db, 'journal', why)
    .select()
    .select('id')
    .where('event_key', '=', keyOf(transfer, 'confirm'))
    .executeTakeFirstOrThrow();
  const pairs = [...mirrored(await pairsOf(ctx.db, left.id)), ...payoutFailed(payeeOf(payment), transfer.cents)];
  await booked(ctx, payment, transfer, { kind: 'payout_failed', what: 'back', pairs, ...(on ? { on } : {}) });
  await openError(ctx, { ...transfer, status: 'reversed' }, payment.company_id, 'bad_account', reason);
  await settleUp(ctx, payment.id);
}

/** Another attempt takes the money up again that the failed one gave back. */
export async function takenAgain(ctx: Ctx, payment: PaymentRow, transfer: TransferRow): Promise<void> {
  const pairs = payoutApproved(payeeOf(payment), transfer.cents + feeOf(payment, transfer));
  await booked(ctx, payment, transfer, { kind: 'payout_approved', what: 'retry', pairs });
}

export const nextAttempt = async (db: Db, settlementId: number, part: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`/* all: a further attempt */
    select coalesce(max(attempt), 0)::int + 1 as n from settlement_transaction where settlement_id = ${settlementId} and part = ${part}`.execute(db);
  return rows[0]?.n ?? 1;
};
