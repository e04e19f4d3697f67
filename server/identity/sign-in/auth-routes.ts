import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buildSignInPath, toSafePath } from '#contract/access/guard.ts';
import { type SignInError, shouldLeaveCodePage } from '#contract/identity/errors.ts';
import { phoneProofValidityDays } from '#contract/identity/phone-age.ts';
import { failures } from '#contract/kernel/failures.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { getRequestOrigin } from '#server/http/http.ts';
import { findUnstorableFields } from '#server/http/storable-text.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { m } from '#words/messages.js';
import { findKnownDevice, makeDeviceCookie } from '../devices.ts';
import { makeExpiredImpersonationCookie } from '../impersonation.ts';
import { markSessionSeen, readSessionByCookie, readSessionById, type SignedSession } from '../session.ts';
import { toSessionAnswer } from '../session-answer.ts';
import { accessTokenSeconds } from '../token.ts';
import { cookiePrefix } from './auth.ts';
import { isCsrfValid, makeCsrfToken } from './csrf.ts';
import { isGoogleSignInEnabled } from './google.ts';
import { endSession, signIn } from './sign-in.ts';
import { signInMethodService } from './sign-in-methods.ts';

type Form = Readonly<Record<string, unknown>>;
function formOf(request: FastifyRequest): Form {
  const form = typeof request.body === 'object' && request.body !== null ? (request.body as Form) : {};
  // `callbackUrl` is checked separately. A value that is no path of this site leads to the home page.
  const bad = findUnstorableFields(form).filter((name) => name !== 'callbackUrl');
  if (bad.length > 0) throw invalidInputRefusal(Object.fromEntries(bad.map((name) => [name, m.problem_nul()])));
  return form;
}
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const said: Record<SignInError, () => string> = {
  CredentialsSignin: () => sentence('wrongCredentials'),
  SessionRequired: () => sentence('signedOut'),
  TooMany: () => sentence('tooManyRequests'),
  Disabled: () => sentence('accountDisabled'),
  Csrf: () => sentence('csrfMissing'),
  SecondFactor: () => sentence('signedOut'),
  WrongCode: () => m.identity_error_code(),
  PhoneCode: () => m.identity_error_phone_code(),
  PhoneOld: () => m.identity_error_phone_old({ days: phoneProofValidityDays }),
  PhoneTaken: () => m.identity_error_phone_taken(),
  PhoneAbroad: () => m.identity_error_phone_abroad(),
  PhoneElsewhere: () => m.identity_error_phone_elsewhere(),
  Passkey: () => sentence('wrongCredentials'),
  OAuth: () => sentence('wrongCredentials'),
  OAuthLink: () => sentence('wrongCredentials'),
};
const renewAfterMs = 24 * 60 * 60 * 1000;

/** The parameters that all routes share: the sign-in methods and the requester. */
function doorOf(services: RunningServices) {
  const { secret, env } = services;
  const secure = env.appUrl.startsWith('https://');
  return {
    ...{ services, secure, ways: signInMethodService(services) },
    signedIn: (request: FastifyRequest): Promise<SignedSession | null> => readSessionByCookie(services.database, secret, request.headers.cookie),
    deviceOf: (request: FastifyRequest, personId: number) => makeDeviceCookie(secret, secure, request.headers.cookie, personId),
  };
}
type Door = ReturnType<typeof doorOf>;

/** The sign-in routes of specification 7.1 and 7.2, a thin layer over better-auth. Forms with `json=true` get JSON, others a redirect. */
export async function authRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  const door = doorOf(services);
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'private, no-store'));
  sessionRoutes(app, door);
  signInRoutes(app, door);
  signOutRoutes(app, door);
}

/** Routes for the session and for the CSRF token and access token. */
function sessionRoutes(app: FastifyInstance, { services, secure, signedIn }: Door): void {
  const { secret, auth, tokens, env } = services;
  app.get('/api/auth/session', async (request, reply) => {
    const signed = await signedIn(request);
    if (!signed) return {};
    await markSessionSeen(services.database.db, requiredId(signed.me.sessionId, 'the session of a signed-in person'));
    // better-auth extends a session that is a day old and sends its cookie again.
    if (clock.ms() - signed.renewed.getTime() > renewAfterMs) {
      const { headers } = await auth.api.getSession({ headers: new Headers({ cookie: request.headers.cookie ?? '' }), returnHeaders: true });
      reply.header('set-cookie', headers.getSetCookie());
    }
    return toSessionAnswer(signed);
  });

  app.get('/api/auth/csrf', async (request, reply) => {
    const { token, setCookie } = makeCsrfToken(secret, request.headers.cookie, secure);
    if (setCookie) reply.header('set-cookie', setCookie);
    return { csrfToken: token };
  });

  app.get('/api/auth/providers', async () =>
    Object.fromEntries(
      providersOf(env).map(({ id, name, type }) => [
        id,
        { id, name, type, signinUrl: `${env.appUrl}/api/auth/signin/${id}`, callbackUrl: `${env.appUrl}/api/auth/callback/${id}` },
      ]),
    ),
  );

  app.get('/api/token', async (request) => {
    const signed = await signedIn(request);
    if (!signed?.me.sessionId) throw new Refusal('signedOut', sentence('signedOut'));
    return { accessToken: await tokens.make(signed.me.sessionId, signed.person.id), expires_in: accessTokenSeconds };
  });
}

