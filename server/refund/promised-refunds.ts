import { sql } from 'kysely';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import type { OutstandingTransfers, ReservedCredits, TransferInTransit, TransfersInTransitReader } from '#server/kernel/outstanding-transfers.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

const ofAccount = sql`/* unscoped: refunds from an account of Makao */`;
/**
 * Money reserved for approved refunds: refunds by M-Pesa on the sending paybill with the fee, manual refunds on the account of the payment unless a
 * person chose another.
 */
export const readReservedRefundTransfers: OutstandingTransfers = async (db, accountId, at) => {
  const { rows } = await sql<{ cents: number }>`${ofAccount} select (coalesce((select sum(r.cents) from refund r join payment p on p.id = r.payment_id
        where p.fund = 'C' and p.account_id = ${accountId} and (r.status = 'approved' or (r.status = 'paid' and r.paid_at > ${at}::timestamptz))
          and (${at}::timestamptz is null or r.decided_at <= ${at}::timestamptz)
          and not exists (select 1 from refund_transfer t where t.refund_id = r.id and t.status <> 'failed')), 0)
      + coalesce((select sum(t.cents + t.fee_cents) from refund_transfer t
        where t.account_id = ${accountId} and (t.status in ('queued', 'sent', 'unknown') or (t.status = 'confirmed' and t.settled_at > ${at}::timestamptz))
          and (${at}::timestamptz is null or t.sent_at <= ${at}::timestamptz)), 0))::bigint as cents`.execute(db);
  return rows[0]?.cents ?? 0;
};
/** Refunds from an account that a statement may show: approved ones that a person sends, and those sent by M-Pesa. */
export const readRefundsInTransit: TransfersInTransitReader = async (db, { id }, since, at) => {
  // One that was settled since was sent on that day, unless the ledger has it on that day.
  const then = sql`t.status in ('confirmed', 'failed') and app.day(t.sent_at) <= ${at ?? null}::date and app.day(t.settled_at) > ${at ?? null}::date and not exists
    (select 1 from journal j where j.event_key = 'refund:' || r.id || ':paid' and j.value_day <= ${at ?? null}::date)`;
  const { rows } =
    await sql<TransferInTransit>`${ofAccount} select r.code, r.cents, app.day(coalesce(r.decided_at, r.asked_at)) as day, coalesce(p.payer, '') as who, 'sent' as status
    from refund r join payment p on p.id = r.payment_id
    where p.fund = 'C' and p.account_id = ${id} and r.status = 'approved' and not exists (select 1 from refund_transfer t where t.refund_id = r.id and t.status <> 'failed')
    union all select r.code, t.cents, app.day(coalesce(t.sent_at, t.created_at)), coalesce(p.payer, ''), case when ${then} then 'sent' else t.status end
    from refund_transfer t join refund r on r.id = t.refund_id join payment p on p.id = r.payment_id
    where t.account_id = ${id} and (t.status in ('sent', 'unknown') or (t.status = 'failed' and t.settled_by is not null and app.day(t.settled_at) > ${since}::date) or (${then})) limit 200`.execute(
      db,
    );
  return rows;
};
/** Pending refunds of locked credits, whose amounts nothing else may use. An approved refund has already left the credit. */
export const readReservedRefundCredits: ReservedCredits = async (db: Db, creditIds) => {
  const rows = await unscopedTable(db, 'refund', 'refunds requested from a tenant’s credit')
    .select()
    .select(['credit_id', sql<number>`sum(cents)::bigint`.as('cents')])
    .where('credit_id', 'in', [0, ...creditIds])
    .where('status', '=', 'asked')
    .groupBy('credit_id')
    .execute();
  return new Map(rows.map((row) => [requiredId(row.credit_id, 'the credit of a refund'), row.cents]));
};

/** Credit moves to the home's next owner. A refund in transit is paid from the former owner's money and must finish first. */
export async function assertNoRefundInTransit(ctx: Ctx, { creditIds, home }: DomainEvents['credit.handing_over']): Promise<void> {
  const leaving = await unscopedTable(ctx.db, 'refund', 'refunds in transit from a tenant’s credit')
    .select()
    .select('code')
    .where('credit_id', 'in', [0, ...creditIds])
    .where('status', '=', 'approved')
    .executeTakeFirst();
  if (leaving) throw new Refusal('conflict', m.payment_refusal_sale_refund({ home, code: leaving.code }));
}
