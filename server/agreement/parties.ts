import { sql } from 'kysely';
import type { agreementCalls } from '#contract/agreement/calls.ts';
import { landlordPartyRoles, type PartyRole, payingPartyRoles } from '#contract/agreement/kinds.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { mandateInForceSql } from '#server/access/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { normalizePhoneForStorage } from '#server/kernel/phone.ts';
import { add, remove, unscopedTable } from '#server/kernel/scoped.ts';
import { childrenOf, parentOf } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import { accountEmailSql, accountPhoneSql, readTenancyPeople, type TenancyFacts } from './facts.ts';
import { type AgreementRow, listAgreementParties, type PartyRow, readPaperSigning } from './rows.ts';

export type NewParty = Pick<PartyRow, 'role' | 'turn' | 'tenant_id' | 'person_id' | 'name' | 'phone' | 'email'>;
type Reach = { readonly phone: string | null; readonly email: string | null };

const roleOf = { lead: 'tenant', co_tenant: 'co_tenant', guarantor: 'guarantor' } as const;
export const isPayingParty = ({ role }: { readonly role: PartyRole }): boolean => payingPartyRoles.includes(role);

/**
 * Gives each signatory a phone number or email that no earlier signatory has: a later one with the same contact is reached at the other contact, or
 * not at all.
 */
function apart<P extends Reach>(parties: readonly P[]): P[] {
  const taken = new Set<string>();
  return parties.flatMap((one) => {
    const [phone, email] = [one.phone, one.email].map((at) => (at !== null && taken.has(at) ? null : at));
    for (const at of [phone, email]) if (at) taken.add(at);
    return phone || email ? [{ ...one, phone: phone ?? null, email: email ?? null }] : [];
  });
}

/** A mandate by which an agent signs for the holder of a property, in force today. */
const mandate = (owner: number, agent: number | null, propertyId: number) =>
  sql`from mandate m where m.may_sign and ${mandateInForceSql('m')} and m.owner_company_id = ${owner} and m.agent_company_id = ${agent}
    and (m.all_properties or exists (select 1 from mandate_property mp where mp.mandate_id = m.id and mp.property_id = ${propertyId}))`;

/** Whether the mandate allows the agent to sign for the owner now. */
export async function canAgentSign(db: Db, row: Pick<AgreementRow, 'company_id' | 'agent_company_id' | 'property_id'>): Promise<boolean> {
  const { rows } = await sql<{ ok: boolean }>`
    /* unscoped: checks whether an agent still signs for the owner */ select exists (select 1 ${mandate(row.company_id, row.agent_company_id, row.property_id)}) as ok`.execute(
    db,
  );
  return rows[0]?.ok ?? false;
}

/** The signatories: tenants and guarantors first, then the holder of the property, or the agent if the mandate allows it. */
export async function buildAgreementParties(db: Db, facts: TenancyFacts): Promise<NewParty[]> {
  const people = await readTenancyPeople(db, facts.tenancyId);
  const { rows: landlord } = await sql<Omit<NewParty, 'turn' | 'tenant_id'>>`
    /* unscoped: finds the people who sign for the owner */ select distinct on (s.n) s.role, p.id as person_id, p.name, ${accountPhoneSql('p')} as phone, ${accountEmailSql('p')} as email from (
      select 1 as n, 'agent' as role, m.agent_company_id as company ${mandate(facts.companyId, facts.agentCompanyId, facts.propertyId)}
      union all select 2, 'owner', ${facts.companyId}) s
    join person p on p.company_id = s.company and app.is_head(p.user_type, p.is_active, p.closed_at) and (p.phone is not null or p.email is not null)
    order by s.n, p.id limit 1`.execute(db);
  const theirs = people.map(({ role, ...one }) => ({ ...one, role: roleOf[role as keyof typeof roleOf] }));
  return apart([...theirs, ...landlord.map((one) => ({ ...one, tenant_id: null }))]).map((one, n) => ({ ...one, turn: n + 1 }));
}

