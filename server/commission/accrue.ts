import { sql } from 'kysely';
import { empty, type Heap, step } from '#contract/commission/engine.ts';
import { type Beneficiary, basisOf, isRent } from '#contract/commission/kinds.ts';
import { commissionMachine } from '#contract/commission/machine.ts';
import { pick } from '#contract/commission/pick.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { monthOf } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { book, type CommissionRow } from './book.ts';
import { type Found, firstRentOf, liveRules, mandateRule, namesFor, recruiterOf } from './facts.ts';
import { type RuleRow, termsOf } from './rule-terms.ts';
import { tellBack } from './tell.ts';

const why = 'a rule accrues what money that came brings';
type Allocated = Happenings['payment.allocated'];

export type Fact = {
  readonly source: 'allocation' | 'payment' | 'featured';
  readonly sourceId: number;
  readonly paymentId: number | null;
  readonly invoiceId: number | null;
  readonly companyId: number;
  readonly propertyId: number | null;
  readonly tenancyId: number | null;
  readonly fund: 'C' | 'P' | 'M';
  readonly cents: number;
  readonly on: string;
  /** The money is the owner's already; else it is booked when the tenancy is lived in. */
  readonly now: boolean;
};

export const heapOf = (rule: RuleRow, fact: Fact): string =>
  rule.per === 'month'
    ? `month:${fact.companyId}:${monthOf(fact.on)}`
    : rule.per === 'tenancy' && fact.tenancyId !== null
      ? `tenancy:${fact.tenancyId}`
      : fact.invoiceId !== null
        ? `invoice:${fact.invoiceId}`
        : `${fact.source}:${fact.sourceId}`;

