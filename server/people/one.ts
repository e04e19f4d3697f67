import { sql } from 'kysely';
import { platformRoles, userTypes } from '#contract/kernel/roles.ts';
import type { PersonFull } from '#contract/people/calls.ts';
import type { Actor, Target } from '#contract/people/rules.ts';
import { countyName } from '#contract/reference/counties.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { meAndMost } from '#server/kernel/me.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { type CompanyRow, type PersonRow, targetOf, toFull } from './rows.ts';

export const missing = () => new Refusal('notFound', sentence('itemNotFound'));

type Which = { readonly id: number; readonly code?: string | undefined; readonly types?: readonly number[] };

/**
 * One person the caller may see, or nobody at all; `lock` for those about to change them. Company before person, as everywhere
 * (kernel/move.ts). Records that name the person need not wait.
 */
export async function find(ctx: Ctx, { id, code, types }: Which, lock = false): Promise<PersonRow> {
  let found = from(ctx, 'person').selectAll('person').where('person.id', '=', id);
  if (code !== undefined) found = found.where('person.code', '=', code);
  if (types) found = found.where(sql<boolean>`person.user_type = any (${[...types]}::int[])`);
  if (lock)
    await sql`/* all: the company of a person the caller sees */ select from company
      where id = (select company_id from ${found} person) for no key update`.execute(ctx.db);
  const row = await (lock ? found.forNoKeyUpdate() : found).executeTakeFirst();
  if (!row) throw missing();
  return row;
}

export const companyOf = async (ctx: Ctx, person: PersonRow): Promise<CompanyRow | null> =>
  person.company_id === null
    ? null
    : ((await everything(ctx.db, 'company', 'the company of a person the caller sees')
        .select()
        .selectAll()
        .where('id', '=', person.company_id)
        .executeTakeFirst()) ?? null);

/** The caller as the rules know them. The region is read anew: it may have changed since the session began. */
export async function actorOf(ctx: Ctx): Promise<Actor> {
  const own = await from(ctx, 'person').select('region').where('id', '=', ctx.me.userId).executeTakeFirst();
  return { id: ctx.me.userId, role: ctx.me.role, region: own?.region ?? null, grants: ctx.me.grants };
}

/** Somebody as the rules know them. */
export const judged = async (ctx: Ctx, person: PersonRow, company: CompanyRow | null): Promise<Target> =>
  targetOf(person, company, (await meAndMost(ctx.db, person.id))?.most ?? new Set());

/** Counted whatever the caller may see: the rule is about the platform, not about a view of it. */
export async function superadminsBeside(ctx: Ctx, id: number): Promise<number> {
  const { n } = await everything(ctx.db, 'person', 'the last superadmin stays, whoever asks')
    .select()
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_type', '=', userTypes.superadmin)
    .where('is_active', '=', true)
    .where('closed_at', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The county a dealer wished for when they joined: for whoever is to give them one. */
async function askedRegion(ctx: Ctx, person: PersonRow): Promise<PersonFull['asked_region']> {
  if (person.user_type !== userTypes.dealer) return null;
  const said = await from(ctx, 'person_profile')
    .select(sql<string | null>`details ->> 'region'`.as('code'))
    .where('person_id', '=', person.id)
    .where('kind', '=', 'dealer')
    .executeTakeFirst();
  const name = countyName(said?.code ?? null);
  return said?.code && name ? { code: said.code, name } : null;
}

/** What stands open about somebody. */
async function requestAbout(ctx: Ctx, personId: number): Promise<PersonFull['request']> {
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

export async function full(ctx: Ctx, which: Which): Promise<PersonFull> {
  const person = await find(ctx, which);
  const company = await companyOf(ctx, person);
  const asked = await askedRegion(ctx, person);
  const whole = toFull(person, company, asked, await judged(ctx, person, company), await actorOf(ctx), await superadminsBeside(ctx, person.id));
  // How a company is paid is said to who has to pay, where they pay.
  const own = company?.id === ctx.me.companyId || (platformRoles as readonly string[]).includes(ctx.me.role);
  const company_details =
    whole.company_details && !own ? { ...whole.company_details, pay_paybill: null, pay_till: null, pay_bank: null } : whole.company_details;
  return { ...whole, company_details, request: person.user_type === userTypes.superadmin ? await requestAbout(ctx, person.id) : null };
}
