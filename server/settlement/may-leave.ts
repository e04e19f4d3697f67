import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Failure } from '#contract/kernel/failures.ts';
import { dayOf } from '#contract/time/days.ts';
import { barTo } from '#server/approval/service.ts';
import type { WalletTable } from '#server/db/types.gen.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { settlementsStopped } from '#server/ledger/service.ts';
import { type AccountRow, accountHeld, isUsable, walletHeld } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { payoutApproval } from './approvals.ts';
import { type PaymentRow, settledOtherwise, type TransferRow } from './attempts.ts';

type Wallet = Pick<Selectable<WalletTable>, 'status'>;

/**
 * Why nothing may leave for an account now, however it would: asked on the page, before a code, when it is approved or tried again, and by who
 * makes the bank's file or sends by phone. Whoever writes holds the wallet, so that a freeze is before it or after it. Where all of it stands still, a
 * payee hears that much; which bank differs, and by what, is the platform's.
 */
export async function stopping({ db, me }: Pick<Ctx, 'db' | 'me'>, wallet: Wallet, account: AccountRow | null): Promise<Sentence | null> {
  const stopped = await settlementsStopped(db);
  if (stopped) return me.companyId === null ? stopped : m.settlement_refusal_stopped();
  return barring(wallet, account);
}
/** The same of one payee alone, for who asked already whether anything may leave at all. */
export function barring(wallet: Wallet, account: AccountRow | null): Sentence | null {
  if (wallet.status === 'frozen') return m.settlement_refusal_frozen();
  if (account?.status === 'closed') return m.settlement_refusal_closed();
  if (account?.status !== 'ready') return m.settlement_refusal_no_account();
  return isUsable(account) ? null : m.settlement_refusal_cooling();
}

/** What the last transfer to an account was refused for, while nobody has proved the account anew: the next would go the same way. */
export async function refusedBefore(db: Db, account: Pick<AccountRow, 'id' | 'changed_at'>): Promise<Sentence | null> {
  const { rows } = await sql<{ at: Date; cause: string }>`/* all: what became of the last transfer to an account */
    select t.settled_at as at, e.cause from (select * from settlement_transaction where payout_account_id = ${account.id} and status <> 'queued' order by id desc limit 1) t
    join settlement_error e on e.transaction_id = t.id and e.error in ('bad_account', 'name_mismatch')
    where t.status in ('failed', 'reversed') and t.settled_at >= ${account.changed_at} order by e.id desc limit 1`.execute(db);
  const [last] = rows;
  return last ? m.settlement_refusal_failed_before({ day: longDate(dayOf(last.at.toISOString())), cause: last.cause }) : null;
}

export type Against = { readonly failure: Failure; readonly why: Sentence };
/** Why this person cannot approve it now; null where nothing stands against it. The same sentence on the page and in the refusal. */
export async function against(ctx: Ctx, row: PaymentRow, account: AccountRow | null, wallet: Wallet): Promise<Against | null> {
  const bar = await barTo(ctx, payoutApproval, row.id);
  if (bar) return bar;
  const why = (await stopping(ctx, wallet, account)) ?? (account && (await refusedBefore(ctx.db, account)));
  return why ? { failure: 'conflict', why } : null;
}

type Leaving = { readonly account: AccountRow } | { readonly account: null; readonly why: Sentence; readonly isClosed: boolean };
/** A queued transfer may leave now, or says why not. To a closed account it never leaves: it has failed, and the money is the payee's again at once. */
export async function leaving(ctx: Ctx, transfer: TransferRow, payment: PaymentRow): Promise<Leaving> {
  const account = await accountHeld(ctx.db, payment.company_id, transfer.payout_account_id);
  const why = (await stopping(ctx, await walletHeld(ctx.db, payment.company_id), account)) ?? (await settledOtherwise(ctx.db, transfer));
  if (why === null) return { account };
  return { account: null, why, isClosed: account.status === 'closed' };
}
