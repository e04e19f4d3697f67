import { APIError } from 'better-auth/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInError } from '#contract/identity/errors.ts';
import { clock } from '#contract/time/clock.ts';
import { apart } from '#server/db/one-connection.ts';
import { invalid } from '#server/http/answer.ts';
import { originOf } from '#server/http/http.ts';
import { giveBack, take } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { readCookie } from '#server/kernel/cookie.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { same } from '#server/kernel/secrets.ts';
import { m } from '#words/messages.js';
import { agentName } from '../agent-name.ts';
import { arrived, ctxFor, openSession, type Way } from '../arrival.ts';
import { phoneWay } from '../contact/phone-way.ts';
import { tellChange } from '../credential-change.ts';
import { knownDevice } from '../devices.ts';
import { within } from '../limits.ts';
import { stateOf, takeLink } from '../links.ts';
import { sign } from '../session.ts';
import { addressKey, attempt, perAddress } from './attempts.ts';
import { cookiePrefix } from './auth.ts';
import { googleWay } from './google.ts';
import { takeCode } from './second-factor.ts';

const no = (error: SignInError, wait = 0): Way => ({ ok: false, error, wait });

/** `id.code`, as the addresses of our mailed links carry it. */
function linkOf(token: string): { id: number; code: string } {
  const [, id = '0', code = ''] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(token) ?? [];
  return { id: Number(id), code };
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below, for whatever else it is.
  }
  throw invalid({ response: m.identity_problem_device() });
}

/** The ways in beside the password: second factor, passkeys, Google. They all end in a session and `arrived`. */
export function signInMethods(house: House) {
  const { db } = house.database;
  const { secret, auth } = house;
  const secure = house.env.appUrl.startsWith('https://');
  const ticketName = `${cookiePrefix}.second_factor`;
  const cookieOf = (name: string, value: string, seconds: number) =>
    `${name}=${encodeURIComponent(value)}; Path=/api/auth; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const person = (id: number) =>
    everything(db, 'person', 'sign-in: nobody is signed in yet')
      .select()
      .select(['id', 'code', 'email', 'user_type', 'company_id', 'is_active'])
      .where('id', '=', id)
      .executeTakeFirst();

  /** What the auth library may know of a request: where it came from and the challenge, never whose session it is in. */
  const headersOf = (request: FastifyRequest): Headers => {
    const kept = (request.headers.cookie ?? '').split(';').filter((part) => part.includes('passkey'));
    return new Headers({ cookie: kept.join(';'), 'user-agent': originOf(request).agent, 'x-makao-address': request.ip, origin: house.env.appUrl });
  };
  const refusedBy = (problem: unknown): void => {
    if (!(problem instanceof APIError)) throw problem;
  };

  /** Says for five minutes who is half in already, by password or by Google; the code completes it. */
  const ticket = (personId: number, remember: boolean): string => {
    const said = `${personId}:${remember ? 1 : 0}:${clock.ms() + 5 * 60_000}`;
    return cookieOf(ticketName, `${said}|${sign(secret, `second-factor:${said}`)}`, 5 * 60);
  };

  return {
    ...googleWay(house, cookieOf, ticket),
    ...phoneWay(house, ticket),
    ticket,
    async totp(request: FastifyRequest, code: string): Promise<Way> {
      const [said = '', proof = ''] = (readCookie(request.headers.cookie, ticketName) ?? '').split('|');
      const [id, remember, until] = said.split(':').map(Number);
      if (!same(sign(secret, `second-factor:${said}`), proof) || !id || clock.ms() > (until ?? 0)) return no('SessionRequired');
      const from = originOf(request);
      const device = knownDevice(secret, request.headers.cookie, id);
      const { wait, right } = await attempt(db, 'code', { account: String(id), device, ip: from.ip });
      if (wait > 0) return no('TooMany', wait);
      const who = await person(id);
      const by = who?.is_active ? await db.transaction().execute((tx) => takeCode(tx, secret, id, code)) : null;
      if (!who || !by) {
        await audit(db, ctxFor(who, from), {
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
      await arrived(db, who, from, by === 'app' ? 'signed in with a second factor' : 'signed in with a recovery code');
      return { ok: true, cookies: [...cookies, cookieOf(ticketName, '', 0)], personId: id };
    },

    async passkeyOptions(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const { headers, response } = await auth.api.generatePasskeyAuthenticationOptions({ headers: headersOf(request), returnHeaders: true });
      return reply.header('set-cookie', headers.getSetCookie()).send(response);
    },
    async passkey(request: FastifyRequest, response: string): Promise<Way> {
      const from = originOf(request);
      const wait = await take(db, addressKey(from.ip), perAddress);
      if (wait > 0) return no('TooMany', wait);
      try {
        const { headers, response: made } = await auth.api.verifyPasskeyAuthentication({
          body: { response: jsonOf(response) as never },
          headers: headersOf(request),
          returnHeaders: true,
        });
        const who = await person(Number(made.user.id));
        if (!who?.is_active) {
          await everything(db, 'person_session', 'sign-in: nobody is signed in yet').remove().where('token', '=', made.session.token).execute();
          return no('Disabled');
        }
        await giveBack(db, addressKey(from.ip));
        await arrived(db, who, from, 'signed in with a passkey');
        return { ok: true, cookies: headers.getSetCookie(), personId: who.id };
      } catch (problem) {
        if (problem instanceof Refusal) throw problem;
        refusedBy(problem);
        await audit(db, ctxFor(undefined, from), {
          kind: 'undefined',
          document: 'session',
          id: null,
          reason: 'sign-in refused: the passkey was not right',
        });
        return no('Passkey');
      }
    },

    /** Setting one up: the mailed link stands for the person, also on a device that is not signed in. */
    async newPasskeyOptions(request: FastifyRequest, reply: FastifyReply, token: string): Promise<unknown> {
      await within(db, 'link', request.ip);
      const link = linkOf(token);
      const state = await stateOf(db, 'passwordless', link);
      if (state !== 'open') throw new Refusal('gone', m.identity_refusal_link(), { state });
      const row = await everything(db, 'one_time_link', 'sign-in: nobody is signed in yet')
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
      await within(db, 'link', request.ip);
      const answer = jsonOf(response);
      const from = originOf(request);
      try {
        await db.transaction().execute(async (tx) => {
          // Taken first: of two devices at one link the second waits, and a device that fails leaves the link as it was.
          const used = await takeLink(tx, 'passwordless', linkOf(token));
          const who = await everything(tx, 'person', 'sign-in: nobody is signed in yet')
            .select()
            .select(['id', 'code', 'user_type', 'company_id'])
            .where('id', '=', used.person_id)
            .executeTakeFirstOrThrow();
          const made = await apart('the library keeps the passkey itself', () =>
            auth.api.verifyPasskeyRegistration({
              body: { response: answer, name: name.trim().slice(0, 60) || agentName(from.agent) },
              headers: headersOf(request),
            }),
          );
          if (Number(made.userId) !== used.person_id) throw new Refusal('gone', m.identity_refusal_link(), { state: 'wrong' });
          await audit(tx, ctxFor(who, from), {
            kind: 'edit',
            document: 'account',
            id: who.id,
            code: who.code,
            after: { passkey: made.name ?? '' },
            reason: 'set up a passkey',
          });
          await tellChange(tx, who.id, 'passkey_added');
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
