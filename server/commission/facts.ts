import { sql } from 'kysely';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { mandateInForceSql } from '#server/access/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import type { CommissionNames, CommissionRow } from './post-commissions.ts';
import type { CommissionRuleRow } from './rule-terms.ts';

const why = 'finds the commission rule for a received payment';

export const readActiveCommissionRules = (ctx: Ctx): Promise<CommissionRuleRow[]> =>
  unscopedTable(ctx.db, 'commission_rule', why).select().selectAll().where('replaced_at', 'is', null).where('mandate_id', 'is', null).execute();

export type CommissionRuleSubject = {
  readonly mandateId: number | null;
  readonly region: string | null;
  readonly rule: CommissionRuleRow | null;
  readonly active: boolean;
};

type Allocated = DomainEvents['payment.allocated'];
type OfMandate = Pick<CommissionRuleSubject, 'mandateId' | 'rule'>;

/** Reads the locations of the properties and whether the tenancies have begun, all at once; the agent's mandate is read on demand. */
export async function loadCommissionRuleSubjects(ctx: Ctx, all: readonly Allocated[]): Promise<(what: Allocated) => Promise<CommissionRuleSubject>> {
  const propertyIds = [...new Set(all.map((one) => one.propertyId))];
  const tenancyIds = [...new Set(all.flatMap((one) => one.tenancyId ?? []))];
  const properties = await unscopedTable(ctx.db, 'property', why).select().select(['id', 'region']).where('id', 'in', propertyIds).execute();
  const tenancies = await unscopedTable(ctx.db, 'tenancy', why)
    .select()
    .select(['id', sql<boolean>`app.lived_in(tenancy)`.as('lived')])
    .where(sql<boolean>`id = any (${tenancyIds}::bigint[])`)
    .execute();
  const regions = new Map(properties.map((row) => [row.id, row.region]));
  const begun = new Set(tenancies.filter(({ lived }) => lived).map((row) => row.id));
  const mandates = new Map<string, OfMandate>();
  return async (what) => {
    const key = `${what.companyId}:${what.agentCompanyId}:${what.propertyId}`;
    const mandate = mandates.get(key) ?? (await mandateRule(ctx, what));
    mandates.set(key, mandate);
    return { ...mandate, region: regions.get(what.propertyId) ?? null, active: what.tenancyId !== null && begun.has(what.tenancyId) };
  };
}

/** The commission rule of the agent's mandate: a version is made when money is first received under it, and another when its terms have changed. */
async function mandateRule(ctx: Ctx, what: Allocated): Promise<OfMandate> {
  if (what.agentCompanyId === null) return { mandateId: null, rule: null };
  const mandate = await unscopedTable(ctx.db, 'mandate', why)
    .select('m')
    .select(['m.id', 'm.code', 'm.commission_bp', 'm.scope'])
    .where('m.owner_company_id', '=', what.companyId)
    .where('m.agent_company_id', '=', what.agentCompanyId)
    .where(mandateInForceSql('m'))
    .where(
      sql<boolean>`(m.all_properties or exists (select 1 from mandate_property mp where mp.mandate_id = m.id and mp.property_id = ${what.propertyId}))`,
    )
    .executeTakeFirst();
  if (!mandate || mandate.commission_bp === null) return { mandateId: mandate?.id ?? null, rule: null };
  const terms = { bps: mandate.commission_bp, basis: mandate.scope === 'letting_only' ? ('first_rent' as const) : ('rent_collected' as const) };
  return { mandateId: mandate.id, rule: await ruleOfMandate(ctx, mandate, terms) };
}

async function ruleOfMandate(
  ctx: Ctx,
  mandate: { id: number; code: string },
  terms: { bps: number; basis: 'first_rent' | 'rent_collected' },
): Promise<CommissionRuleRow> {
  // Two concurrent first payments under one mandate make one rule.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`commission-mandate:${mandate.id}`}, 0))`.execute(ctx.db);
  const now = await unscopedTable(ctx.db, 'commission_rule', why)
    .select()
    .selectAll()
    .where('mandate_id', '=', mandate.id)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
  if (now && now.bps === terms.bps && now.basis === terms.basis) return now;
  if (now) await unscopedTable(ctx.db, 'commission_rule', why).change().set({ replaced_at: sql`app.now()` }).where('id', '=', now.id).execute();
  return add(ctx, 'commission_rule')
    .values({
      first_id: now?.first_id ?? now?.id ?? null,
      version: (now?.version ?? 0) + 1,
      name: mandate.code,
      beneficiary: 'agent',
      kind: 'rate',
      ...terms,
      mandate_id: mandate.id,
      starts_on: '1970-01-01',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** One month's rent by invoice line, for lines of move-in invoices: a letting fee is calculated on it. */
export async function readFirstMonthRents(ctx: Ctx, lineIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; cents: number }>`/* unscoped: the rent on which a letting fee is calculated */
    select l.id, l.unit_cents as cents from invoice_line l join invoice i on i.id = l.invoice_id where l.id = any (${[...lineIds]}::bigint[]) and i.kind = 'move_in'`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** The dealer who recruited the leader of a company, within the time limit of their commission. */
export async function findRecruitingDealer(ctx: Ctx, companyId: number, months: number | null): Promise<number | null> {
  const { rows } = await sql<{ dealer: number }>`/* unscoped: finds the agent who introduced a company */
    select cc.company_id as dealer from company_connection cc join company d on d.id = cc.company_id and d.kind = 'dealer'
    join person p on p.id = cc.person_id and p.company_id = ${companyId}
    where cc.company_id <> ${companyId} and (${months}::int is null or cc.created_at > app.now() - make_interval(months => ${months}::int))
    order by cc.created_at, cc.company_id limit 1`.execute(ctx.db);
  return rows[0]?.dealer ?? null;
}

/** The names in its journal: the beneficiary, and the source. */
export async function readCommissionNames(ctx: Ctx, row: CommissionRow): Promise<CommissionNames> {
  const { rows } = await sql<{ earner: string | null; company: string; property: string | null }>`/* unscoped: the description of a journal entry */
    select (select name from company where id = ${row.beneficiary_company_id}) as earner, (select name from company where id = ${row.company_id}) as company,
      (select name from property where id = ${row.property_id}) as property`.execute(ctx.db);
  const [found] = rows;
  return { who: found?.earner ?? 'Makao', what: found?.company ?? '', home: found?.property ?? null };
}
