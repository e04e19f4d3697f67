import { sql } from 'kysely';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import type { PostingPair } from '#contract/ledger/accounts.ts';
import { reverseEntries } from '#contract/ledger/entries.ts';
import {
  buildFailedPayoutConfirmedPostings,
  buildPayoutApprovedPostings,
  buildPayoutChargePostings,
  buildPayoutConfirmedPostings,
  buildPayoutFailedPostings,
} from '#contract/ledger/postings.ts';
import { transferMachine } from '#contract/settlement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { type Day, toNairobiDay } from '#contract/time/days.ts';
import { transferResponseHours } from '#contract/transfer/kinds.ts';
import { processDueRows, runEachTask } from '#server/jobs/due-rows.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { postJournal, readPostingPairs } from '#server/ledger/service.ts';
import { readCompanyName } from '#server/people/service.ts';
import {
  markTransferUnknown,
  onTransferAnswer,
  type PayoutRail,
  recordTransferReturn,
  type TransferPurpose,
  type TransferSendDecision,
  transferJob,
} from '#server/transfer/service.ts';
import { lockWalletBalance, unsealPayoutAccountNumber } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import {
  type LockedPayoutTransfer,
  lockPayoutTransfer,
  type PayoutTransferRow,
  readOtherAttempts,
  toPayeeAccount,
  updatePayoutTransfer,
} from './attempts.ts';
import { closePayoutError, isAnyTransferDisputed, readCurrentError, recordPayoutError } from './bank/error-rows.ts';
import { notifyUnknownTransfer } from './notify.ts';
import { checkTransferReadiness } from './payout-guards.ts';
import { updatePayoutStatus } from './payout-status.ts';
import { continuePayoutRuns } from './run-batches.ts';
import { toPayingLedgerAccount } from './source-account.ts';

const why = 'scheduled job sends payouts and queries their status';

/** The fee that the payee bears and that left with the payout. */
const feeOf = ({ payment, transfer }: LockedPayoutTransfer): number => (payment.fee_by_payee ? transfer.fee_cents : 0);

type Booked = {
  readonly kind: 'payout_approved' | 'payout_confirmed' | 'payout_failed' | 'payout_found' | 'payout_charge';
  readonly what: string;
  readonly pairs: readonly PostingPair[];
  /** The value date, if it was not today. */
  readonly on?: Day | undefined;
};
const keyOf = (transfer: Pick<PayoutTransferRow, 'id'>, what: string): string => `transfer:${transfer.id}:${what}`;
const book = async (ctx: Ctx, { payment, transfer }: LockedPayoutTransfer, { kind, what, pairs, on }: Booked): Promise<number> =>
  postJournal(ctx.db, {
    ...(on ? { valueDay: on } : {}),
    key: keyOf(transfer, what),
    kind,
    source: ['settlement_transaction', transfer.id],
    companyId: payment.company_id,
    by: ctx.me.userId,
    params: {
      who: await readCompanyName(ctx.db, payment.company_id),
      how: `${transfer.rail === 'mpesa' ? 'M-Pesa' : 'bank'} ${transfer.external_id ?? transfer.code}`,
      code: payment.code,
      transfer: transfer.code,
    },
    pairs,
  });

/** Posts the payout and the charge on the account it left: two journal entries, because the statement shows two lines. */
async function bookLeft(ctx: Ctx, held: LockedPayoutTransfer, on?: Day): Promise<void> {
  const { payment, transfer } = held;
  const from = toPayingLedgerAccount(transfer, payment.fund);
  await book(ctx, held, {
    kind: 'payout_confirmed',
    what: 'confirm',
    pairs: buildPayoutConfirmedPostings(toPayeeAccount(payment), from, transfer.cents),
    on,
  });
  if (transfer.fee_cents === 0) return;
  const charge = buildPayoutChargePostings(from, transfer.fee_cents, payment.fee_by_payee ? toPayeeAccount(payment) : null);
  await book(ctx, held, { kind: 'payout_charge', what: 'charge', pairs: charge, on });
}
/** Posts a failed payout: the amount is credited to its payee again. */
const bookFailed = (ctx: Ctx, held: LockedPayoutTransfer) =>
  book(ctx, held, {
    kind: 'payout_failed',
    what: 'fail',
    pairs: buildPayoutFailedPostings(toPayeeAccount(held.payment), held.transfer.cents + feeOf(held)),
  });