/** What a heap holds, alone until this ends: two payments at once are reckoned one after the other. */
async function heapNow(ctx: Ctx, ruleId: number, heap: string): Promise<Heap> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`commission:${ruleId}:${heap}`}, 0))`.execute(ctx.db);
  const row = await everything(ctx.db, 'commission', why)
    .select()
    .select((eb) => [
      eb.fn.sum<number>('base_cents').as('base'),
      eb.fn.sum<number>('amount_cents').as('amount'),
      eb.fn.sum<number>('tax_cents').as('tax'),
    ])
    .where('rule_id', '=', ruleId)
    .where('heap', '=', heap)
    .executeTakeFirst();
  return row?.base === null || row === undefined ? empty : { base: Number(row.base), amount: Number(row.amount), tax: Number(row.tax) };
}

/** As the index has it: what gives back may come more than once. */
export const oncePerSource = sql<boolean>`reverses is null and source not in ('credit_note', 'featured_back')`;

async function accrue(ctx: Ctx, rule: RuleRow, fact: Fact, earner: number | null, cap: number | null): Promise<void> {
  const heap = heapOf(rule, fact);
  const before = await heapNow(ctx, rule.id, heap);
  const one = step(termsOf(rule), before, fact.cents, cap);
  const row = await add(ctx, 'commission')
    .values({
      ...{ rule_id: rule.id, beneficiary: rule.beneficiary, beneficiary_company_id: earner, company_id: fact.companyId },
      ...{ property_id: fact.propertyId, tenancy_id: fact.tenancyId, source: fact.source, source_id: fact.sourceId },
      ...{ payment_id: fact.paymentId, invoice_id: fact.invoiceId, fund: fact.fund, heap, heap_cents: cents(one.heap.base) },
      ...{ base_cents: one.base, amount_cents: one.amount, tax_cents: one.tax, cap_cents: cap === null ? null : cents(cap), happened_on: fact.on },
    })
    // Told twice is told once.
    .onConflict((oc) => oc.columns(['rule_id', 'source', 'source_id', 'beneficiary']).where(oncePerSource).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row || !fact.now) return;
  await book(ctx, row, await namesFor(ctx, row));
}

/** In whose hands the owner has the rent already: what is earned on it is booked at once. */
const factOf = (what: Allocated, active: boolean): Fact => ({
  ...{ source: 'allocation', sourceId: what.allocationId, paymentId: what.paymentId, invoiceId: what.invoiceId },
  ...{
    companyId: what.companyId,
    propertyId: what.propertyId,
    tenancyId: what.tenancyId,
    fund: what.fund,
    cents: what.cents,
    on: what.on,
    now: active || what.fund === 'M',
  },
});
const earnersOf = (what: Allocated): readonly (readonly [Beneficiary, number | null])[] => [
  ['platform', null],
  ...(what.agentCompanyId === null ? [] : [['agent', what.agentCompanyId] as const]),
];

export type Accrual = { readonly rule: RuleRow; readonly fact: Fact; readonly earner: number | null; readonly cap: number | null };
/** Who earns what on rent that came: the platform its share, the agent by mandate or rule. Each has the one rule that is nearest to the case. */
export async function accrualsOf(
  ctx: Ctx,
  rules: readonly RuleRow[],
  what: Allocated,
  { mandateId, region, rule: ofMandate, active }: Found,
): Promise<Accrual[]> {
  const known = ofMandate ? [...rules, ofMandate] : rules;
  const facts = { companyId: what.companyId, propertyId: what.propertyId, on: what.on, mandateId, region };
  const fact = factOf(what, active);
  const accruals: Accrual[] = [];
  for (const [beneficiary, earner] of earnersOf(what)) {
    // A letting fee is of the first month alone; from then on what is asked of every rent counts.
    const first = pick(known, beneficiary, 'first_rent', facts);
    const cap = first && (await firstRentOf(ctx, what.lineId));
    const rule = first && cap ? first : pick(known, beneficiary, 'rent_collected', facts);
    if (rule) accruals.push({ rule, fact, earner, cap: cap || null });
  }
  return accruals;
}

export async function followAllocated(ctx: Ctx, what: Allocated): Promise<void> {
  if (!isRent(what.lineKind) || what.cents <= 0) return;
  const rules = await liveRules(ctx);
  for (const { rule, fact, earner, cap } of await accrualsOf(ctx, rules, what, await mandateRule(ctx, what)))
    await accrue(ctx, rule, fact, earner, cap);
}

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
    const before = await heapNow(ctx, was.rule_id, was.heap);
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
  await book(ctx, row, said);
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
    const before = await heapNow(ctx, was.rule_id, was.heap);
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

/** Somebody paid the platform for a plan: who brought them has a share of it, for so long. Of a featured place it is of what was bought. */
export async function followCompleted(ctx: Ctx, what: Happenings['payment.completed']): Promise<void> {
  const basis = basisOf(what.purpose);
  if (basis !== 'plan_payment' || what.companyId === null) return;
  await dealerEarns(ctx, basis, {
    source: 'payment',
    sourceId: what.paymentId,
    paymentId: what.paymentId,
    companyId: what.companyId,
    cents: what.cents,
  });
}
/** A featured place was bought, out of whatever: the share is of its price without VAT, once. */
export const followBought = (ctx: Ctx, { bookingId, paymentId, companyId, cents: net }: Happenings['featured.bought']): Promise<void> =>
  dealerEarns(ctx, 'featured_payment', { source: 'featured', sourceId: bookingId, paymentId, companyId, cents: net });

type Sold = Pick<Fact, 'source' | 'sourceId' | 'paymentId' | 'companyId' | 'cents'>;
async function dealerEarns(ctx: Ctx, basis: 'plan_payment' | 'featured_payment', what: Sold): Promise<void> {
  const on = clock.today();
  const rule = pick(await liveRules(ctx), 'dealer', basis, { companyId: what.companyId, propertyId: null, mandateId: null, region: null, on });
  const dealer = rule && (await recruiterOf(ctx, what.companyId, rule.months));
  if (!rule || !dealer) return;
  const fact: Fact = {
    ...{ ...what, invoiceId: null, propertyId: null, tenancyId: null, fund: 'P', on, now: true },
  };
  await accrue(ctx, rule, fact, dealer, null);
}

/**
 * The tenancy is lived in: the rent that was held is the owner's, and what was earned on it is booked. What credit notes took off it before the keys
 * goes with it, heap by heap; of a heap that was taken back whole nothing is left to book.
 */
export async function followActivated(ctx: Ctx, { tenancyId }: Happenings['tenancy.activated']): Promise<void> {
  const rows = await everything(ctx.db, 'commission', why)
    .select()
    .selectAll()
    .where('booked_at', 'is', null)
    .where(sql<boolean>`(tenancy_id = ${tenancyId} or invoice_id in (select i.id from invoice i where i.tenancy_id = ${tenancyId}))`)
    .orderBy('id')
    .execute();
  const heaps = Map.groupBy(rows, (row) => `${row.rule_id}/${row.heap}/${row.beneficiary_company_id}`);
  for (const heap of heaps.values())
    if (heap.some(({ status }) => status === 'accrued'))
      for (const row of heap) if (row.amount_cents + row.tax_cents !== 0) await book(ctx, row, await namesFor(ctx, row));
}
