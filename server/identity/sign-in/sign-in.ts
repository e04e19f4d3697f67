import { createHash } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { sql } from 'kysely';
import type { SignInError } from '#contract/identity/errors.ts';
import { countAttempt } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { anonymousCaller, type Db, Refusal, type RequestOrigin } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { identityLimits } from '../limits.ts';
import { mailIdentityLink } from '../mails.ts';
import { makeSignInContext, recordSignIn } from '../sign-in-session.ts';
import { countSignInAttempt } from './attempts.ts';
import type { Auth } from './auth.ts';
import { hasSecondFactor } from './second-factor.ts';

const hash = (text: string) => createHash('sha256').update(text.toLowerCase()).digest('base64url');

export type SignInResult =
  | { readonly ok: true; readonly cookies: readonly string[]; readonly personId: number }
  | {
      readonly ok: false;
      readonly error: SignInError;
      readonly wait: number /** The person, when a second factor is still needed. */;
      readonly personId?: number;
    };

/**
 * Signs a person in, or refuses without revealing whether the account exists: hashing takes the same time for an unknown address, and every attempt
 * counts towards the lockout of account and address.
 */
export async function signIn(
  db: Db,
  auth: Auth,
  from: RequestOrigin,
  given: { email: string; password: string; remember: boolean },
  deviceOf: (personId: number) => string | null = () => null,
): Promise<SignInResult> {
  const person = await unscopedTable(db, 'person', 'the caller is not signed in before sign-in completes')
    .select()
    .select(['id', 'code', 'name', 'email', 'email_verified', 'is_active', 'user_type', 'company_id', 'last_sign_in_at'])
    .where('email', '=', given.email)
    .executeTakeFirst();
  const device = person ? deviceOf(person.id) : null;
  const { wait, right, undone } = await countSignInAttempt(db, 'password', { account: hash(given.email), device, ip: from.ip });
  if (wait > 0) return { ok: false, error: 'TooMany', wait };
  const ctx = makeSignInContext(person, from);
  const record = { document: 'session', id: person?.id ?? null, code: person?.code ?? null } as const;
  try {
    const { headers, response } = await auth.api.signInEmail({
      body: { email: given.email, password: given.password, rememberMe: given.remember },
      headers: new Headers({ 'user-agent': from.agent, 'x-makao-address': from.ip }),
      returnHeaders: true,
    });
    if (!person?.is_active) {
      await unscopedTable(db, 'person_session', 'the caller is not signed in before sign-in completes')
        .remove()
        .where('person_id', '=', person?.id ?? null)
        .execute();
      await audit(db, ctx, { ...record, kind: 'undefined', reason: 'sign-in refused: the account is disabled' });
      return { ok: false, error: 'Disabled', wait: 0 };
    }
    await right();
    const endThis = () =>
      unscopedTable(db, 'person_session', 'the caller is not signed in before sign-in completes')
        .remove()
        .where('token', '=', response.token)
        .execute();
    if (!person.email_verified && person.last_sign_in_at === null) {
      // A person who registered with another person's address must not learn at sign-in that the address was free. The answer is the usual one, and
      // the verification link is sent to the address again.
      await endThis();
      if ((await countAttempt(db, `mailTo:${given.email.toLowerCase()}`, identityLimits.mailTo)) === 0)
        await db.transaction().execute((tx) => mailIdentityLink(tx, 'verify_email', person));
      await audit(db, ctx, { ...record, kind: 'undefined', reason: 'sign-in refused: the e-mail is not verified yet' });
      return { ok: false, error: 'CredentialsSignin', wait: 0 };
    }
    if (await hasSecondFactor(db, person.id)) {
      await endThis();
      return { ok: false, error: 'SecondFactor', wait: 0, personId: person.id };
    }
    await recordSignIn(db, person, from, 'signed in');
    return { ok: true, cookies: headers.getSetCookie(), personId: person.id };
  } catch (problem) {
    if (problem instanceof Refusal) await undone();
    if (!(problem instanceof APIError) || problem.statusCode >= 500) throw problem;
    await audit(db, ctx, { ...record, kind: 'undefined', reason: 'sign-in refused: wrong e-mail or password' });
    return { ok: false, error: 'CredentialsSignin', wait: 0 };
  }
}

/** Ends one session at once on every node. Sign-out during "view as" also ends the viewer's own session. */
export async function endSession(
  db: Db,
  from: RequestOrigin,
  session: { id: number; personId: number; code: string; userType: number | null; companyId: number | null; impersonatorId?: number | null },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`/* unscoped: sign-out ends the session of the request */ delete from person_session where id = (select coalesce(impersonator_session_id, id) from person_session where id = ${session.id})`.execute(
      tx,
    );
    const me = {
      ...anonymousCaller,
      userId: session.personId,
      userType: session.userType,
      companyId: session.companyId,
      impersonatorId: session.impersonatorId ?? null,
    };
    await audit(
      tx,
      { me, from, note: { audited: 0 } },
      { kind: 'delete', document: 'session', id: session.personId, code: session.code, reason: 'signed out' },
    );
  });
}
