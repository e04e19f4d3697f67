import { createHash } from 'node:crypto';
import { APIError } from 'better-auth/api';
import type { SignInError } from '#contract/identity/errors.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Db, nobody, type Origin } from '#server/kernel/ctx.ts';
import { forget, type Throttle, take } from '#server/kernel/throttle.ts';
import type { Auth } from './auth.ts';

const perAccount: Throttle = { limit: 8, seconds: 15 * 60 };
const perAddress: Throttle = { limit: 60, seconds: 15 * 60 };
const hash = (text: string) => createHash('sha256').update(text.toLowerCase()).digest('base64url');

export type SignInResult =
  | { readonly ok: true; readonly cookies: readonly string[] }
  | { readonly ok: false; readonly error: SignInError; readonly wait: number };

/**
 * Signs somebody in, or says why not without saying whether the account exists: an unknown address costs the same
 * password hash as a known one, and both count against account and address.
 */
export async function signIn(db: Db, auth: Auth, from: Origin, given: { email: string; password: string; remember: boolean }): Promise<SignInResult> {
  const accountKey = `sign-in:account:${hash(given.email)}`;
  const waits = [await take(db, accountKey, perAccount), await take(db, `sign-in:address:${from.ip}`, perAddress)];
  const wait = Math.max(...waits);
  if (wait > 0) return { ok: false, error: 'TooMany', wait };
  const person = await db
    .selectFrom('person')
    .select(['id', 'code', 'is_active', 'user_type', 'company_id'])
    .where('email', '=', given.email)
    .executeTakeFirst();
  const ctx = {
    me: person ? { ...nobody, userId: person.id, userType: person.user_type, companyId: person.company_id } : nobody,
    from,
    note: { audited: 0 },
  };
  const record = { document: 'session', id: person?.id ?? null, code: person?.code ?? null } as const;
  try {
    const { headers } = await auth.api.signInEmail({
      body: { email: given.email, password: given.password, rememberMe: given.remember },
      headers: new Headers({ 'user-agent': from.agent, 'x-makao-address': from.ip }),
      returnHeaders: true,
    });
    if (!person?.is_active) {
      await db
        .deleteFrom('person_session')
        .where('person_id', '=', person?.id ?? 0)
        .execute();
      await audit(db, ctx, { ...record, kind: 'undefined', reason: 'sign-in refused: the account is disabled' });
      return { ok: false, error: 'Disabled', wait: 0 };
    }
    await forget(db, accountKey);
    await db.updateTable('person').set({ last_sign_in_at: new Date() }).where('id', '=', person.id).execute();
    await audit(db, ctx, { ...record, kind: 'add', reason: 'signed in' });
    return { ok: true, cookies: headers.getSetCookie() };
  } catch (problem) {
    if (!(problem instanceof APIError) || problem.statusCode >= 500) throw problem;
    await audit(db, ctx, { ...record, kind: 'undefined', reason: 'sign-in refused: wrong e-mail or password' });
    return { ok: false, error: 'CredentialsSignin', wait: 0 };
  }
}

/** Ends one session at once, on every node. */
export async function endSession(
  db: Db,
  from: Origin,
  session: { id: number; personId: number; code: string; userType: number | null; companyId: number | null },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('person_session').where('id', '=', session.id).execute();
    const me = { ...nobody, userId: session.personId, userType: session.userType, companyId: session.companyId };
    await audit(
      tx,
      { me, from, note: { audited: 0 } },
      { kind: 'delete', document: 'session', id: session.personId, code: session.code, reason: 'signed out' },
    );
  });
}
