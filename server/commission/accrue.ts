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
import { book } from './book.ts';
import { firstRentOf, liveRules, mandateRule, namesFor, recruiterOf } from './facts.ts';
import { type RuleRow, termsOf } from './rule-terms.ts';

const why = 'a rule accrues what money that came brings';
type Allocated = Happenings['payment.allocated'];

export type Fact = {
  readonly source: 'allocation' | 'payment';
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
    .onConflict((oc) => oc.columns(['rule_id', 'source', 'source_id', 'beneficiary']).where('reverses', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row || !fact.now) return;
  await book(ctx, row, await namesFor(ctx, row));
}

/** In whose hands the owner has the rent already: what is earned on it is booked at once. */
export const factOf = (what: Allocated, active: boolean): Fact => ({
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
export const earnersOf = (what: Allocated): readonly (readonly [Beneficiary, number | null])[] => [
  ['platform', null],
  ...(what.agentCompanyId === null ? [] : [['agent', what.agentCompanyId] as const]),
];

/** Rent came in: the platform's share, and the agent's by mandate or rule. Each has the one rule that is nearest to the case. */
export async function followAllocated(ctx: Ctx, what: Allocated): Promise<void> {
  if (!isRent(what.lineKind) || what.cents <= 0) return;
  const rules = await liveRules(ctx);
  const given = { companyId: what.companyId, propertyId: what.propertyId, on: what.on };
  const { mandateId, region, rule: ofMandate, active } = await mandateRule(ctx, what);
  const facts = { ...given, mandateId, region };
  const known = ofMandate ? [...rules, ofMandate] : rules;
  const fact = factOf(what, active);
  for (const [beneficiary, earner] of earnersOf(what)) {
    const first = pick(known, beneficiary, 'first_rent', facts);
    const cap = first && (await firstRentOf(ctx, what.lineId));
    // A letting fee is of the first month alone; from then on what is asked of every rent counts.
    if (first && cap) await accrue(ctx, first, fact, earner, cap);
    const rule = pick(known, beneficiary, 'rent_collected', facts);
    if (rule && !cap) await accrue(ctx, rule, fact, earner, null);
  }
}

/** What was earned on money that was taken back is taken back with it: what the rule says of the rest, less what was accrued. */
export async function followUnallocated(ctx: Ctx, what: Allocated): Promise<void> {
  await takeBack(ctx, 'allocation', what.allocationId);
}
export async function followReversed(ctx: Ctx, { paymentId }: Happenings['payment.reversed']): Promise<void> {
  await takeBack(ctx, 'payment', paymentId);
}

async function takeBack(ctx: Ctx, source: 'allocation' | 'payment', sourceId: number): Promise<void> {
  const rows = await everything(ctx.db, 'commission', why)
    .select()
    .innerJoin('commission_rule', 'commission_rule.id', 'commission.rule_id')
    .selectAll('commission')
    .select(['commission_rule.kind', 'bps', 'fixed_cents', 'tiers', 'min_cents', 'max_cents', 'vat_bps'])
    .where('commission.source', '=', source)
    .where('commission.source_id', '=', sourceId)
    .where('commission.reverses', 'is', null)
    .where('commission.status', '<>', 'reversed')
    .orderBy('commission.id')
    .execute();
  for (const was of rows) {
    const before = await heapNow(ctx, was.rule_id, was.heap);
    const one = step(termsOf(was), before, -was.base_cents, was.cap_cents);
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
    // What was never booked has nothing to give back.
    if (was.booked_at !== null) await book(ctx, row, await namesFor(ctx, row));
  }
}

/** Somebody paid the platform for a plan or a featured place: who brought them has a share of it, for so long. */
export async function followCompleted(ctx: Ctx, what: Happenings['payment.completed']): Promise<void> {
  const basis = basisOf(what.purpose);
  if (basis === null || what.companyId === null) return;
  const on = clock.today();
  const rule = pick(await liveRules(ctx), 'dealer', basis, { companyId: what.companyId, propertyId: null, mandateId: null, region: null, on });
  const dealer = rule && (await recruiterOf(ctx, what.companyId, rule.months));
  if (!rule || !dealer) return;
  const fact: Fact = {
    ...{ source: 'payment', sourceId: what.paymentId, paymentId: what.paymentId, invoiceId: null, companyId: what.companyId },
    ...{ propertyId: null, tenancyId: null, fund: 'P', cents: what.cents, on, now: true },
  };
  await accrue(ctx, rule, fact, dealer, null);
}

/** The tenancy is lived in: the rent that was held is the owner's, and what was earned on it is booked. */
export async function followActivated(ctx: Ctx, { tenancyId }: Happenings['tenancy.activated']): Promise<void> {
  const rows = await everything(ctx.db, 'commission', why)
    .select()
    .selectAll()
    .where('booked_at', 'is', null)
    .where('status', '=', 'accrued')
    .where(sql<boolean>`(tenancy_id = ${tenancyId} or invoice_id in (select i.id from invoice i where i.tenancy_id = ${tenancyId}))`)
    .orderBy('id')
    .execute();
  for (const row of rows) await book(ctx, row, await namesFor(ctx, row));
}
