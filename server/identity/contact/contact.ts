import { allows } from '#contract/access/grants.ts';
import { lackedOver } from '#contract/access/permissions.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { meAndMost } from '#server/kernel/me.ts';
import { everything } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

/** Somebody's account, for themselves or for those who look after accounts; superadmins are looked after by superadmins only. Others find nothing. */
export async function reachable(ctx: Ctx, userId: number) {
  const person = await everything(ctx.db, 'person', 'the account a sign-in or a letter is about')
    .select()
    .select(['id', 'code', 'name', 'email', 'email_verified', 'is_active', 'user_type', 'closed_at', 'phone', 'phone_proved_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const keeper = allows(['admins', 'edit'], ctx.me) && (person?.user_type !== userTypes.superadmin || ctx.me.role === 'superadmin');
  if (!person || person.closed_at || !(person.id === ctx.me.userId || keeper)) throw new Refusal('notFound', sentence('itemNotFound'));
  return person;
}

/** Somebody whose address or number the caller may vouch for: not oneself, nor anybody with a right the caller lacks. */
export async function vouchable(ctx: Ctx, userId: number) {
  const person = await reachable(ctx, userId);
  if (person.id === ctx.me.userId) throw new Refusal('conflict', m.identity_refusal_vouch());
  const target = await meAndMost(ctx.db, person.id);
  if (target && lackedOver(ctx.me.grants, { role: target.me.role, most: target.most }).length > 0)
    throw new Refusal('forbidden', sentence('accessForbidden'));
  return person;
}

/** Where letters go; whoever joined by phone alone has no such place. */
export function mailbox({ email }: { readonly email: string | null }): string {
  if (email === null) throw new Refusal('conflict', m.identity_refusal_no_email());
  return email;
}