function signInRoutes(app: FastifyInstance, door: Door): void {
  const { services, ways, signedIn, deviceOf } = door;
  const { secret, env } = services;
  app.post<{ Params: { provider: string } }>('/api/auth/signin/:provider', async (request, reply) => {
    const provider = knownProvider(env, request.params.provider);
    const form = formOf(request);
    if (!isCsrfValid(secret, request.headers.cookie, form.csrfToken)) return refuseForm(reply, form, 'Csrf', 0);
    if (provider === 'passkey') return ways.passkeyOptions(request, reply);
    if (provider === 'new_passkey') return ways.newPasskeyOptions(request, reply, text(form.link));
    if (provider === 'phone') {
      const sent = await ways.textCode(request, askedOf(form), await signedIn(request));
      const error = sent?.error ?? (sent && sent.wait > 0 ? 'TooMany' : null);
      if (error) return refuseForm(reply, form, error, sent?.wait ?? 0, phonePath(form, null, error));
      if (sent) reply.header('set-cookie', sent.cookie);
      return leave(reply, form, phonePath(form, sent ? 'code' : null));
    }
    if (provider === 'google') return leave(reply, form, await ways.googleStart(reply, toSafePath(form.callbackUrl), await signedIn(request)));
    return leave(reply, form, buildSignInPath(toSafePath(form.callbackUrl)));
  });

  app.post<{ Params: { provider: string } }>('/api/auth/callback/:provider', async (request, reply) => {
    const provider = knownProvider(env, request.params.provider);
    const form = formOf(request);
    if (!isCsrfValid(secret, request.headers.cookie, form.csrfToken)) return refuseForm(reply, form, 'Csrf', 0);
    if (provider === 'new_passkey') return ways.newPasskey(request, reply, text(form.link), text(form.response), text(form.name));
    if (provider === 'google') throw new Refusal('notFound', sentence('pageNotFound'));
    return provider === 'credentials' ? byPassword(door, request, reply, form) : byOther(door, provider, request, reply, form);
  });

  app.get<{ Querystring: { code?: string; state?: string } }>('/api/auth/callback/google', async (request, reply) => {
    knownProvider(env, 'google');
    const way = await ways.googleBack(request, text(request.query.code), text(request.query.state));
    if (way.cookies) reply.header('set-cookie', [...way.cookies]);
    if (!way.ok) return reply.redirect(buildSignInPath(way.to ?? '/', way.error), 303);
    if (way.personId !== undefined) reply.header('set-cookie', deviceOf(request, way.personId));
    return reply.redirect(way.to, 303);
  });
}

/** Sign-in by app code, by phone and by passkey. */
async function byOther(
  door: Door,
  provider: 'totp' | 'phone' | 'passkey',
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
): Promise<unknown> {
  const { ways, signedIn, deviceOf } = door;
  const way =
    provider === 'totp'
      ? await ways.totp(request, text(form.totp))
      : provider === 'phone'
        ? await ways.phone(
            request,
            {
              ...askedOf(form),
              code: text(form.code).slice(0, 40),
              name: text(form.name),
              remember: form.remember !== 'false',
              fresh: form.fresh === 'true',
            },
            await signedIn(request),
          )
        : await ways.passkey(request, text(form.response));
  if (!way.ok && way.cookies) reply.header('set-cookie', [...way.cookies]);
  const stays = provider === 'phone' && !way.ok && !shouldLeaveCodePage(way.error, Boolean(form.invitation) || form.join === 'true');
  if (!way.ok) return refuseForm(reply, form, way.error, way.wait, stays ? phonePath(form, 'code', way.error) : undefined);
  reply.header('set-cookie', [...way.cookies, deviceOf(request, way.personId)]);
  return leave(reply, form, toSafePath(form.callbackUrl));
}

