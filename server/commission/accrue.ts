import { sql } from 'kysely';
import { calculateCommissionIncrement, emptyAccumulation } from '#contract/commission/engine.ts';
import { type CommissionBeneficiary, getCommissionBasis, isRentLineKind } from '#contract/commission/kinds.ts';
import { selectCommissionRule } from '#contract/commission/select-rule.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { clock } from '#contract/time/clock.ts';
import { monthOf } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { buildAccumulationKey, lockAccumulations } from './accumulations.ts';
import {
  type CommissionRuleSubject,
  findRecruitingDealer,
  loadCommissionRuleSubjects,
  readActiveCommissionRules,
  readCommissionNames,
  readFirstMonthRents,
} from './facts.ts';
import { type CommissionRow, postCommissions } from './post-commissions.ts';
import { type CommissionRuleRow, toCommissionTerms } from './rule-terms.ts';

const why = 'commission that a rule accrues on money received';
type Allocated = DomainEvents['payment.allocated'];

type Fact = {
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
  /** Whether the rent already belongs to the owner; otherwise the commission is posted at move-in. */
  readonly now: boolean;
};

const heapOf = (rule: CommissionRuleRow, fact: Fact): string =>
  rule.per === 'month'
    ? `month:${fact.companyId}:${monthOf(fact.on)}`
    : rule.per === 'tenancy' && fact.tenancyId !== null
      ? `tenancy:${fact.tenancyId}`
      : fact.invoiceId !== null
        ? `invoice:${fact.invoiceId}`
        : `${fact.source}:${fact.sourceId}`;

/** The condition of the unique index; reversals are excluded, because several may have the same source. */
const oncePerSource = sql<boolean>`reverses is null and source not in ('credit_note', 'featured_back')`;

/** The owner already holds the rent, so that the commission is posted at once. */
const factOf = (what: Allocated, active: boolean): Fact => ({
  source: 'allocation',
  sourceId: what.allocationId,
  paymentId: what.paymentId,
  invoiceId: what.invoiceId,
  companyId: what.companyId,
  propertyId: what.propertyId,
  tenancyId: what.tenancyId,
  fund: what.fund,
  cents: what.cents,
  on: what.on,
  now: active || what.fund === 'M',
});
const earnersOf = (what: Allocated): readonly (readonly [CommissionBeneficiary, number | null])[] => [
  ['platform', null],
  ...(what.agentCompanyId === null ? [] : [['agent', what.agentCompanyId] as const]),
];

type Accrual = { readonly rule: CommissionRuleRow; readonly fact: Fact; readonly earner: number | null; readonly cap: number | null };
/** The commissions on received rent: platform commission, and agent commission by mandate or rule. Each uses the most specific rule. */
function accrualsOf(
  rules: readonly CommissionRuleRow[],
  what: Allocated,
  { mandateId, region, rule: ofMandate, active }: CommissionRuleSubject,
  firstRents: ReadonlyMap<number, number>,
): Accrual[] {
  const known = ofMandate ? [...rules, ofMandate] : rules;
  const facts = { companyId: what.companyId, propertyId: what.propertyId, on: what.on, mandateId, region };
  const fact = factOf(what, active);
  const accruals: Accrual[] = [];
  for (const [beneficiary, earner] of earnersOf(what)) {
    // A letting fee applies to the first month only; afterwards the rule for every rent applies.
    const first = selectCommissionRule(known, beneficiary, 'first_rent', facts);
    const cap = first && firstRents.get(what.lineId);
    const rule = first && cap ? first : selectCommissionRule(known, beneficiary, 'rent_collected', facts);
    if (rule) accruals.push({ rule, fact, earner, cap: cap || null });
  }
  return accruals;
}

/** Commission on rent that was allocated: read once per table, calculated in the order given, written in one statement per table. */
export async function onPaymentAllocatedForCommission(ctx: Ctx, all: readonly Allocated[]): Promise<void> {
  const rents = all.filter((what) => isRentLineKind(what.lineKind) && what.cents > 0);
  if (rents.length === 0) return;
  const rules = await readActiveCommissionRules(ctx);
  const placeOf = await loadCommissionRuleSubjects(ctx, rents);
  const firstRents = await readFirstMonthRents(
    ctx,
    rents.map(({ lineId }) => lineId),
  );
  const accruals: Accrual[] = [];
  for (const what of rents) accruals.push(...accrualsOf(rules, what, await placeOf(what), firstRents));
  await accrue(ctx, accruals);
}

