import { isAllowed } from '#contract/access/grants.ts';
import { findMissingGrantsOverAccount } from '#contract/access/permissions.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { readMeAndGrantCeiling } from '#server/kernel/me.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

/**
 * Finds an account for its own person or for people who manage accounts. Superadmins are managed only by superadmins, and other callers get "not
 * found".
 */
export async function requireManageableAccount(ctx: Ctx, userId: number) {
  const person = await unscopedTable(ctx.db, 'person', 'finds the account of a sign-in or an email')
    .select()
    .select(['id', 'code', 'name', 'email', 'email_verified', 'is_active', 'user_type', 'closed_at', 'phone', 'phone_proved_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const keeper = isAllowed(['admins', 'edit'], ctx.me) && (person?.user_type !== userTypes.superadmin || ctx.me.role === 'superadmin');
  if (!person || person.closed_at || !(person.id === ctx.me.userId || keeper)) throw new Refusal('notFound', sentence('itemNotFound'));
  return person;
}

/** An account whose address or number the caller may confirm: not the caller's own, nor one with permissions that the caller lacks. */
export async function requireConfirmableAccount(ctx: Ctx, userId: number) {
  const person = await requireManageableAccount(ctx, userId);
  if (person.id === ctx.me.userId) throw new Refusal('conflict', m.identity_refusal_vouch());
  const target = await readMeAndGrantCeiling(ctx.db, person.id);
  if (target && findMissingGrantsOverAccount(ctx.me.grants, { role: target.me.role, most: target.most }).length > 0)
    throw new Refusal('forbidden', sentence('accessForbidden'));
  return person;
}

/** The email of an account. Refuses for accounts without one, which joined by phone. */
export function requireEmail({ email }: { readonly email: string | null }): string {
  if (email === null) throw new Refusal('conflict', m.identity_refusal_no_email());
  return email;
}
