import { sql } from 'kysely';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import type { PayingAccount } from '#contract/ledger/postings.ts';
import type { PayoutRailKind } from '#contract/wallet/kinds.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import type {
  OutstandingTransfers,
  TransferInTransit,
  TransfersInTransitReader,
  UnapprovedAmountsReader,
} from '#server/kernel/outstanding-transfers.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import { readAvailableBalance, readOwnBank, readPayingAccountRow, toPayingAccount } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';

/** The platform's own bank account, from which it pays its own debts. Clients do not pay to this account. */
const own = { code: ledgerAccounts.platformBank } as const;
const isOwn = (rail: PayoutRailKind, fund: 'C' | 'P'): boolean => rail === 'bank' && fund === 'P';

/** The account that a payout approved now will leave from; null if there is none. */
export const readSourceAccount = async (db: Db, rail: PayoutRailKind, fund: 'C' | 'P'): Promise<number | null> =>
  (isOwn(rail, fund) ? await readOwnBank(db, 'P') : await readPayingAccountRow(db, rail))?.id ?? null;

/** The ledger account a transfer leaves from. */
export function toPayingLedgerAccount(
  { rail, account_id }: { readonly rail: PayoutRailKind; readonly account_id: number | null },
  fund: 'C' | 'P',
): PayingAccount {
  if (isOwn(rail, fund)) return own;
  if (account_id === null) throw new Error('a transfer must leave from an account of Makao');
  return toPayingAccount({ id: account_id, rail, fund: 'C' });
}

const transfersSql = sql`(select t.*, p.fund, c.name as who from settlement_transaction t join settlement_payment p on p.id = t.settlement_id join company c on c.id = p.company_id) t
  /* unscoped: transfers from the accounts of Makao */`;
const underWay = ['queued', 'sent', 'unknown'];
/** Transfers that are approved and not known to have left. */
export const readReservedPayoutTransfers: OutstandingTransfers = async (db, accountId, at) => {
  const { rows } = await sql<{ cents: number }>`/* unscoped: refunds reserved from an account */
    select coalesce(sum(cents + fee_cents), 0)::bigint as cents from settlement_transaction
    where account_id = ${accountId} and (status = any (${underWay}::text[]) or (status = 'confirmed' and settled_at > ${at}::timestamptz))
      and (${at}::timestamptz is null or sent_at <= ${at}::timestamptz)`.execute(db);
  return rows[0]?.cents ?? 0;
};

/** Payouts from an account that a statement may show. The platform's own money leaves from its own bank account, which no payout names. */
export const readPayoutsInTransit: TransfersInTransitReader = async (db, { id, fund }, since, at) => {
  // One that was settled since was sent on that day, unless the ledger has it on that day.
  const then = sql`t.status in ('confirmed', 'failed') and app.day(t.sent_at) <= ${at ?? null}::date and app.day(t.settled_at) > ${at ?? null}::date and not exists
    (select 1 from journal j where j.kind = 'payout_confirmed' and j.params ->> 'transfer' = t.code and j.value_day <= ${at ?? null}::date)`;
  const { rows } = await sql<TransferInTransit>`
    select t.code, t.cents, app.day(coalesce(t.sent_at, t.created_at)) as day, t.who, case when ${then} then 'sent' else t.status end as status from ${transfersSql}
    where (case when t.account_id is null then ${fund} = 'P' and t.rail = 'bank' and t.fund = 'P' else t.account_id = ${id} end)
      and (t.status in ('sent', 'unknown') or (t.status = 'failed' and t.settled_by is not null and app.day(t.settled_at) > ${since}::date) or (${then}))
    order by t.id desc limit 200`.execute(db);
  return rows;
};

/** A payout's reference proves that payout and cannot prove a refund. */
export async function assertReferenceNotUsedByPayout({ db }: Ctx, { number }: DomainEvents['refund.proving']): Promise<void> {
  const sent = unscopedTable(db, 'settlement_transaction', 'a reference proves a single transaction').select().select('id');
  if (await sent.where('rail', '=', 'mpesa').where('external_id', '=', number).executeTakeFirst())
    throw invalidInputRefusal({ proof: m.payment_problem_refund_proof() });
}

/** Drafts claim their amount, so that it cannot be requested again. */
export const readDraftPayoutAmounts: UnapprovedAmountsReader = (db, companies) =>
  unscopedTable(db, 'settlement_payment', 'payouts that are pending approval')
    .select()
    .select(['company_id as company', 'account_code as code', 'net_cents as cents'])
    .where('company_id', 'in', [...companies])
    .where('status', '=', 'draft')
    .execute();

/** The amount a rail can still send: the balance less promised transfers. */
export async function readRailBalance(db: Db, rail: PayoutRailKind, fund: 'C' | 'P'): Promise<number> {
  if (!isOwn(rail, fund)) {
    const account = await readPayingAccountRow(db, rail);
    return account ? readAvailableBalance(db, account) : 0;
  }
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(t.cents + t.fee_cents), 0)::bigint as cents from ${transfersSql}
    where t.rail = 'bank' and t.fund = 'P' and t.status = any (${underWay}::text[])`.execute(db);
  return (await readAccountBalance(db, 'P', own)) - (rows[0]?.cents ?? 0);
}
