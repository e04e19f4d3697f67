import { calculateCommissionIncrement, emptyAccumulation } from '#contract/commission/engine.ts';
import { isRentLineKind } from '#contract/commission/kinds.ts';
import { commissionMachine } from '#contract/commission/machine.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { buildAccumulationKey, lockAccumulations } from './accumulations.ts';
import { readCommissionNames } from './facts.ts';
import { notifyCommissionReversed } from './notify.ts';
import { type CommissionRow, postCommissions } from './post-commissions.ts';
import { toCommissionTerms } from './rule-terms.ts';

const why = 'commission on money that was unallocated, reversed or credited';
type Allocated = DomainEvents['payment.allocated'];

/** Reverses the commission on an unallocated amount: the commission on the rest, less what was accrued. */
export async function onPaymentUnallocatedForCommission(ctx: Ctx, what: Allocated): Promise<void> {
  await takeBack(ctx, 'allocation', what.allocationId);
}
export async function onPaymentReversedForCommission(ctx: Ctx, { paymentId }: DomainEvents['payment.reversed']): Promise<void> {
  await takeBack(ctx, 'payment', paymentId);
}

/** Commissions that are not reversed, with the terms of their rules. */
const standing = (ctx: Ctx) =>
  unscopedTable(ctx.db, 'commission', why)
    .select()
    .innerJoin('commission_rule', 'commission_rule.id', 'commission.rule_id')
    .selectAll('commission')
    .select(['commission_rule.kind', 'bps', 'fixed_cents', 'tiers', 'min_cents', 'max_cents', 'vat_bps', 'ceiling_bps'])
    .where('commission.reverses', 'is', null)
    .where('commission.status', '<>', 'reversed')
    .where('commission.source', 'in', ['allocation', 'payment', 'featured'])
    .orderBy('commission.id');
type Standing = Awaited<ReturnType<ReturnType<typeof standing>['execute']>>[number];
type Back = { readonly source: 'credit_note' | 'featured_back'; readonly sourceId: number; readonly cents: number };

/** The base falls: each rule calculates the commission on the rest of the accumulated base, and the difference is reversed. */
async function giveBack(ctx: Ctx, earned: readonly Standing[], { source, sourceId, cents: less }: Back): Promise<void> {
  const heaps = new Map(earned.map((was) => [`${was.rule_id}/${was.heap}/${was.beneficiary_company_id}`, was]));
  for (const was of heaps.values()) {
    const before = await heapOf(ctx, was);
    const one = calculateCommissionIncrement(toCommissionTerms(was), before, -Math.min(less, before.base), was.cap_cents);
    if (one.amount === 0 && one.tax === 0) continue;
    const row = await add(ctx, 'commission')
      .values({
        rule_id: was.rule_id,
        beneficiary: was.beneficiary,
        beneficiary_company_id: was.beneficiary_company_id,
        company_id: was.company_id,
        property_id: was.property_id,
        tenancy_id: was.tenancy_id,
        source,
        source_id: sourceId,
        invoice_id: was.invoice_id,
        fund: was.fund,
        heap: was.heap,
        heap_cents: toCents(one.heap.base),
        base_cents: one.base,
        amount_cents: one.amount,
        tax_cents: one.tax,
        cap_cents: was.cap_cents,
        happened_on: clock.today(),
        status: 'reversed',
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (was.booked_at !== null) await bookBack(ctx, row);
  }
}
/** Posts the reversal, and notifies the beneficiary. */
async function bookBack(ctx: Ctx, row: CommissionRow): Promise<void> {
  const said = await readCommissionNames(ctx, row);
  await postCommissions(ctx, [{ row, said }]);
  await notifyCommissionReversed(ctx, row, said);
}

/** A credit note returned paid rent to the tenant, so the commission on that rent is reversed. */
export async function onInvoiceCreditedForCommission(ctx: Ctx, what: DomainEvents['invoice.credited']): Promise<void> {
  if (!isRentLineKind(what.lineKind)) return;
  const earned = await standing(ctx).where('commission.invoice_id', '=', what.invoiceId).where('commission.source', '=', 'allocation').execute();
  await giveBack(ctx, earned, { source: 'credit_note', sourceId: what.creditNoteId, cents: what.cents });
}
/** Unused days of a featured place are refunded, and the dealer's share of them is reversed. */
export async function onFeaturedRefundedForCommission(ctx: Ctx, { bookingId, cents: less }: DomainEvents['featured.back']): Promise<void> {
  const earned = await standing(ctx).where('commission.source', '=', 'featured').where('commission.source_id', '=', bookingId).execute();
  await giveBack(ctx, earned, { source: 'featured_back', sourceId: bookingId, cents: less });
}

async function takeBack(ctx: Ctx, source: 'allocation' | 'payment', sourceId: number): Promise<void> {
  const rows = await standing(ctx).where('commission.source', '=', source).where('commission.source_id', '=', sourceId).execute();
  for (const was of rows) {
    const before = await heapOf(ctx, was);
    // A credit note may have reversed a part of it already.
    const one = calculateCommissionIncrement(toCommissionTerms(was), before, -Math.min(was.base_cents, before.base), was.cap_cents);
    const row = await add(ctx, 'commission')
      .values({
        rule_id: was.rule_id,
        beneficiary: was.beneficiary,
        beneficiary_company_id: was.beneficiary_company_id,
        company_id: was.company_id,
        property_id: was.property_id,
        tenancy_id: was.tenancy_id,
        source: was.source,
        source_id: was.source_id,
        payment_id: was.payment_id,
        invoice_id: was.invoice_id,
        fund: was.fund,
        heap: was.heap,
        heap_cents: toCents(one.heap.base),
        base_cents: one.base,
        amount_cents: one.amount,
        tax_cents: one.tax,
        cap_cents: was.cap_cents,
        reverses: was.id,
        happened_on: clock.today(),
        status: 'reversed',
      })
      .onConflict((oc) => oc.column('reverses').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) continue;
    await makeMove(ctx, commissionMachine, 'reverse', was.id, null, 'clock');
    // A commission that was never posted, or was reversed by a credit note, has nothing to reverse.
    if (was.booked_at !== null && one.amount + one.tax !== 0) await bookBack(ctx, row);
  }
}

/** Locks the accumulation of a commission and returns its value. */
const heapOf = async (ctx: Ctx, { rule_id, heap }: CommissionRow) =>
  (await lockAccumulations(ctx, [{ ruleId: rule_id, heap }])).get(buildAccumulationKey(rule_id, heap)) ?? emptyAccumulation;
