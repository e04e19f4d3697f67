import { empty, step } from '#contract/commission/engine.ts';
import { isRent } from '#contract/commission/kinds.ts';
import { commissionMachine } from '#contract/commission/machine.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { book, type CommissionRow } from './book.ts';
import { namesFor } from './facts.ts';
import { heapKey, lockHeaps } from './heaps.ts';
import { termsOf } from './rule-terms.ts';
import { tellBack } from './tell.ts';

const why = 'commission on money that was unallocated, reversed or credited';
type Allocated = Happenings['payment.allocated'];

/** What was earned on money that was taken back is taken back with it: what the rule says of the rest, less what was accrued. */
export async function followUnallocated(ctx: Ctx, what: Allocated): Promise<void> {
  await takeBack(ctx, 'allocation', what.allocationId);
}
export async function followReversed(ctx: Ctx, { paymentId }: Happenings['payment.reversed']): Promise<void> {
  await takeBack(ctx, 'payment', paymentId);
}

/** What was earned and not taken back, with the terms it was earned by. */
const standing = (ctx: Ctx) =>
  everything(ctx.db, 'commission', why)
    .select()
    .innerJoin('commission_rule', 'commission_rule.id', 'commission.rule_id')
    .selectAll('commission')
    .select(['commission_rule.kind', 'bps', 'fixed_cents', 'tiers', 'min_cents', 'max_cents', 'vat_bps'])
    .where('commission.reverses', 'is', null)
    .where('commission.status', '<>', 'reversed')
    .where('commission.source', 'in', ['allocation', 'payment', 'featured'])
    .orderBy('commission.id');
type Standing = Awaited<ReturnType<ReturnType<typeof standing>['execute']>>[number];
type Back = { readonly source: 'credit_note' | 'featured_back'; readonly sourceId: number; readonly cents: number };

/** Of what was earned a part falls away: each rule says what is left of its heap, and the difference goes back. */
async function giveBack(ctx: Ctx, earned: readonly Standing[], { source, sourceId, cents: less }: Back): Promise<void> {
  const heaps = new Map(earned.map((was) => [`${was.rule_id}/${was.heap}/${was.beneficiary_company_id}`, was]));
  for (const was of heaps.values()) {
    const before = await heapOf(ctx, was);
    const one = step(termsOf(was), before, -Math.min(less, before.base), was.cap_cents);
    if (one.amount === 0 && one.tax === 0) continue;
    const row = await add(ctx, 'commission')
      .values({
        ...{ rule_id: was.rule_id, beneficiary: was.beneficiary, beneficiary_company_id: was.beneficiary_company_id, company_id: was.company_id },
        ...{ property_id: was.property_id, tenancy_id: was.tenancy_id, source, source_id: sourceId, invoice_id: was.invoice_id, fund: was.fund },
        ...{ heap: was.heap, heap_cents: cents(one.heap.base), base_cents: one.base, amount_cents: one.amount, tax_cents: one.tax },
        ...{ cap_cents: was.cap_cents, happened_on: clock.today(), status: 'reversed' },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (was.booked_at !== null) await bookBack(ctx, row);
  }
}
/** Into the books, and told to who had earned it. */
async function bookBack(ctx: Ctx, row: CommissionRow): Promise<void> {
  const said = await namesFor(ctx, row);
  await book(ctx, [{ row, said }]);
  await tellBack(ctx, row, said);
}

/** Rent that had been paid is the tenant's again: nobody earns on it. */
export async function followCredited(ctx: Ctx, what: Happenings['invoice.credited']): Promise<void> {
  if (!isRent(what.lineKind)) return;
  const earned = await standing(ctx).where('commission.invoice_id', '=', what.invoiceId).where('commission.source', '=', 'allocation').execute();
  await giveBack(ctx, earned, { source: 'credit_note', sourceId: what.creditNoteId, cents: what.cents });
}
/** Days of a featured place that were not had are given back, and the dealer's share of them. */
export async function followFeaturedBack(ctx: Ctx, { bookingId, cents: less }: Happenings['featured.back']): Promise<void> {
  const earned = await standing(ctx).where('commission.source', '=', 'featured').where('commission.source_id', '=', bookingId).execute();
  await giveBack(ctx, earned, { source: 'featured_back', sourceId: bookingId, cents: less });
}

async function takeBack(ctx: Ctx, source: 'allocation' | 'payment', sourceId: number): Promise<void> {
  const rows = await standing(ctx).where('commission.source', '=', source).where('commission.source_id', '=', sourceId).execute();
  for (const was of rows) {
    const before = await heapOf(ctx, was);
    // A credit note may have given back a part of it already.
    const one = step(termsOf(was), before, -Math.min(was.base_cents, before.base), was.cap_cents);
    const row = await add(ctx, 'commission')
      .values({
        ...{ rule_id: was.rule_id, beneficiary: was.beneficiary, beneficiary_company_id: was.beneficiary_company_id, company_id: was.company_id },
        ...{ property_id: was.property_id, tenancy_id: was.tenancy_id, source: was.source, source_id: was.source_id, payment_id: was.payment_id },
        ...{ invoice_id: was.invoice_id, fund: was.fund, heap: was.heap, heap_cents: cents(one.heap.base), base_cents: one.base },
        ...{
          amount_cents: one.amount,
          tax_cents: one.tax,
          cap_cents: was.cap_cents,
          reverses: was.id,
          happened_on: clock.today(),
          status: 'reversed',
        },
      })
      .onConflict((oc) => oc.column('reverses').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) continue;
    await move(ctx, commissionMachine, 'reverse', was.id, null, 'clock');
    // What was never booked, or went back with a credit note, has nothing to give back.
    if (was.booked_at !== null && one.amount + one.tax !== 0) await bookBack(ctx, row);
  }
}

/** Locks the heap of a commission and returns what it holds. */
const heapOf = async (ctx: Ctx, { rule_id, heap }: CommissionRow) =>
  (await lockHeaps(ctx, [{ ruleId: rule_id, heap }])).get(heapKey(rule_id, heap)) ?? empty;
