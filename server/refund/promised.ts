import { sql } from 'kysely';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import type { Promised, PromisedOfCredits } from '#server/kernel/promised.ts';
import { everything } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

/**
 * Refunds that were approved: what is sent leaves the paybill it is sent from, and what that costs; what is given by hand the account its payment came
 * to, unless a person takes another.
 */
export const promisedRefunds: Promised = async (db, accountId, at) => {
  const { rows } = await sql<{ cents: number }>`/* all: what is promised of an account */
    select (coalesce((select sum(r.cents) from refund r join payment p on p.id = r.payment_id
        where p.fund = 'C' and p.account_id = ${accountId} and (r.status = 'approved' or (r.status = 'paid' and r.paid_at > ${at}::timestamptz))
          and (${at}::timestamptz is null or r.decided_at <= ${at}::timestamptz)
          and not exists (select 1 from refund_transfer t where t.refund_id = r.id and t.status <> 'failed')), 0)
      + coalesce((select sum(t.cents + t.fee_cents) from refund_transfer t
        where t.account_id = ${accountId} and (t.status in ('queued', 'sent', 'unknown') or (t.status = 'confirmed' and t.settled_at > ${at}::timestamptz))
          and (${at}::timestamptz is null or t.sent_at <= ${at}::timestamptz)), 0))::bigint as cents`.execute(db);
  return rows[0]?.cents ?? 0;
};
/** What was asked back of credits that are held, and waits for a second person: nothing else takes it meanwhile. Approved it is given back already. */
export const askedOfCredits: PromisedOfCredits = async (db: Db, creditIds) => {
  const rows = await everything(db, 'refund', 'what is asked back of a tenant’s credit')
    .select()
    .select(['credit_id', sql<number>`sum(cents)::bigint`.as('cents')])
    .where('credit_id', 'in', [0, ...creditIds])
    .where('status', '=', 'asked')
    .groupBy('credit_id')
    .execute();
  return new Map(rows.map((row) => [requiredId(row.credit_id, 'the credit of a refund'), row.cents]));
};

/** Credit goes to the next holder of a home: what is on its way to the tenant is taken out of what the last holder had, and arrives first. */
export async function insistNoneLeaves(ctx: Ctx, { creditIds, home }: Happenings['credit.handing_over']): Promise<void> {
  const leaving = await everything(ctx.db, 'refund', 'what is on its way out of a credit')
    .select()
    .select('code')
    .where('credit_id', 'in', [0, ...creditIds])
    .where('status', '=', 'approved')
    .executeTakeFirst();
  if (leaving) throw new Refusal('conflict', m.payment_refusal_sale_refund({ home, code: leaving.code }));
}
