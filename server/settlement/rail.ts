import { sql } from 'kysely';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { accounts } from '#contract/ledger/accounts.ts';
import type { Bank } from '#contract/ledger/postings.ts';
import type { Rail } from '#contract/wallet/kinds.ts';
import { invalid } from '#server/http/answer.ts';
import type { Asked } from '#server/kernel/asked.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import type { Promised } from '#server/kernel/promised.ts';
import { everything } from '#server/kernel/scoped.ts';
import { balance } from '#server/ledger/service.ts';
import { bankOf as bankAt, payingFrom, roomAt } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';

/** The platform's own bank, where what it owes in its own name is paid from: none that clients pay to. */
const own = { code: accounts.platformBank } as const;
const isOwn = (rail: Rail, fund: 'C' | 'P'): boolean => rail === 'bank' && fund === 'P';

/** The account a payout approved now will leave from; null where none is of the clients', or there is none. */
export const leavesFrom = async (db: Db, rail: Rail, fund: 'C' | 'P'): Promise<number | null> =>
  isOwn(rail, fund) ? null : ((await payingFrom(db, rail))?.id ?? null);

/** The account of the books a transfer leaves from. */
export function bankOf({ rail, account_id }: { readonly rail: Rail; readonly account_id: number | null }, fund: 'C' | 'P'): Bank {
  if (isOwn(rail, fund)) return own;
  if (account_id === null) throw new Error('a transfer leaves from an account of the platform’s');
  return bankAt({ id: account_id, rail });
}

const underWay = ['queued', 'sent', 'unknown'];
/** What was approved and is not known to have left. */
export const promisedTransfers: Promised = async (db, accountId, at) => {
  const { rows } = await sql<{ cents: number }>`/* all: what is promised of an account */
    select coalesce(sum(cents + fee_cents), 0)::bigint as cents from settlement_transaction
    where account_id = ${accountId} and (status = any (${underWay}::text[]) or (status = 'confirmed' and settled_at > ${at}::timestamptz))
      and (${at}::timestamptz is null or sent_at <= ${at}::timestamptz)`.execute(db);
  return rows[0]?.cents ?? 0;
};

/** A payout's number proves that payout, and no refund. */
export async function refuseOwnNumber({ db }: Ctx, { number }: Happenings['refund.proving']): Promise<void> {
  const sent = everything(db, 'settlement_transaction', 'one number proves one movement').select().select('id');
  if (await sent.where('rail', '=', 'mpesa').where('external_id', '=', number).executeTakeFirst())
    throw invalid({ proof: m.payment_problem_refund_proof() });
}

/** Drafts claim what they are of: it is not there to be asked for again. */
export const askedByDrafts: Asked = (db, companies) =>
  everything(db, 'settlement_payment', 'what waits for approval')
    .select()
    .select(['company_id as company', 'account_code as code', 'net_cents as cents'])
    .where('company_id', 'in', [...companies])
    .where('status', '=', 'draft')
    .execute();

/** What a rail can still send: what is there less what is promised. */
export async function roomOf(db: Db, rail: Rail, fund: 'C' | 'P'): Promise<number> {
  if (!isOwn(rail, fund)) {
    const account = await payingFrom(db, rail);
    return account ? roomAt(db, account) : 0;
  }
  const { rows } = await sql<{ cents: number }>`/* all: what is on its way from the platform's own bank */
    select coalesce(sum(t.cents + t.fee_cents), 0)::bigint as cents from settlement_transaction t join settlement_payment p on p.id = t.settlement_id
    where t.rail = 'bank' and p.fund = 'P' and t.status = any (${underWay}::text[])`.execute(db);
  return (await balance(db, 'P', own)) - (rows[0]?.cents ?? 0);
}
