import { type RawBuilder, sql } from 'kysely';
import type { LateFeeTier } from '#contract/invoice/fees.ts';
import type { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { change, from, unscopedTable } from '#server/kernel/scoped.ts';

type Calls = typeof invoiceRunCalls;
export type LateFeePolicy = HandlerResult<Calls['setFeePolicy']>;
export type LateFeePolicyTier = HandlerInput<Calls['setFeePolicy']>['tiers'][number];
export type LateFeePolicyScope = { readonly property_id: number | null; readonly tenancy_id: number | null };

/** A row of late_fee_tier as a tier of the contract. `step` is the number under which late_fee stores what the tier charged. */
const tierOf = (step: RawBuilder<unknown>) =>
  sql`jsonb_build_object('id', ${step}, 'grace_days', s.grace_days, 'every', s.every, 'kind', s.kind, 'value', s.value, 'cap_cents', s.cap_cents)`;
/** The tiers of a policy, in order. */
const tiersOf = (policyId: RawBuilder<unknown>) =>
  sql<
    LateFeeTier[]
  >`coalesce((select jsonb_agg(${tierOf(sql`s.step`)} order by s.place) from late_fee_tier s where s.policy_id = ${policyId} and s.place is not null), '[]')`;

/**
 * The billing terms of a property as one tier. It has the number of the tier that already charged invoice `i`, otherwise that of the company's first
 * tier, which it replaces.
 */
export const propertyFeePolicySql = sql`(select jsonb_build_array(${tierOf(sql`coalesce((select min(x.tier) from late_fee x where x.invoice_id = i.id),
    (select c.step from late_fee_tier c join late_fee_policy f on f.id = c.policy_id
      where c.place = 0 and f.company_id = i.company_id and f.property_id is null and f.tenancy_id is null), s.step)`)})
  from late_fee_tier s where s.property_id = p.id)`;
const ofPolicy = (which: RawBuilder<unknown>) =>
  sql`(select case when f.active then ${tiersOf(sql`f.id`)} else '[]' end from late_fee_policy f where f.company_id = i.company_id and ${which})`;
/**
 * The late fee policy of an invoice: the most specific one of tenancy, property, the property's billing terms and company. An inactive policy means
 * no late fees, and less specific ones are not used.
 */
export const applicableFeePolicySql = sql`coalesce(${ofPolicy(sql`f.tenancy_id = t.id`)}, ${ofPolicy(sql`f.property_id = i.property_id`)}, ${propertyFeePolicySql},
  ${ofPolicy(sql`f.property_id is null and f.tenancy_id is null`)})`;

export async function readLateFeePolicies(ctx: Ctx, companyId: number, id?: number): Promise<LateFeePolicy[]> {
  let asked = from(ctx, 'late_fee_policy')
    .leftJoin('property', 'property.id', 'late_fee_policy.property_id')
    .leftJoin('tenancy', 'tenancy.id', 'late_fee_policy.tenancy_id')
    .selectAll('late_fee_policy')
    .select(['property.name as property_name', 'tenancy.code as tenancy_code'])
    .select(tiersOf(sql`late_fee_policy.id`).as('tiers'))
    .where('late_fee_policy.company_id', '=', companyId)
    .orderBy('late_fee_policy.id');
  if (id !== undefined) asked = asked.where('late_fee_policy.id', '=', id);
  return (await asked.execute()).map((row) => ({
    id: row.id,
    property: row.property_id === null ? null : { id: row.property_id, name: row.property_name ?? '' },
    tenancy: row.tenancy_id === null ? null : { id: row.tenancy_id, code: row.tenancy_code ?? '' },
    active: row.active,
    tiers: row.tiers.map((step, place) => ({ ...step, id: step.id ?? place })),
    revision: row.revision,
  }));
}

/** The late fee terms of properties without a policy of their own. */
export async function readPropertyLateFeeTerms(ctx: Ctx, companyId: number): Promise<HandlerResult<Calls['invoiceSettings']>['terms']> {
  const rows = await from(ctx, 'property')
    .innerJoin(
      unscopedTable(ctx.db, 'late_fee_tier', 'the terms of a property the caller sees').select().selectAll().as('terms'),
      'terms.property_id',
      'property.id',
    )
    .select(['property.id', 'property.name', 'terms.grace_days', 'terms.kind', 'terms.value'])
    .where('property.company_id', '=', companyId)
    .where(sql<boolean>`not exists (select 1 from late_fee_policy f where f.property_id = property.id and f.company_id = property.company_id)`)
    .orderBy('property.name')
    .execute();
  return rows.map(({ id, name, grace_days, kind, value }) => ({ property: { id, name }, grace_days, kind: kind as LateFeeTier['kind'], value }));
}

/**
 * The tiers that apply here before this policy is saved. The new policy replaces them, and its tiers take their numbers, so that nothing is charged
 * twice.
 */
async function holding(ctx: Ctx, of: LateFeePolicyScope): Promise<{ id: number }[]> {
  if (of.property_id === null && of.tenancy_id === null) return [];
  const { rows } = await sql<{ tiers: LateFeeTier[] | null }>`/* unscoped: a unit whose policy the caller sets */
    select ${applicableFeePolicySql} as tiers from property p left join tenancy t on t.id = ${of.tenancy_id}
      cross join lateral (select null::bigint as id, p.company_id, p.id as property_id) i
    where p.id = ${of.property_id} or p.id = t.property_id`.execute(ctx.db);
  return (rows[0]?.tiers ?? []).map((step, place) => ({ id: step.id ?? place }));
}
/** All current and former tiers of the company's policies, with their terms. */
const everOf = (ctx: Ctx, companyId: number) =>
  from(ctx, 'late_fee_policy')
    .innerJoin(
      unscopedTable(ctx.db, 'late_fee_tier', 'steps of policies the caller sees').select().selectAll().as('s'),
      's.policy_id',
      'late_fee_policy.id',
    )
    .select(['s.step', 's.grace_days', 's.every', 's.kind', 's.value'])
    .where('late_fee_policy.company_id', '=', companyId)
    .orderBy('s.id')
    .execute();

/**
 * Gives each tier its number, or null if it is new. A known tier keeps its number in any position, and a tier that is added again gets its old
 * number.
 */
export async function assignLateFeeTierIds(
  ctx: Ctx,
  of: LateFeePolicyScope,
  given: readonly LateFeePolicyTier[],
): Promise<(LateFeePolicyTier & { readonly id: number | null })[]> {
  const { companyId } = ctx.me;
  const policies = companyId === null ? [] : await readLateFeePolicies(ctx, companyId);
  const known = policies.find(({ property, tenancy }) => (property?.id ?? null) === of.property_id && (tenancy?.id ?? null) === of.tenancy_id);
  const before = known?.tiers ?? (await holding(ctx, of));
  const ever = companyId === null ? [] : await everOf(ctx, companyId);
  const free = new Set(before.map(({ id }) => id));
  const taken = new Set(free);
  return given.map((step, place) => {
    const id = step.id === undefined || !known ? before[place]?.id : step.id;
    if (id != null && free.delete(id)) return { ...step, id };
    const isSame = (one: (typeof ever)[number]) =>
      one.grace_days === step.grace_days && one.every === step.every && one.kind === step.kind && one.value === step.value && !taken.has(one.step);
    const was = ever.find(isSame)?.step ?? null;
    if (was !== null) taken.add(was);
    return { ...step, id: was };
  });
}

/** Saves the tiers of a policy in order and returns their numbers. Tiers that are no longer listed are kept without a position. */
export async function saveLateFeeTiers(
  ctx: Ctx,
  policyId: number,
  steps: readonly (LateFeePolicyTier & { readonly id: number | null })[],
): Promise<LateFeeTier[]> {
  await change(ctx, 'late_fee_tier').set({ place: null }).where('policy_id', '=', policyId).execute();
  const { rows } = await sql<{ tiers: LateFeeTier[] }>`/* unscoped: a policy that the caller just saved */
    with given as (select row_number() over () - 1 as place, g.* from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
        as g (id bigint, grace_days int, every text, kind text, value bigint, cap_cents bigint)),
      s as (insert into late_fee_tier (policy_id, step, place, grace_days, every, kind, value, cap_cents)
        select ${policyId}, coalesce(id, nextval('late_fee_step')), place, grace_days, every, kind, value, cap_cents from given
        on conflict (policy_id, step, grace_days, every, kind, value, cap_cents) where policy_id is not null do update set place = excluded.place returning *)
    select coalesce(jsonb_agg(${tierOf(sql`s.step`)} order by s.place), '[]') as tiers from s`.execute(ctx.db);
  return rows[0]?.tiers ?? [];
}
