import { userTypes } from '#contract/kernel/roles.ts';
import { messages } from '#contract/messages.ts';
import type { PersonFull } from '#contract/people/calls.ts';
import type { Actor } from '#contract/people/rules.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { type CompanyRow, type PersonRow, toFull } from './rows.ts';

export const missing = () => new Refusal('notFound', messages.itemNotFound.en);

type Which = { readonly id: number; readonly code?: string | undefined; readonly userType?: number | undefined };

/** One person the caller may see, or nobody at all; `lock` for those about to change them. */
export async function find(ctx: Ctx, { id, code, userType }: Which, lock = false): Promise<PersonRow> {
  let found = from(ctx, 'person').selectAll('person').where('person.id', '=', id);
  if (code !== undefined) found = found.where('person.code', '=', code);
  if (userType !== undefined) found = found.where('person.user_type', '=', userType);
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
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

export async function full(ctx: Ctx, which: Which): Promise<PersonFull> {
  const person = await find(ctx, which);
  return toFull(person, await companyOf(ctx, person), await actorOf(ctx), await superadminsBeside(ctx, person.id));
}
