import { sql } from 'kysely';
import { listMoneyPermissions } from '#contract/access/money-permissions.ts';
import { platformRoles, type Role, toUserType, userTypes } from '#contract/kernel/roles.ts';
import type { PersonDetails } from '#contract/people/calls.ts';
import type { AccountActor, AccountTarget } from '#contract/people/rules.ts';
import { getCountyName } from '#contract/reference/counties.ts';
import { findOpenRequest } from '#server/approval/service.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { readMeAndGrantCeiling } from '#server/kernel/me.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { type CompanyRow, type PersonRow, toAccountTarget, toPersonDetails } from './rows.ts';

export const personNotFound = () => new Refusal('notFound', sentence('itemNotFound'));

type Which = { readonly id: number; readonly code?: string | undefined; readonly types?: readonly number[] };

/**
 * Finds one person the caller may see, otherwise not found; `lock` for changes. The company is locked before the person, as everywhere
 * (kernel/move.ts). Records that only refer to the person need not wait.
 */
export async function findPerson(ctx: Ctx, { id, code, types }: Which, lock = false): Promise<PersonRow> {
  let found = from(ctx, 'person').selectAll('person').where('person.id', '=', id);
  if (code !== undefined) found = found.where('person.code', '=', code);
  if (types) found = found.where(sql<boolean>`person.user_type = any (${[...types]}::int[])`);
  if (lock)
    await sql`/* unscoped: the company of a person the caller sees */ select from company
      where id = (select company_id from ${found} person) for no key update`.execute(ctx.db);
  const row = await (lock ? found.forNoKeyUpdate() : found).executeTakeFirst();
  if (!row) throw personNotFound();
  return row;
}

export const readCompanyOfPerson = async (ctx: Ctx, person: PersonRow): Promise<CompanyRow | null> =>
  person.company_id === null
    ? null
    : ((await unscopedTable(ctx.db, 'company', 'the company of a person the caller sees')
        .select()
        .selectAll()
        .where('id', '=', person.company_id)
        .executeTakeFirst()) ?? null);

/** The caller in the form that the permission rules use. The region is read again, since it may have changed during the session. */
export async function readAccountActor(ctx: Ctx): Promise<AccountActor> {
  const own = await from(ctx, 'person').select('region').where('id', '=', ctx.me.userId).executeTakeFirst();
  return { id: ctx.me.userId, role: ctx.me.role, region: own?.region ?? null, grants: ctx.me.grants };
}

/** A person in the form that the permission rules use. */
export const readAccountTarget = async (ctx: Ctx, person: PersonRow, company: CompanyRow | null): Promise<AccountTarget> =>
  toAccountTarget(person, company, (await readMeAndGrantCeiling(ctx.db, person.id))?.most ?? new Set());

/** The count has no scope, because the rule is about the whole platform. */
export async function countOtherSuperadmins(ctx: Ctx, id: number): Promise<number> {
  const { n } = await unscopedTable(ctx.db, 'person', 'the last super admin is kept regardless of the caller')
    .select()
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_type', '=', userTypes.superadmin)
    .where('is_active', '=', true)
    .where('closed_at', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/**
 * Whether enabling the account needs a second person: it gives permissions on money that Makao holds, as an appointment does. The only super admin
 * enables it alone, because there is no second person.
 */
export async function needsSecondToEnable(ctx: Ctx, person: Pick<PersonRow, 'id' | 'user_type'>): Promise<boolean> {
  if (!(platformRoles as readonly Role[]).includes(toUserType(person.user_type))) return false;
  const most = (await readMeAndGrantCeiling(ctx.db, person.id))?.most ?? new Set();
  return listMoneyPermissions(most).length > 0 && (await countOtherSuperadmins(ctx, requireSignedIn(ctx).userId)) > 0;
}

/** The county a dealer requested when joining, for the person who assigns one. */
async function askedRegion(ctx: Ctx, person: PersonRow): Promise<PersonDetails['asked_region']> {
  if (person.user_type !== userTypes.dealer) return null;
  const said = await from(ctx, 'person_profile')
    .select(sql<string | null>`details ->> 'region'`.as('code'))
    .where('person_id', '=', person.id)
    .where('kind', '=', 'dealer')
    .executeTakeFirst();
  const name = getCountyName(said?.code ?? null);
  return said?.code && name ? { code: said.code, name } : null;
}

/** The pending request about a person. */
async function requestAbout(ctx: Ctx, personId: number): Promise<PersonDetails['request']> {
  const row = await from(ctx, 'superadmin_request')
    .innerJoin('person as asker', 'asker.id', 'superadmin_request.asked_by')
    .select(['superadmin_request.id', 'act', 'reason', 'asked_by', 'superadmin_request.created_at', 'asker.name as by'])
    .where('person_id', '=', personId)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { id, act, reason, by } = row;
  return { id, act, reason, by, mine: row.asked_by === ctx.me.userId, at: row.created_at.toISOString() };
}

export async function readPerson(ctx: Ctx, which: Which): Promise<PersonDetails> {
  const person = await findPerson(ctx, which);
  const company = await readCompanyOfPerson(ctx, person);
  const asked = await askedRegion(ctx, person);
  const whole = toPersonDetails(
    person,
    company,
    asked,
    await readAccountTarget(ctx, person, company),
    await readAccountActor(ctx),
    await countOtherSuperadmins(ctx, person.id),
  );
  // Payment details of a company are shown to payers only where they pay.
  const own = company?.id === ctx.me.companyId || (platformRoles as readonly string[]).includes(ctx.me.role);
  const company_details =
    whole.company_details && !own ? { ...whole.company_details, pay_paybill: null, pay_till: null, pay_bank: null } : whole.company_details;
  const request = person.user_type === userTypes.superadmin ? await requestAbout(ctx, person.id) : null;
  // An open request to enable the account replaces the button.
  const mayEnable = whole.acts.includes('enable');
  const enabling = mayEnable ? await findOpenRequest(ctx, 'accountEnable', person.id) : null;
  const acts = enabling ? whole.acts.filter((act) => act !== 'enable') : whole.acts;
  return { ...whole, company_details, request, acts, enabling, enabling_needs_two: mayEnable && (await needsSecondToEnable(ctx, person)) };
}
