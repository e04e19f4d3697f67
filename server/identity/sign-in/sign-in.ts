import { createHash } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { sql } from 'kysely';
import type { SignInError } from '#contract/identity/errors.ts';
import { take } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Db, nobody, type Origin, Refusal } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { arrived, ctxFor } from '../arrival.ts';
import { limits } from '../limits.ts';
import { mailLink } from '../mails.ts';
import { attempt } from './attempts.ts';
import type { Auth } from './auth.ts';
import { hasSecondFactor } from './second-factor.ts';

const hash = (text: string) => createHash('sha256').update(text.toLowerCase()).digest('base64url');

export type SignInResult =
  | { readonly ok: true; readonly cookies: readonly string[]; readonly personId: number }
  | {
      readonly ok: false;
      readonly error: SignInError;
      readonly wait: number /** Whose password was right when a second factor is still to come. */;
      readonly personId?: number;
    };

/**
 * Signs somebody in, or says why not without saying whether the account exists: an unknown address costs the same
 * password hash as a known one, and both count against account and address.
 */
export async function signIn(
  db: Db,
  auth: Auth,
  from: Origin,
  given: { email: string; password: string; remember: boolean },
  deviceOf: (personId: number) => string | null = () => null,
): Promise<SignInResult> {
  const person = await everything(db, 'person', 'sign-in: nobody is signed in yet')
    .select()
    .select(['id', 'code', 'name', 'email', 'email_verified', 'is_active', 'user_type', 'company_id', 'last_sign_in_at'])
    .where('email', '=', given.email)
    .executeTakeFirst();
  const device = person ? deviceOf(person.id) : null;
  const { wait, right, undone } = await attempt(db, 'password', { account: hash(given.email), device, ip: from.ip });
  if (wait > 0) return { ok: false, error: 'TooMany', wait };
  const ctx = ctxFor(person, from);
  const record = { document: 'session', id: person?.id ?? null, code: person?.code ?? null } as const;
  try {
    const { headers, response } = await auth.api.signInEmail({
      body: { email: given.email, password: given.password, rememberMe: given.remember },
      headers: new Headers({ 'user-agent': from.agent, 'x-makao-address': from.ip }),
      returnHeaders: true,
    });
    if (!person?.is_active) {
      await everything(db, 'person_session', 'sign-in: nobody is signed in yet')
        .remove()
        .where('person_id', '=', person?.id ?? null)
        .execute();
      await audit(db, ctx, { ...record, kind: 'undefined', reason: 'sign-in refused: the account is disabled' });
      return { ok: false, error: 'Disabled', wait: 0 };
    }
    await right();
    const endThis = () => everything(db, 'person_session', 'sign-in: nobody is signed in yet').remove().where('token', '=', response.token).execute();
    if (!person.email_verified && person.last_sign_in_at === null) {
      // Whoever joined with another person's address must not learn by signing in that it was free: the answer is the
      // usual one, and the link goes out again to whom it belongs.
      await endThis();
      if ((await take(db, `mailTo:${given.email.toLowerCase()}`, limits.mailTo)) === 0)
        await db.transaction().execute((tx) => mailLink(tx, 'verify_email', person));
      await audit(db, ctx, { ...record, kind: 'undefined', reason: 'sign-in refused: the e-mail is not verified yet' });
      return { ok: false, error: 'CredentialsSignin', wait: 0 };
    }
    if (await hasSecondFactor(db, person.id)) {
      await endThis();
      return { ok: false, error: 'SecondFactor', wait: 0, personId: person.id };
    }
    await arrived(db, person, from, 'signed in');
    return { ok: true, cookies: headers.getSetCookie(), personId: person.id };
  } catch (problem) {
    if (problem instanceof Refusal) await undone();
    if (!(problem instanceof APIError) || problem.statusCode >= 500) throw problem;
    await audit(db, ctx, { ...record, kind: 'undefined', reason: 'sign-in refused: wrong e-mail or password' });
    return { ok: false, error: 'CredentialsSignin', wait: 0 };
  }
}

/** Ends one session at once, on every node; signing out of a look ends the session it was begun from, and with it the look. */
export async function endSession(
  db: Db,
  from: Origin,
  session: { id: number; personId: number; code: string; userType: number | null; companyId: number | null; impersonatorId?: number | null },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`/* all: sign-out ends the session it came with */ delete from person_session where id = (select coalesce(impersonator_session_id, id) from person_session where id = ${session.id})`.execute(
      tx,
    );
    const me = {
      ...nobody,
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
