import { sql } from 'kysely';
import { AgreementBody, listDefaultClauseKeys, type RenderedAgreement, renderAgreement } from '#contract/agreement/body.ts';
import { type AgreementFacts, buildAgreementFields, countLeaseMonths } from '#contract/agreement/fields.ts';
import { type AgreementKind, shortLeaseMonths } from '#contract/agreement/kinds.ts';
import { monthsByFrequency, toPaymentFrequency } from '#contract/catalogue/kinds.ts';
import { getCountyName } from '#contract/reference/counties.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

const why = 'facts for the agreement of a tenancy that the caller sees';

export type TenancyFacts = AgreementFacts & {
  readonly tenancyId: number;
  readonly companyId: number;
  readonly agentCompanyId: number | null;
  readonly propertyId: number;
  readonly controlled: boolean;
  readonly commercial: boolean;
};
type Row = {
  company_id: number;
  agent_company_id: number | null;
  property_id: number;
  owner: string;
  agent: string | null;
  property: string;
  address: string;
  region: string | null;
  unit: string;
  unit_code: string;
  rent_cents: number | null;
  period: number | null;
  due_day: number;
  deposit_cents: number;
  starts_on: string;
  ends_on: string | null;
  notice_days: number;
  escalation: { kind: string; value?: number; every_months?: number };
  controlled: boolean;
  commercial: boolean;
  lease: string | null;
};

type Renewed = { readonly starts_on: string; readonly ends_on: string | null; readonly rent_cents: number };
/** The term of a renewal: the offered term, otherwise the last agreed term if it has not ended yet. */
async function renewedOf(db: Db, tenancyId: number): Promise<Renewed | null> {
  const { rows } = await sql<{ offer: Renewed | null; agreed: Renewed | null }>`
    /* unscoped: facts for the renewal of a tenancy that the caller sees */ select t.renewal as offer, (select json_build_object('starts_on', lower(during), 'ends_on', t.ends_on, 'rent_cents', rent_cents)
      from tenancy_term where tenancy_id = t.id and why = 'renewal' and (upper_inf(during) or upper(during) > app.today()) order by lower(during) desc limit 1) as agreed
    from tenancy t where t.id = ${tenancyId}`.execute(db);
  return rows[0]?.offer ?? rows[0]?.agreed ?? null;
}