/** Sign-in by email and password. */
async function byPassword({ services, ways, deviceOf }: Door, request: FastifyRequest, reply: FastifyReply, form: Form): Promise<unknown> {
  const { secret, auth } = services;
  for (const field of ['email', 'password']) {
    if (!text(form[field])) throw invalidInputRefusal({ [field]: sentence('requiredParameter') });
  }
  const given = {
    email: text(form.email).trim().slice(0, 320),
    password: text(form.password).slice(0, 200),
    remember: form.remember !== 'false',
  };
  const result = await signIn(services.database.db, auth, getRequestOrigin(request), given, (id) =>
    findKnownDevice(secret, request.headers.cookie, id),
  );
  if (!result.ok && result.personId !== undefined) reply.header('set-cookie', ways.ticket(result.personId, form.remember !== 'false'));
  if (!result.ok) return refuseForm(reply, form, result.error, result.wait);
  reply.header('set-cookie', [...result.cookies, deviceOf(request, result.personId)]);
  return leave(reply, form, toSafePath(form.callbackUrl));
}

function signOutRoutes(app: FastifyInstance, door: Door): void {
  const { services, signedIn } = door;
  const { secret, tokens } = services;
  app.post('/api/auth/signout', async (request, reply) => {
    const form = formOf(request);
    if (!isCsrfValid(secret, request.headers.cookie, form.csrfToken)) throw new Refusal('invalid', sentence('csrfMissing'));
    await end(door, request, await signedIn(request), reply);
    return leave(reply, form, toSafePath(form.callbackUrl));
  });

  app.post('/api/session_logout', async (request, reply) => {
    const given = text(formOf(request).id_token);
    const sessionId = given ? await tokens.read(given) : null;
    const signed = sessionId === null ? await signedIn(request) : await readSessionById(services.database, sessionId);
    await end(door, request, signed, reply);
    return { signed_out: signed !== null };
  });
}

async function end({ services, secure }: Door, request: FastifyRequest, signed: SignedSession | null, reply: FastifyReply): Promise<void> {
  if (signed?.me.sessionId) {
    await endSession(services.database.db, getRequestOrigin(request), {
      id: signed.me.sessionId,
      personId: signed.person.id,
      code: signed.person.code,
      userType: signed.me.userType,
      companyId: signed.me.companyId,
      impersonatorId: signed.me.impersonatorId,
    });
  }
  reply.header('set-cookie', [
    makeExpiredImpersonationCookie(services),
    `${secure ? '__Secure-' : ''}${cookiePrefix}.session_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  ]);
}

function refuseForm(reply: FastifyReply, form: Form, error: SignInError, wait: number, to?: string): unknown {
  const failure = error === 'TooMany' ? failures.tooMany : error === 'Csrf' || error === 'PhoneAbroad' ? failures.invalid : failures.signedOut;
  if (wait > 0) reply.header('retry-after', wait);
  const url = to ?? buildSignInPath(toSafePath(form.callbackUrl), error);
  if (form.json !== 'true') return reply.redirect(url, 303);
  return reply.code(failure.status).send({ error: failure.error, message: said[error](), code: error, url, wait });
}

const askedOf = (form: Form) => ({
  phone: text(form.phone).slice(0, 40),
  invitation: text(form.invitation).slice(0, 120),
  join: form.join === 'true',
});
/** The page where the person enters the code: the invitation or the sign-in page. */
function phonePath(form: Form, step: 'code' | null, error?: SignInError): string {
  const { invitation, join } = askedOf(form);
  const said = new URLSearchParams({ ...(step ? { step } : {}), ...(error ? { error } : {}) }).toString();
  if (invitation) return toSafePath(`/auth/invitation/${invitation}${said && `?${said}`}`);
  return `${buildSignInPath(toSafePath(form.callbackUrl))}&way=${join ? 'join' : 'phone'}${said && `&${said}`}`;
}

type Provider = 'credentials' | 'phone' | 'totp' | 'passkey' | 'new_passkey' | 'google';
/** The configured sign-in methods. Second factor and passkey setup are not listed, because they depend on other methods. */
function providersOf(env: RunningServices['env']): { id: Provider; name: string; type: string }[] {
  const google = isGoogleSignInEnabled(env) ? [{ id: 'google' as const, name: 'Google', type: 'oidc' }] : [];
  return [
    { id: 'credentials', name: 'E-mail and password', type: 'credentials' },
    { id: 'phone', name: 'Phone number and code', type: 'credentials' },
    { id: 'passkey', name: 'Fingerprint or passkey', type: 'webauthn' },
    ...google,
  ];
}

function knownProvider(env: RunningServices['env'], asked: string): Provider {
  const known = [...providersOf(env).map((p) => p.id), 'totp' as const, 'new_passkey' as const].find((id) => id === asked);
  if (!known) throw new Refusal('notFound', m.identity_refusal_no_way({ name: asked.slice(0, 40) }));
  return known;
}

const leave = (reply: FastifyReply, form: Form, url: string): unknown => (form.json === 'true' ? reply.send({ url }) : reply.redirect(url, 303));