async function accrue(ctx: Ctx, accruals: readonly Accrual[]): Promise<void> {
  if (accruals.length === 0) return;
  const heaps = await lockAccumulations(
    ctx,
    accruals.map(({ rule, fact }) => ({ ruleId: rule.id, heap: heapOf(rule, fact) })),
  );
  const rows = accruals.map(({ rule, fact, earner, cap }) => {
    const heap = heapOf(rule, fact);
    const one = calculateCommissionIncrement(
      toCommissionTerms(rule),
      heaps.get(buildAccumulationKey(rule.id, heap)) ?? emptyAccumulation,
      fact.cents,
      cap,
    );
    heaps.set(buildAccumulationKey(rule.id, heap), one.heap);
    return {
      rule_id: rule.id,
      beneficiary: rule.beneficiary,
      beneficiary_company_id: earner,
      company_id: fact.companyId,
      property_id: fact.propertyId,
      tenancy_id: fact.tenancyId,
      source: fact.source,
      source_id: fact.sourceId,
      payment_id: fact.paymentId,
      invoice_id: fact.invoiceId,
      fund: fact.fund,
      heap,
      heap_cents: one.heap.base,
      base_cents: one.base,
      amount_cents: one.amount,
      tax_cents: one.tax,
      cap_cents: cap,
      happened_on: fact.on,
    };
  });
  const { rows: made } = await sql<CommissionRow>`/* unscoped: commission that a rule accrues */
    insert into commission (rule_id, beneficiary, beneficiary_company_id, company_id, property_id, tenancy_id, source, source_id, payment_id, invoice_id, fund, heap, heap_cents,
      base_cents, amount_cents, tax_cents, cap_cents, happened_on)
    select rule_id, beneficiary, beneficiary_company_id, company_id, property_id, tenancy_id, source, source_id, payment_id, invoice_id, fund, heap, heap_cents,
      base_cents, amount_cents, tax_cents, cap_cents, happened_on from jsonb_populate_recordset(null::commission, ${JSON.stringify(rows)}::jsonb)
    on conflict (rule_id, source, source_id, beneficiary) where ${oncePerSource} do nothing returning *, happened_on::text as happened_on`.execute(
    ctx.db,
  );
  const isNow = new Map(accruals.map(({ fact }) => [fact.sourceId, fact.now]));
  const due = made.filter((row) => isNow.get(row.source_id));
  await postCommissions(ctx, await withNames(ctx, due));
}
/** Adds the names for the journal entries. Most commissions of a batch share them, so they are read once. */
async function withNames(ctx: Ctx, rows: readonly CommissionRow[]) {
  const known = new Map<string, Awaited<ReturnType<typeof readCommissionNames>>>();
  const named: { row: CommissionRow; said: Awaited<ReturnType<typeof readCommissionNames>> }[] = [];
  for (const row of rows) {
    const key = [row.beneficiary_company_id, row.company_id, row.property_id].join(':');
    const said = known.get(key) ?? (await readCommissionNames(ctx, row));
    known.set(key, said);
    named.push({ row, said });
  }
  return named;
}

/** A plan was paid: the dealer who recruited the company earns a share for a limited time. Featured places earn on the purchase instead. */
export async function onPlanPaid(ctx: Ctx, what: DomainEvents['payment.completed']): Promise<void> {
  const basis = getCommissionBasis(what.purpose);
  if (basis !== 'plan_payment' || what.companyId === null) return;
  await dealerEarns(ctx, basis, {
    source: 'payment',
    sourceId: what.paymentId,
    paymentId: what.paymentId,
    companyId: what.companyId,
    cents: what.cents,
  });
}
/** A featured place was bought, by any means of payment: the dealer earns once on its price without VAT. */
export const onFeaturedBoughtForCommission = (
  ctx: Ctx,
  { bookingId, paymentId, companyId, cents: net }: DomainEvents['featured.bought'],
): Promise<void> => dealerEarns(ctx, 'featured_payment', { source: 'featured', sourceId: bookingId, paymentId, companyId, cents: net });

type Sold = Pick<Fact, 'source' | 'sourceId' | 'paymentId' | 'companyId' | 'cents'>;
async function dealerEarns(ctx: Ctx, basis: 'plan_payment' | 'featured_payment', what: Sold): Promise<void> {
  const on = clock.today();
  const rule = selectCommissionRule(await readActiveCommissionRules(ctx), 'dealer', basis, {
    companyId: what.companyId,
    propertyId: null,
    mandateId: null,
    region: null,
    on,
  });
  const dealer = rule && (await findRecruitingDealer(ctx, what.companyId, rule.months));
  if (!rule || !dealer) return;
  const fact: Fact = {
    ...what,
    invoiceId: null,
    propertyId: null,
    tenancyId: null,
    fund: 'P',
    on,
    now: true,
  };
  await accrue(ctx, [{ rule, fact, earner: dealer, cap: null }]);
}

/**
 * The tenancy begins: held rent becomes the owner's, and its commissions are posted. Reductions by credit notes before move-in are posted with them,
 * per accumulation; a fully reversed one has nothing to post.
 */
export async function onTenancyActivatedForCommission(ctx: Ctx, { tenancyId }: DomainEvents['tenancy.activated']): Promise<void> {
  const rows = await unscopedTable(ctx.db, 'commission', why)
    .select()
    .selectAll()
    .where('booked_at', 'is', null)
    .where(sql<boolean>`(tenancy_id = ${tenancyId} or invoice_id in (select i.id from invoice i where i.tenancy_id = ${tenancyId}))`)
    .orderBy('id')
    .execute();
  const heaps = Map.groupBy(rows, (row) => `${row.rule_id}/${row.heap}/${row.beneficiary_company_id}`);
  for (const heap of heaps.values())
    if (heap.some(({ status }) => status === 'accrued'))
      await postCommissions(
        ctx,
        await withNames(
          ctx,
          heap.filter((row) => row.amount_cents + row.tax_cents !== 0),
        ),
      );
}