/** Posts a retry, which uses the money that the failed attempt released. */
export const postPayoutRetry = (ctx: Ctx, held: LockedPayoutTransfer) =>
  book(ctx, held, {
    kind: 'payout_approved',
    what: 'retry',
    pairs: buildPayoutApprovedPostings(toPayeeAccount(held.payment), held.transfer.cents + feeOf(held)),
  });

/** Closes the errors of earlier attempts, unless one of them was reported as paid. */
async function endEarlier(ctx: Ctx, transfer: PayoutTransferRow, resolution: string): Promise<void> {
  const earlier = await readOtherAttempts(ctx.db, transfer).where('id', '<', transfer.id).execute();
  for (const one of earlier) if (!(await isAnyTransferDisputed(ctx.db, [one.id]))) await closePayoutError(ctx, one.id, 'resolved', resolution);
}
async function unclear(
  ctx: Ctx,
  { transfer, payment }: LockedPayoutTransfer,
  error: 'callback_lost' | 'amount_mismatch',
  cause: string,
): Promise<void> {
  await recordPayoutError(ctx, transfer, payment.company_id, error, cause);
  await notifyUnknownTransfer(ctx, transfer, payment.company_id, error);
}

/**
 * Posts a payout that was recorded as failed and then found on the statement: the amount is taken from the payee's balance, and the rest becomes a
 * debt. Its value date is the day it was sent.
 */
async function found(ctx: Ctx, held: LockedPayoutTransfer): Promise<void> {
  const { payment, transfer } = held;
  const { total } = await lockWalletBalance(ctx.db, payment.company_id, payment.account_code);
  const pairs = buildFailedPayoutConfirmedPostings(toPayeeAccount(payment), transfer.cents + feeOf(held), total);
  await book(ctx, held, { kind: 'payout_found', what: 'found', pairs });
  await bookLeft(ctx, held, transfer.sent_at ? toNairobiDay(transfer.sent_at.toISOString()) : undefined);
}
async function orderOf(ctx: Ctx, { transfer, payment }: LockedPayoutTransfer): Promise<TransferSendDecision> {
  const may = await checkTransferReadiness(ctx, transfer, payment);
  if (may.account) return { phone: unsealPayoutAccountNumber(may.account), remarks: payment.code };
  return may.isClosed ? { refused: may.why } : null;
}

