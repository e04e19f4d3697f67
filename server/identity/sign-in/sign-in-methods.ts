import { APIError } from 'better-auth/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInError } from '#contract/identity/errors.ts';
import { clock } from '#contract/time/clock.ts';
import { runOnReserveConnection } from '#server/db/one-connection.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { getRequestOrigin } from '#server/http/http.ts';
import { countAttempt, refundAttempt } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { readCookie } from '#server/kernel/cookie.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { m } from '#words/messages.js';
import { formatUserAgentName } from '../agent-name.ts';
import { phoneSignInService } from '../contact/phone-way.ts';
import { notifyCredentialChange } from '../credential-change.ts';
import { findKnownDevice } from '../devices.ts';
import { assertWithinLimit } from '../limits.ts';
import { consumeIdentityLink, readIdentityLinkState } from '../links.ts';
import { signCookieText } from '../session.ts';
import { makeSignInContext, openSession, recordSignIn, type SignInOutcome } from '../sign-in-session.ts';
import { attemptAddressKey, countSignInAttempt, ipAttemptLimit } from './attempts.ts';
import { cookiePrefix } from './auth.ts';
import { googleSignInService } from './google.ts';
import { consumeSecondFactorCode } from './second-factor.ts';

const no = (error: SignInError, wait = 0): SignInOutcome => ({ ok: false, error, wait });

/** `id.code`, as in the addresses of email links. */
function linkOf(token: string): { id: number; code: string } {
  const [, id = '0', code = ''] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(token) ?? [];
  return { id: Number(id), code };
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Invalid JSON is refused below.
  }
  throw invalidInputRefusal({ response: m.identity_problem_device() });
}

/**
 * Sign-in methods other than the password: second factor (two-factor authentication, TOTP), passkeys (WebAuthn) and Google. Each of them ends with a
 * session and a recorded sign-in.
 */
