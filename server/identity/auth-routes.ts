import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { safePath, signInPath } from '#contract/access/guard.ts';
import { isNarrowed } from '#contract/access/reach.ts';
import type { SignInError } from '#contract/identity/errors.ts';
import { failures } from '#contract/kernel/failures.ts';
import type { MessageKey } from '#contract/messages.ts';
import { messages } from '#contract/messages.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { originOf } from '#server/kernel/http.ts';
import { cookiePrefix } from './auth.ts';
import { csrfFor, csrfHolds } from './csrf.ts';
import { type Signed, sessionByCookie, sessionById } from './session.ts';
import { endSession, signIn } from './sign-in.ts';
import { tokenSeconds } from './token.ts';

type Form = Readonly<Record<string, unknown>>;
const formOf = (request: FastifyRequest): Form => (typeof request.body === 'object' && request.body !== null ? (request.body as Form) : {});
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const said: Record<SignInError, MessageKey> = {
  CredentialsSignin: 'wrongCredentials',
  SessionRequired: 'signedOut',
  TooMany: 'tooManyRequests',
  Disabled: 'accountDisabled',
  Csrf: 'csrfMissing',
};
const renewAfterMs = 24 * 60 * 60 * 1000;

/** The routes of specification 7.1 and 7.2, thin over better-auth. Forms with `json=true` get JSON, others a redirect. */
export async function authRoutes(app: FastifyInstance, house: House): Promise<void> {
  const { secret, auth, tokens, env } = house;
  const { db } = house.database;
  const secure = env.appUrl.startsWith('https://');
  const signedIn = (request: FastifyRequest): Promise<Signed | null> => sessionByCookie(db, secret, request.headers.cookie);
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'private, no-store'));

  app.get('/api/auth/session', async (request, reply) => {
    const signed = await signedIn(request);
    if (!signed) return {};
    // better-auth prolongs a session that is a day old and hands out its cookie anew.
    if (Date.now() - signed.renewed.getTime() > renewAfterMs) {
      const { headers } = await auth.api.getSession({ headers: new Headers({ cookie: request.headers.cookie ?? '' }), returnHeaders: true });
      reply.header('set-cookie', headers.getSetCookie());
    }
    return sessionAnswer(signed);
  });

  app.get('/api/auth/csrf', async (request, reply) => {
    const { token, setCookie } = csrfFor(secret, request.headers.cookie, secure);
    if (setCookie) reply.header('set-cookie', setCookie);
    return { csrfToken: token };
  });

  app.get('/api/auth/providers', async () => ({
    credentials: {
      id: 'credentials',
      name: 'E-mail and password',
      type: 'credentials',
      signinUrl: `${env.appUrl}/api/auth/signin/credentials`,
      callbackUrl: `${env.appUrl}/api/auth/callback/credentials`,
    },
  }));

  app.post<{ Params: { provider: string } }>('/api/auth/signin/:provider', async (request, reply) => {
    knownProvider(request.params.provider);
    const form = formOf(request);
    if (!csrfHolds(secret, request.headers.cookie, form.csrfToken)) return refuseForm(reply, form, 'Csrf', 0);
    return leave(reply, form, signInPath(safePath(form.callbackUrl)));
  });

  app.post<{ Params: { provider: string } }>('/api/auth/callback/:provider', async (request, reply) => {
    knownProvider(request.params.provider);
    const form = formOf(request);
    if (!csrfHolds(secret, request.headers.cookie, form.csrfToken)) return refuseForm(reply, form, 'Csrf', 0);
    for (const field of ['email', 'password']) {
      if (!text(form[field]))
        throw new Refusal('invalid', `${messages.requiredParameter.en}: ${field}`, { fields: { [field]: messages.requiredParameter.en } });
    }
    const result = await signIn(db, auth, originOf(request), {
      email: text(form.email).trim().slice(0, 320),
      password: text(form.password).slice(0, 200),
      remember: form.remember !== 'false',
    });
    if (!result.ok) return refuseForm(reply, form, result.error, result.wait);
    reply.header('set-cookie', [...result.cookies]);
    return leave(reply, form, safePath(form.callbackUrl));
  });

  app.post('/api/auth/signout', async (request, reply) => {
    const form = formOf(request);
    if (!csrfHolds(secret, request.headers.cookie, form.csrfToken)) throw new Refusal('invalid', messages.csrfMissing.en);
    await end(request, await signedIn(request), reply);
    return leave(reply, form, safePath(form.callbackUrl));
  });

  app.get('/api/token', async (request) => {
    const signed = await signedIn(request);
    if (!signed?.me.sessionId) throw new Refusal('signedOut', messages.signedOut.en);
    return { accessToken: await tokens.make(signed.me.sessionId, signed.person.id), expires_in: tokenSeconds };
  });

  app.post('/api/session_logout', async (request, reply) => {
    const given = text(formOf(request).id_token);
    const sessionId = given ? await tokens.read(given) : null;
    const signed = sessionId === null ? await signedIn(request) : await sessionById(db, sessionId);
    await end(request, signed, reply);
    return { signed_out: signed !== null };
  });

  async function end(request: FastifyRequest, signed: Signed | null, reply: FastifyReply): Promise<void> {
    if (signed?.me.sessionId) {
      await endSession(db, originOf(request), {
        id: signed.me.sessionId,
        personId: signed.person.id,
        code: signed.person.code,
        userType: signed.me.userType,
        companyId: signed.me.companyId,
      });
    }
    reply.header(
      'set-cookie',
      `${secure ? '__Secure-' : ''}${cookiePrefix}.session_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
    );
  }

  function refuseForm(reply: FastifyReply, form: Form, error: SignInError, wait: number): unknown {
    const failure = error === 'TooMany' ? failures.tooMany : error === 'Csrf' ? failures.invalid : failures.signedOut;
    if (wait > 0) reply.header('retry-after', wait);
    const url = signInPath(safePath(form.callbackUrl), error);
    if (form.json !== 'true') return reply.redirect(url, 303);
    return reply.code(failure.status).send({ error: failure.error, message: messages[said[error]].en, code: error, url, wait });
  }
}

function knownProvider(provider: string): void {
  if (provider !== 'credentials') throw new Refusal('notFound', `There is no way of signing in called ${provider.slice(0, 40)}`);
}

const leave = (reply: FastifyReply, form: Form, url: string): unknown => (form.json === 'true' ? reply.send({ url }) : reply.redirect(url, 303));

export function sessionAnswer({ me, person, expires }: Signed) {
  return {
    user: {
      id: person.id,
      user_type: me.userType,
      onboarding: me.onboarding,
      code: person.code,
      name: person.name,
      email: person.email,
      image: person.image,
      company: person.company,
      layout: me.layout,
      permissions: me.role === 'staff' || isNarrowed(me.role) ? [...me.grants] : null,
    },
    expires: expires.toISOString(),
  };
}