/** The facts of a tenancy for the text of an agreement; a renewal uses the terms of the renewal. */
export async function readTenancyFacts(db: Db, tenancyId: number, kind: AgreementKind = 'lease'): Promise<TenancyFacts> {
  const { rows } = await sql<Row>`
    /* unscoped: facts for the agreement of a tenancy that the caller sees */ select t.company_id, t.agent_company_id, t.property_id, c.name as owner, ac.name as agent, p.name as property, p.address, p.region,
      case when t.whole then (select string_agg(o.name, ', ' order by o.id) from stay s join unit o on o.id = s.unit_id where s.tenancy_id = t.id and s.released_at is null) else u.name end as unit, u.code as unit_code, t.due_day, t.deposit_cents, t.starts_on::text, t.ends_on::text, t.notice_days, t.escalation, t.controlled,
      term.rent_cents, term.period, (p.tax_profile = 'commercial') as commercial,
      (select a.code from agreement a where a.tenancy_id = t.id and a.kind = 'lease' and a.status = 'fully_signed' order by a.id desc limit 1) as lease
    from tenancy t join company c on c.id = t.company_id left join company ac on ac.id = t.agent_company_id join property p on p.id = t.property_id
      join unit u on u.id = t.unit_id
      left join lateral (select rent_cents, period from tenancy_term where tenancy_id = t.id and upper(during) is distinct from lower(during)
        order by (during @> greatest(app.today(), t.starts_on)) desc, lower(during) desc limit 1) term on true
    where t.id = ${tenancyId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`no tenancy ${tenancyId}`);
  const people = await readTenancyPeople(db, tenancyId);
  const charges = await unscopedTable(db, 'tenancy_charge', why)
    .select()
    .select(['label', 'cents', 'often', sql<string>`lower(during)::text`.as('from'), sql<string | null>`(upper(during) - 1)::text`.as('last')])
    .where('tenancy_id', '=', tenancyId)
    .where(sql<boolean>`(upper(during) is null or upper(during) > app.today())`)
    // A later agreement does not repeat one-time charges that were already paid under the lease.
    .$if(row.lease !== null, (q) => q.where(sql<boolean>`(often <> 'once' or lower(during) > app.today())`))
    .orderBy('id')
    .execute();
  const term = kind === 'renewal' ? await renewedOf(db, tenancyId) : null;
  const named = (...roles: string[]) => people.filter(({ role }) => roles.includes(role));
  return {
    tenancyId,
    companyId: row.company_id,
    agentCompanyId: row.agent_company_id,
    propertyId: row.property_id,
    controlled: row.controlled,
    commercial: row.commercial,
    tenants: named('lead', 'co_tenant').map(({ name, phone }) => ({ name, phone })),
    guarantors: named('guarantor').map(({ name }) => name),
    owner: row.owner,
    agent: row.agent,
    property: row.property,
    address: row.address || row.property,
    county: getCountyName(row.region),
    unitCode: row.unit_code,
    unit: row.unit,
    rentCents: term ? Number(term.rent_cents) : row.rent_cents === null ? null : Number(row.rent_cents),
    months: (row.period === null ? null : monthsByFrequency[toPaymentFrequency(row.period) ?? 'month']) ?? 1,
    charges: charges.map((one) => ({ ...one, cents: one.cents === null ? null : Number(one.cents) })),
    dueDay: row.due_day,
    depositCents: Number(row.deposit_cents),
    startsOn: term?.starts_on ?? row.starts_on,
    endsOn: term ? term.ends_on : row.ends_on,
    noticeDays: row.notice_days,
    escalation: row.escalation,
    lease: row.lease,
  };
}

/**
 * The people of a tenancy today, or on its first day if that is in the future. A person with an account is contacted at the confirmed contact of the
 * account; a person without an account at the contact that the manager recorded.
 */
export const readTenancyPeople = (db: Db, tenancyId: number) =>
  unscopedTable(db, 'tenancy_person', why)
    .select()
    .innerJoin('tenancy', 'tenancy.id', 'tenancy_person.tenancy_id')
    .innerJoin('tenant', 'tenant.id', 'tenancy_person.tenant_id')
    .leftJoin('person', 'person.id', 'tenant.person_id')
    .select(['tenancy_person.role', 'tenant.id as tenant_id', 'tenant.person_id', 'tenant.name'])
    .select([
      sql<string | null>`case when person.id is null then tenant.phone else ${accountPhoneSql('person')} end`.as('phone'),
      sql<string | null>`case when person.id is null then tenant.email else ${accountEmailSql('person')} end`.as('email'),
    ])
    .where('tenancy_person.tenancy_id', '=', tenancyId)
    .where(sql<boolean>`coalesce(tenancy_person.since, tenancy.starts_on) <= greatest(app.today(), tenancy.starts_on)`)
    .where(sql<boolean>`(tenancy_person.until is null or tenancy_person.until >= greatest(app.today(), tenancy.starts_on))`)
    .where('tenancy_person.role', 'in', ['lead', 'co_tenant', 'guarantor'])
    .orderBy(sql`case tenancy_person.role when 'lead' then 1 when 'co_tenant' then 2 else 3 end`)
    .orderBy('tenancy_person.id')
    .execute();

/** The confirmed phone number or email of an account; if neither is confirmed, the one in the person's own account. */
export const accountPhoneSql = (p: string) =>
  sql<
    string | null
  >`case when ${sql.ref(`${p}.phone_proved_at`)} is not null or not ${sql.ref(`${p}.email_verified`)} then ${sql.ref(`${p}.phone`)} end`;
export const accountEmailSql = (p: string) =>
  sql<
    string | null
  >`case when ${sql.ref(`${p}.email_verified`)} or ${sql.ref(`${p}.phone_proved_at`)} is null then ${sql.ref(`${p}.email`)}::text end`;

export type AgreementTemplateRow = {
  readonly id: number;
  readonly name: string;
  readonly body: unknown;
  readonly governs: 'en' | 'sw';
  readonly reviewed_by: string;
};
const templates = (db: Db) =>
  unscopedTable(db, 'agreement_template', 'the template an agreement is written from')
    .select()
    .select(['id', 'name', 'body', 'governs', 'reviewed_by']);
export const readAgreementTemplate = (db: Db, id: number): Promise<AgreementTemplateRow> =>
  templates(db).where('id', '=', id).executeTakeFirstOrThrow();

/** The template offered first: the latest one of the company for this kind, otherwise the one of the platform. */
export const findDefaultAgreementTemplate = (
  db: Db,
  companyId: number,
  kind: string,
  commercial: boolean,
): Promise<AgreementTemplateRow | undefined> =>
  templates(db)
    .where('kind', '=', kind as 'lease')
    .where('retired_at', 'is', null)
    .where('published_at', 'is not', null)
    .where((eb) => eb.or([eb('company_id', 'is', null), eb('company_id', '=', companyId)]))
    .orderBy(sql`use = ${commercial ? 'commercial' : 'residential'}`, 'desc')
    .orderBy('company_id', (o) => o.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const parseAgreementTemplateBody = (template: AgreementTemplateRow): AgreementBody => AgreementBody.parse(template.body);
export const renderAgreementTemplate = (
  template: AgreementTemplateRow,
  facts: AgreementFacts,
  chosen: readonly string[] | null,
): RenderedAgreement => {
  const body = parseAgreementTemplateBody(template);
  return renderAgreement(body, buildAgreementFields(facts), chosen ?? listDefaultClauseKeys(body));
};

/** The warnings shown beside a text before it is sent. */
export const listAgreementCautions = (facts: TenancyFacts, template: Pick<AgreementTemplateRow, 'reviewed_by'>) => [
  ...(template.reviewed_by === '' ? (['no_advocate'] as const) : []),
  ...((countLeaseMonths(facts.startsOn, facts.endsOn) ?? 0) > shortLeaseMonths ? (['long_lease'] as const) : []),
  ...(facts.controlled || facts.commercial ? (['controlled'] as const) : []),
];