export function signInMethodService(services: RunningServices) {
  const { db } = services.database;
  const { secret, auth } = services;
  const secure = services.env.appUrl.startsWith('https://');
  const ticketName = `${cookiePrefix}.second_factor`;
  const cookieOf = (name: string, value: string, seconds: number) =>
    `${name}=${encodeURIComponent(value)}; Path=/api/auth; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const person = (id: number) =>
    unscopedTable(db, 'person', 'the caller is not signed in before sign-in completes')
      .select()
      .select(['id', 'code', 'email', 'user_type', 'company_id', 'is_active'])
      .where('id', '=', id)
      .executeTakeFirst();

  /** The headers of a request that the auth library may see: its origin and the challenge, never the session. */
  const headersOf = (request: FastifyRequest): Headers => {
    const kept = (request.headers.cookie ?? '').split(';').filter((part) => part.includes('passkey'));
    return new Headers({
      cookie: kept.join(';'),
      'user-agent': getRequestOrigin(request).agent,
      'x-makao-address': request.ip,
      origin: services.env.appUrl,
    });
  };
  const refusedBy = (problem: unknown): void => {
    if (!(problem instanceof APIError)) throw problem;
  };

  /** A ticket for the second step, valid for five minutes after the password or Google. The code completes the sign-in. */
  const ticket = (personId: number, remember: boolean): string => {
    const said = `${personId}:${remember ? 1 : 0}:${clock.ms() + 5 * 60_000}`;
    return cookieOf(ticketName, `${said}|${signCookieText(secret, `second-factor:${said}`)}`, 5 * 60);
  };

  return {
    ...googleSignInService(services, cookieOf, ticket),
    ...phoneSignInService(services, ticket),
    ticket,
    async totp(request: FastifyRequest, code: string): Promise<SignInOutcome> {
      const [said = '', proof = ''] = (readCookie(request.headers.cookie, ticketName) ?? '').split('|');
      const [id, remember, until] = said.split(':').map(Number);
      if (!isSameSecret(signCookieText(secret, `second-factor:${said}`), proof) || !id || clock.ms() > (until ?? 0)) return no('SessionRequired');
      const from = getRequestOrigin(request);
      const device = findKnownDevice(secret, request.headers.cookie, id);
      const { wait, right } = await countSignInAttempt(db, 'code', { account: String(id), device, ip: from.ip });
      if (wait > 0) return no('TooMany', wait);
      const who = await person(id);
      const by = who?.is_active ? await db.transaction().execute((tx) => consumeSecondFactorCode(tx, secret, id, code)) : null;
      if (!who || !by) {
        await audit(db, makeSignInContext(who, from), {
          kind: 'undefined',
          document: 'session',
          id,
          code: who?.code ?? null,
          reason: 'sign-in refused: wrong second factor',
        });
        return no('WrongCode');
      }
      await right();
      const cookies = await openSession(db, { secret, secure }, id, from, remember === 1);
      await recordSignIn(db, who, from, by === 'app' ? 'signed in with a second factor' : 'signed in with a recovery code');
      return { ok: true, cookies: [...cookies, cookieOf(ticketName, '', 0)], personId: id };
    },

    async passkeyOptions(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const { headers, response } = await auth.api.generatePasskeyAuthenticationOptions({ headers: headersOf(request), returnHeaders: true });
      return reply.header('set-cookie', headers.getSetCookie()).send(response);
    },
    async passkey(request: FastifyRequest, response: string): Promise<SignInOutcome> {
      const from = getRequestOrigin(request);
      const wait = await countAttempt(db, attemptAddressKey(from.ip), ipAttemptLimit);
      if (wait > 0) return no('TooMany', wait);
      try {
        const { headers, response: made } = await auth.api.verifyPasskeyAuthentication({
          body: { response: jsonOf(response) as never },
          headers: headersOf(request),
          returnHeaders: true,
        });
        const who = await person(Number(made.user.id));
        if (!who?.is_active) {
          await unscopedTable(db, 'person_session', 'the caller is not signed in before sign-in completes')
            .remove()
            .where('token', '=', made.session.token)
            .execute();
          return no('Disabled');
        }
        await refundAttempt(db, attemptAddressKey(from.ip));
        await recordSignIn(db, who, from, 'signed in with a passkey');
        return { ok: true, cookies: headers.getSetCookie(), personId: who.id };
      } catch (problem) {
        if (problem instanceof Refusal) throw problem;
        refusedBy(problem);
        await audit(db, makeSignInContext(undefined, from), {
          kind: 'undefined',
          document: 'session',
          id: null,
          reason: 'sign-in refused: the passkey was not right',
        });
        return no('Passkey');
      }
    },

    /** Passkey setup: the email link identifies the person, also on a device that is not signed in. */
    async newPasskeyOptions(request: FastifyRequest, reply: FastifyReply, token: string): Promise<unknown> {
      await assertWithinLimit(db, 'link', request.ip);
      const link = linkOf(token);
      const state = await readIdentityLinkState(db, 'passwordless', link);
      if (state !== 'open') throw new Refusal('gone', m.identity_refusal_link(), { state });
      const row = await unscopedTable(db, 'one_time_link', 'the caller is not signed in before sign-in completes')
        .select()
        .select(['person_id', 'email'])
        .where('id', '=', link.id)
        .executeTakeFirstOrThrow();
      const { headers, response } = await auth.api.generatePasskeyRegistrationOptions({
        query: { context: JSON.stringify([String(row.person_id), row.email]) },
        headers: headersOf(request),
        returnHeaders: true,
      });
      return reply.header('set-cookie', headers.getSetCookie()).send(response);
    },
    async newPasskey(request: FastifyRequest, reply: FastifyReply, token: string, response: string, name: string): Promise<unknown> {
      await assertWithinLimit(db, 'link', request.ip);
      const answer = jsonOf(response);
      const from = getRequestOrigin(request);
      try {
        await db.transaction().execute(async (tx) => {
          // The link is used up first: of two devices with one link the second waits, and a failure rolls the use back.
          const used = await consumeIdentityLink(tx, 'passwordless', linkOf(token));
          const who = await unscopedTable(tx, 'person', 'the caller is not signed in before sign-in completes')
            .select()
            .select(['id', 'code', 'user_type', 'company_id'])
            .where('id', '=', used.person_id)
            .executeTakeFirstOrThrow();
          const made = await runOnReserveConnection('the library stores the passkey in its own transaction', () =>
            auth.api.verifyPasskeyRegistration({
              body: { response: answer, name: name.trim().slice(0, 60) || formatUserAgentName(from.agent) },
              headers: headersOf(request),
            }),
          );
          if (Number(made.userId) !== used.person_id) throw new Refusal('gone', m.identity_refusal_link(), { state: 'wrong' });
          await audit(tx, makeSignInContext(who, from), {
            kind: 'edit',
            document: 'account',
            id: who.id,
            code: who.code,
            after: { passkey: made.name ?? '' },
            reason: 'set up a passkey',
          });
          await notifyCredentialChange(tx, who.id, 'passkey_added');
        });
      } catch (problem) {
        if (problem instanceof Refusal) throw problem;
        refusedBy(problem);
        throw new Refusal('invalid', m.identity_refusal_device(), { fields: { response: m.identity_problem_was_wrong() } });
      }
      return reply.send({ url: '/auth/sign_in' });
    },
  };
}