export const addParties = async (ctx: Pick<Ctx, 'db'>, agreement_id: number, parties: readonly NewParty[]): Promise<void> => {
  if (parties.length > 0)
    await add(ctx, 'agreement_party')
      .values(parties.map((party) => ({ agreement_id, ...party })))
      .execute();
};
export const replaceParties = async (ctx: Ctx, row: AgreementRow, parties: readonly NewParty[]): Promise<void> => {
  await childrenOf(ctx.db, row, 'agreement_party', 'agreement_id').remove().execute();
  await addParties(ctx, row.id, parties);
};

/** The current contact of an account, excluding contacts of the other signatories. */
export async function readCurrentPartyContact(db: Db, party: PartyRow, others: readonly PartyRow[]): Promise<Reach> {
  if (party.person_id === null) return party;
  const own = await parentOf(db, party, 'person_id', 'person')
    .select([accountPhoneSql('person').as('phone'), accountEmailSql('person').as('email')])
    .where('closed_at', 'is', null)
    // A person whom Makao blocked or suspended cannot sign through any link.
    .where('is_active', '=', true)
    .where(sql<boolean>`coalesce(verified_status, 'pending') not in ('suspended', 'rejected')`)
    .executeTakeFirst();
  const taken = others.filter(({ id }) => id !== party.id).flatMap(({ phone, email }) => [phone, email]);
  const free = (at: string | null | undefined) => (at && !taken.includes(at) ? at : null);
  return { phone: free(own?.phone), email: free(own?.email) };
}

/** The names of the payers of the tenancy who are not among the signatories. */
export async function listMissingPayerNames(db: Db, tenancyId: number, parties: readonly Pick<PartyRow, 'tenant_id' | 'role'>[]): Promise<string[]> {
  const asked = new Set(parties.filter(isPayingParty).map(({ tenant_id }) => tenant_id));
  return (await readTenancyPeople(db, tenancyId))
    .filter(({ role, tenant_id }) => role !== 'guarantor' && !asked.has(tenant_id))
    .map(({ name }) => name);
}

/** An agreement needs every payer and the landlord's side as signatories. */
export async function assertRequiredSigners(db: Db, row: AgreementRow, parties: readonly PartyRow[]): Promise<void> {
  const names = await listMissingPayerNames(db, row.tenancy_id, parties);
  if (names.length > 0) throw invalidInputRefusal({ parties: m.agreement_problem_payers({ names: names.join(', ') }) });
  const lets = parties.some(({ role }) => role === 'owner') || (parties.some(({ role }) => role === 'agent') && (await canAgentSign(db, row)));
  if (!lets) throw invalidInputRefusal({ parties: m.agreement_problem_landlord() });
}

/** Who may confirm a scan: the side that did not upload it. The landlord's side uploads, so a tenant who does not work there confirms. */
export async function listScanConfirmers(db: Db, row: AgreementRow, parties: readonly PartyRow[]): Promise<PartyRow[]> {
  const rent = parties.filter((p) => isPayingParty(p) && (p.person_id === null || p.person_id !== readPaperSigning(row)?.by));
  const inside = await unscopedTable(db, 'person', 'finds the people who work for the company that lets the unit')
    .select()
    .select('id')
    .where('id', 'in', rent.flatMap((p) => p.person_id ?? []).concat(0))
    .where('company_id', 'in', [row.company_id, row.agent_company_id ?? row.company_id])
    .execute();
  return rent.filter((p) => !inside.some(({ id }) => id === p.person_id));
}

type Given = NonNullable<HandlerInput<(typeof agreementCalls)['update']>['parties']>;

/**
 * Replaces the signatories. People of the tenancy keep their name and part; those with an account are reached there, whatever contact was typed. The
 * landlord's company names its own signatory. A manager can add witnesses and representatives of the tenant.
 */
