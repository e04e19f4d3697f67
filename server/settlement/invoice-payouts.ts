import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import type { InvoiceSettlement } from '#contract/settlement/shapes.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import { accountCodeSql } from '#server/ledger/service.ts';

type Calls = typeof settlementCalls;
type Row = {
  id: number;
  cents: number;
  paid_on: string;
  theirs: boolean;
  in_hand: InvoiceSettlement['in_hand'];
  clears_at: Date | null;
  payout_id: number | null;
  code: string | null;
  status: NonNullable<InvoiceSettlement['payout']>['status'] | null;
  paid_at: Date | null;
};

/**
 * The receipts of an invoice in trust mode, each with the payout that pays it to the owner or the day it can be paid. Deposits belong to the tenant.
 * A payout pays the oldest money up to its amount, and releases it if the transfer fails (app.entry_payouts, migration 20261213_4004).
 */
export async function readInvoicePayouts(
  ctx: Ctx,
  { invoice_id }: HandlerInput<Calls['invoicePayouts']>,
): Promise<HandlerResult<Calls['invoicePayouts']>> {
  const invoice = await from(ctx, 'invoice').select(['id', 'fund']).where('id', '=', invoice_id).executeTakeFirst();
  if (!invoice) throw new Refusal('notFound', sentence('itemNotFound'));
  if (invoice.fund !== 'C') return { results: [] };
  const { rows } = await sql<Row>`/* unscoped: an invoice that the caller sees */
    select a.id, a.cents - a.returned_cents as cents, to_char(a.paid_on, 'YYYY-MM-DD') as paid_on, t.line is not null as theirs,
      case when y.holder_id = i.company_id then 'owner' when h.kind = 'cash' then 'agent' end as in_hand, case when h.kind = 'clearing' then h.until end as clears_at,
      p.id as payout_id, p.code, case p.status when 'part_failed' then 'paid' else p.status end as status,
      coalesce(p.paid_at, (select max(x.settled_at) from settlement_transaction x where x.settlement_id = p.id and x.status = 'confirmed')) as paid_at
    from allocation a join invoice i on i.id = a.invoice_id left join payment y on y.id = a.payment_id join invoice_line il on il.id = a.line_id and il.kind <> 'deposit'
      -- Paid before the keys it was held (2095): then it became the owner's with the journal of the tenancy's beginning.
      left join lateral (select coalesce(k.cr, e.cr) as account, coalesce(k.journal_id, e.journal_id) as journal_id, coalesce(k.line, e.line) as line
        from journal j join journal_entry e on e.journal_id = j.id join ledger_account o on o.id = e.cr
          left join (journal_entry k join journal b on b.id = k.journal_id and b.kind = 'tenancy_active') on o.code = ${accountCodeSql('moveInRent')} and k.dr = o.id
        where j.source = 'allocation' and j.source_id = a.id and j.reverses is null and (o.code = ${accountCodeSql('ownerPayable')} or k.line is not null) limit 1) t on true
      left join lateral (select e.settlement_id from app.entry_payouts(t.account) e where e.journal_id = t.journal_id and e.line = t.line) l on true
      left join settlement_payment p on p.id = l.settlement_id
      left join wallet_hold h on h.source = 'allocation' and h.source_id = a.id and h.code = ${accountCodeSql('ownerPayable')} and h.released_at is null and (h.until is null or h.until > app.now())
    where a.invoice_id = ${invoice_id} and a.undone_at is null and a.cents > a.returned_cents order by a.id`.execute(ctx.db);
  return {
    results: rows.map((row) => ({
      id: row.id,
      cents: row.cents,
      paid_on: row.paid_on,
      theirs: row.theirs,
      in_hand: row.in_hand,
      clears_at: row.clears_at?.toISOString() ?? null,
      payout:
        row.payout_id && row.code && row.status
          ? { id: row.payout_id, code: row.code, status: row.status, paid_at: row.paid_at?.toISOString() ?? null }
          : null,
    })),
  };
}