export const payoutTransferPurpose: TransferPurpose<LockedPayoutTransfer, 'reverse'> = {
  table: 'settlement_transaction',
  byPhone: sql<boolean>`rail = 'mpesa'`,
  why,
  lock: lockPayoutTransfer,
  put: updatePayoutTransfer,
  move: (ctx, name, id, reason) => makeMove(ctx, transferMachine, name, id, reason, 'clock'),
  queuedBeside: (db, { transfer }) => readOtherAttempts(db, transfer).where('status', '=', 'queued').execute(),
  supersededBy: ({ transfer }) => m.settlement_resolved_found({ code: transfer.code }),
  errorOf: (db, { transfer }) => readCurrentError(db, transfer.id),
  order: orderOf,
  onSent: (ctx, { payment }) => updatePayoutStatus(ctx, payment.id),
  async onConfirmed(ctx, held, answer, how) {
    const { transfer, payment } = held;
    await (how.found ? found(ctx, held) : bookLeft(ctx, held));
    await closePayoutError(ctx, transfer.id, 'resolved', answer.text ?? '');
    if (!how.found) await endEarlier(ctx, transfer, m.settlement_resolved_again());
    await updatePayoutStatus(ctx, payment.id);
  },
  async onFailed(ctx, held, answer) {
    const { transfer, payment } = held;
    await bookFailed(ctx, held);
    await recordPayoutError(ctx, transfer, payment.company_id, answer.error, answer.text ?? '');
    await endEarlier(ctx, transfer, m.settlement_resolved_failed());
    await updatePayoutStatus(ctx, payment.id);
  },
  async onDropped(ctx, held, text) {
    await payoutTransferPurpose.onFailed(ctx, held, { external: null, text, error: 'duplicate' });
    await closePayoutError(ctx, held.transfer.id, 'resolved', text);
  },
  onUnknown: (ctx, { transfer, payment }, error, text) => recordPayoutError(ctx, transfer, payment.company_id, error, text),
  onContradicted: (ctx, held, text) => {
    const { transfer, payment } = held;
    if (transfer.status === 'confirmed')
      return recordPayoutError(ctx, transfer, payment.company_id, 'duplicate', m.settlement_two_answers({ said: text }));
    return unclear(ctx, held, 'callback_lost', transfer.status === 'unknown' ? m.settlement_two_answers({ said: text }) : text);
  },
  onOtherAmount: (ctx, held, text) => unclear(ctx, held, 'amount_mismatch', text),
  onUnanswered: (ctx, { transfer, payment }) => notifyUnknownTransfer(ctx, transfer, payment.company_id, 'timeout'),
};

/** A returned payout is a separate movement, which the statement shows next to the first. The charge is not returned. */
export const recordReturnedTransfer = (ctx: Ctx, id: number, reason: string, on?: Day): Promise<void> =>
  recordTransferReturn(ctx, payoutTransferPurpose, id, reason, async (held) => {
    const { transfer, payment } = held;
    const left = await unscopedTable(ctx.db, 'journal', why)
      .select()
      .select('id')
      .where('event_key', '=', keyOf(transfer, 'confirm'))
      .executeTakeFirstOrThrow();
    const pairs = [...reverseEntries(await readPostingPairs(ctx.db, left.id)), ...buildPayoutFailedPostings(toPayeeAccount(payment), transfer.cents)];
    await book(ctx, held, { kind: 'payout_failed', what: 'back', pairs, on });
    await recordPayoutError(ctx, { ...transfer, status: 'reversed' }, payment.company_id, 'bad_account', reason);
    await updatePayoutStatus(ctx, payment.id);
  });

export const onPayoutAnswer = (ctx: Ctx, said: DomainEvents['payout.answered']): Promise<void> => onTransferAnswer(ctx, payoutTransferPurpose, said);

const silentBanks = (db: Db) =>
  unscopedTable(db, 'settlement_transaction', why)
    .select()
    .select('id')
    .where('status', '=', 'sent')
    .where('rail', '=', 'bank')
    .where('sent_at', '<=', new Date(clock.ms() - transferResponseHours.bank * 3_600_000))
    .orderBy('id')
    .limit(200)
    .execute();
/** Marks a bank transfer without an answer for three days as unknown, so that a person asks the bank or reads its statement. */
export const markUnansweredBankTransfersUnknown = async (db: Db): Promise<number> =>
  processDueRows(db, await silentBanks(db), async (tx, { id }) => {
    const ctx = asClock(tx, why);
    const { transfer, payment } = await lockPayoutTransfer(tx, id);
    if (transfer.status !== 'sent') return;
    await markTransferUnknown(ctx, payoutTransferPurpose, id, { external: null, text: transfer.result_text });
    await notifyUnknownTransfer(ctx, transfer, payment.company_id, 'timeout');
  });

export const settlementJobs = (rail: PayoutRail): readonly ScheduledJob[] => [
  transferJob('settlement.ask', payoutTransferPurpose, rail, {
    run: (db) => runEachTask([() => markUnansweredBankTransfersUnknown(db), () => continuePayoutRuns(db)]),
    due: async (db) => (await silentBanks(db)).length,
  }),
];