export async function setAgreementParties(ctx: Ctx, row: AgreementRow, given: Given): Promise<readonly NewParty[]> {
  const before = await listAgreementParties(ctx.db, row);
  const fields: Record<string, ReturnType<typeof m.agreement_problem_reach>> = {};
  const own: Readonly<Record<'owner' | 'agent', readonly (number | null)[]>> = {
    owner: [row.company_id],
    agent: [row.company_id, row.agent_company_id],
  };
  const rows: NewParty[] = [];
  for (const [n, { id, role, turn, name, phone: typed, email: mail }] of given.entries()) {
    const known = id === undefined ? undefined : before.find((p) => p.id === id);
    const fixed = known && (known.tenant_id !== null || known.person_id !== null) ? known : null;
    const part = fixed?.role ?? role;
    if (id !== undefined && !known) fields[`parties.${n}.name`] = m.agreement_problem_gone();
    if (!fixed && payingPartyRoles.includes(role)) fields[`parties.${n}.name`] = m.agreement_problem_tenant();
    if (!fixed && (role === 'owner' || role === 'agent') && !own[role].includes(ctx.me.companyId))
      fields[`parties.${n}.name`] = m.agreement_problem_side();
    const { phone, email } =
      fixed && fixed.person_id !== null
        ? await readCurrentPartyContact(ctx.db, fixed, [])
        : { phone: typed === '' ? null : normalizePhoneForStorage(typed, `parties.${n}.phone`), email: mail === '' ? null : mail.toLowerCase() };
    if (phone === null && email === null) fields[`parties.${n}.phone`] = m.agreement_problem_reach();
    rows.push({
      role: part,
      turn,
      name: fixed?.name ?? name,
      phone,
      email,
      tenant_id: fixed?.tenant_id ?? null,
      person_id: fixed?.person_id ?? null,
    });
  }
  for (const [n, one] of rows.entries())
    if (rows.some((other, at) => at < n && ((one.phone !== null && one.phone === other.phone) || (one.email !== null && one.email === other.email))))
      fields[`parties.${n}.phone`] = m.agreement_problem_twice();
  if (Object.keys(fields).length > 0) throw invalidInputRefusal(fields);
  await remove(ctx, 'agreement_party').where('agreement_id', '=', row.id).execute();
  await addParties(ctx, row.id, rows);
  return rows;
}

/**
 * The signatories of a draft after the people of its tenancy changed: tenants are replaced, others stay as named, and the landlord's side is replaced
 * if it changed. Null if nothing changed.
 */
export async function buildUpdatedParties(db: Db, facts: TenancyFacts, before: readonly NewParty[], lets = false): Promise<NewParty[] | null> {
  const isBound = (p: NewParty) => p.tenant_id !== null || (lets && landlordPartyRoles.includes(p.role));
  const key = ({ tenant_id, person_id, role }: NewParty) => `${tenant_id}:${person_id}:${role}`;
  const keys = (list: readonly NewParty[]) => list.map(key).sort().join();
  const fresh = (await buildAgreementParties(db, facts)).filter(isBound);
  if (keys(before.filter(isBound)) === keys(fresh)) return null;
  const old = new Map(before.map((p) => [key(p), p]));
  // Contact data typed for a person without an account is kept.
  const theirs = fresh.map((p) => (p.person_id === null ? { ...p, ...reachIn(old.get(key(p)) ?? p) } : p));
  const rent = theirs.filter((p) => p.tenant_id !== null);
  const rest = [...theirs.filter((p) => p.tenant_id === null), ...before.filter((p) => !isBound(p)).map(pickPartyFields)];
  return apart([...rent, ...rest]).map((one, n) => ({ ...one, turn: n + 1 }));
}
const reachIn = ({ phone, email }: Reach): Reach => ({ phone, email });
export const pickPartyFields = ({ role, turn, tenant_id, person_id, name, phone, email }: NewParty): NewParty => ({
  role,
  turn,
  tenant_id,
  person_id,
  name,
  phone,
  email,
});
