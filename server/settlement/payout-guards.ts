import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { FailureCode } from '#contract/kernel/failures.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { findApprovalBlocker } from '#server/approval/service.ts';
import type { WalletTable } from '#server/db/types.gen.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { readAccountPayoutsBlockedReason } from '#server/ledger/service.ts';
import { isPayoutAccountUsable, lockPayoutAccount, lockWallet, type PayoutAccountRow } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { payoutApproval } from './approvals.ts';
import { type PayoutRow, type PayoutTransferRow, readResendBlockedReason } from './attempts.ts';
import { readSourceAccount } from './source-account.ts';

type Wallet = Pick<Selectable<WalletTable>, 'status'>;

/**
 * The reason why no payout to an account can leave now, otherwise null. It is checked on the page, before a code is sent, on approval and on retry,
 * and by the job that sends or makes the bank file. Writers lock the wallet, so that a freeze comes before or after. If all payouts are blocked, a
 * payee reads only that; the platform also reads which bank account differs, and by how much. A difference of one account stops its payouts only.
 */
export async function findPayoutBlockedReason(
  { db, me }: Pick<Ctx, 'db' | 'me'>,
  wallet: Wallet,
  account: PayoutAccountRow | null,
  fund: 'C' | 'P' = 'C',
): Promise<Sentence | null> {
  const stopped = await readAccountPayoutsBlockedReason(db, async () => account && readSourceAccount(db, account.rail, fund));
  if (stopped) return me.companyId === null ? stopped : m.settlement_refusal_stopped();
  return findPayeeBlockedReason(wallet, account);
}
/** The reason for one payee, if the caller has already checked that payouts are not blocked in general. */
export function findPayeeBlockedReason(wallet: Wallet, account: PayoutAccountRow | null): Sentence | null {
  if (wallet.status === 'frozen') return m.settlement_refusal_frozen();
  if (account?.status === 'closed') return m.settlement_refusal_closed();
  if (account?.status !== 'ready') return m.settlement_refusal_no_account();
  return isPayoutAccountUsable(account) ? null : m.settlement_refusal_cooling();
}

/** The reason why the last transfer to an account was rejected, until the account is verified again, because the next transfer would fail too. */
export async function readLastTransferRejectionReason(db: Db, account: Pick<PayoutAccountRow, 'id' | 'changed_at'>): Promise<Sentence | null> {
  const { rows } = await sql<{ at: Date; cause: string }>`/* unscoped: the result of the last transfer to an account */
    select t.settled_at as at, e.cause from (select * from settlement_transaction where payout_account_id = ${account.id} and status <> 'queued' order by id desc limit 1) t
    join settlement_error e on e.transaction_id = t.id and e.error in ('bad_account', 'name_mismatch')
    where t.status in ('failed', 'reversed') and t.settled_at >= ${account.changed_at} order by e.id desc limit 1`.execute(db);
  const [last] = rows;
  return last ? m.settlement_refusal_failed_before({ day: formatLongDate(toNairobiDay(last.at.toISOString())), cause: last.cause }) : null;
}

export type ApprovalBlock = { readonly failure: FailureCode; readonly why: Sentence };
/** The reason why this person cannot approve the payout now; null if they can. The page and the error show the same sentence. */
export async function findApprovalBlockedReason(
  ctx: Ctx,
  row: PayoutRow,
  account: PayoutAccountRow | null,
  wallet: Wallet,
): Promise<ApprovalBlock | null> {
  const bar = await findApprovalBlocker(ctx, payoutApproval, row.id);
  if (bar) return bar;
  const why =
    (await findPayoutBlockedReason(ctx, wallet, account, row.fund)) ?? (account && (await readLastTransferRejectionReason(ctx.db, account)));
  return why ? { failure: 'conflict', why } : null;
}

type Leaving = { readonly account: PayoutAccountRow } | { readonly account: null; readonly why: Sentence; readonly isClosed: boolean };
/**
 * Whether a queued transfer may be sent now, or why not. A transfer to a closed account fails, and its amount is credited to the payee again at once.
 */
export async function checkTransferReadiness(ctx: Ctx, transfer: PayoutTransferRow, payment: PayoutRow): Promise<Leaving> {
  const account = await lockPayoutAccount(ctx.db, payment.company_id, transfer.payout_account_id);
  const why =
    (await findPayoutBlockedReason(ctx, await lockWallet(ctx.db, payment.company_id), account, payment.fund)) ??
    (await readResendBlockedReason(ctx.db, transfer));
  if (why === null) return { account };
  return { account: null, why, isClosed: account.status === 'closed' };
}
