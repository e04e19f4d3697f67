import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { SignInError } from '#contract/identity/errors.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { buildPolicyConsentPath } from '#contract/policy/agree-path.ts';
import { getRequestOrigin } from '#server/http/http.ts';
import { readCookie } from '#server/kernel/cookie.ts';
import type { Env } from '#server/kernel/env.ts';
import { readMe } from '#server/kernel/me.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { addPersonWithNewEmail } from '#server/people/service.ts';
import { readOutstandingPolicies } from '#server/policy/service.ts';
import { makeIdentityLink } from '../links.ts';
import { type SignedSession, signCookieText } from '../session.ts';
import { openSession, recordSignIn } from '../sign-in-session.ts';
import { cookiePrefix } from './auth.ts';
import { hasSecondFactor } from './second-factor.ts';

export const isGoogleSignInEnabled = (env: Env): boolean => Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET);

const Discovery = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url(), jwks_uri: z.url() });
const Tokens = z.object({ id_token: z.string() });
const Claims = z.object({
  sub: z.string().min(1),
  email: z.email(),
  email_verified: z.literal(true),
  name: z.string().optional(),
  nonce: z.string(),
});
const OAuthState = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string(), linkTo: z.number().nullable() });

export type GoogleSignInResult =
  | { readonly ok: true; readonly cookies: readonly string[]; readonly to: string; readonly personId?: number }
  | { readonly ok: false; readonly error: SignInError; readonly cookies?: readonly string[]; readonly to?: string };

/** OpenID Connect with PKCE: the state of one sign-in is stored in a signed cookie for ten minutes. */
export function googleSignInService(
  services: RunningServices,
  cookieOf: (name: string, value: string, seconds: number) => string,
  ticket: (personId: number, remember: boolean) => string,
) {
  const { env, secret } = services;
  const { db } = services.database;
  const secure = env.appUrl.startsWith('https://');
  const cookieName = `${cookiePrefix}.oauth`;
  const redirect_uri = `${env.appUrl}/api/auth/callback/google`;
  const random = () => randomBytes(24).toString('base64url');
  let found: Promise<z.output<typeof Discovery>> | null = null;
  const discovery = () => {
    found ??= fetch(`${env.GOOGLE_ISSUER}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(10_000) })
      .then(async (answer) => Discovery.parse(await answer.json()))
      .catch((problem: unknown) => {
        found = null;
        throw problem;
      });
    return found;
  };

  async function claimsOf(code: string, kept: z.output<typeof OAuthState>): Promise<z.output<typeof Claims> & JWTPayload> {
    const { token_endpoint, jwks_uri } = await discovery();
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri,
      client_id: env.GOOGLE_CLIENT_ID ?? '',
      client_secret: env.GOOGLE_CLIENT_SECRET ?? '',
      code_verifier: kept.verifier,
    });
    const answer = await fetch(token_endpoint, { method: 'POST', body, signal: AbortSignal.timeout(10_000) });
    const { id_token } = Tokens.parse(await answer.json());
    const { payload } = await jwtVerify(id_token, createRemoteJWKSet(new URL(jwks_uri)), {
      issuer: env.GOOGLE_ISSUER,
      audience: env.GOOGLE_CLIENT_ID ?? '',
    });
    const claims = Claims.parse(payload);
    if (!isSameSecret(claims.nonce, kept.nonce)) throw new Error('the nonce does not match');
    return claims;
  }

  /**
   * Opens the linked account or creates a new one. An existing account with the same email is not opened: its person has to sign in with the password
   * and link Google in the settings (oauth_callback).
   */
  async function personOf({ sub, email, name }: { sub: string; email: string; name?: string | undefined }) {
    return db.transaction().execute(async (tx) => {
      const fields = ['person.id', 'person.code', 'person.user_type', 'person.company_id', 'person.is_active'] as const;
      const linked = await unscopedTable(tx, 'person_credential', 'the caller is not signed in before sign-in completes')
        .select()
        .innerJoin('person', 'person.id', 'person_credential.person_id')
        .select(fields)
        .where('provider_id', '=', 'google')
        .where('account_id', '=', sub)
        .executeTakeFirst();
      if (linked) return linked;
      const person = await addPersonWithNewEmail(tx, {
        name: name?.slice(0, 120) || email,
        email,
        email_verified: true,
        user_type: userTypes.default,
        onboarding: true,
      });
      if (!person) return null;
      await add({ db: tx }, 'person_credential').values({ person_id: person.id, provider_id: 'google', account_id: sub }).execute();
      return person;
    });
  }

  return {
    async googleStart(reply: FastifyReply, to: string, signed: SignedSession | null): Promise<string> {
      const kept = { state: random(), nonce: random(), verifier: random(), to, linkTo: signed?.person.id ?? null };
      const said = Buffer.from(JSON.stringify(kept)).toString('base64url');
      reply.header('set-cookie', cookieOf(cookieName, `${said}|${signCookieText(secret, `oauth:${said}`)}`, 600));
      const { authorization_endpoint } = await discovery();
      const code_challenge = createHash('sha256').update(kept.verifier).digest('base64url');
      return `${authorization_endpoint}?${new URLSearchParams({ response_type: 'code', client_id: env.GOOGLE_CLIENT_ID ?? '', redirect_uri, scope: 'openid email profile', state: kept.state, nonce: kept.nonce, code_challenge, code_challenge_method: 'S256' })}`;
    },

    async googleBack(request: FastifyRequest, code: string, state: string): Promise<GoogleSignInResult> {
      const [said = '', proof = ''] = (readCookie(request.headers.cookie, cookieName) ?? '').split('|');
      if (!code || !isSameSecret(signCookieText(secret, `oauth:${said}`), proof)) return { ok: false, error: 'OAuth' };
      const kept = OAuthState.parse(JSON.parse(Buffer.from(said, 'base64url').toString()));
      if (!isSameSecret(kept.state, state)) return { ok: false, error: 'OAuth' };
      const over = cookieOf(cookieName, '', 0);
      const claims = await claimsOf(code, kept).catch((problem: unknown) => {
        request.log.warn({ err: problem }, 'the sign-in with Google failed');
        return null;
      });
      if (!claims) return { ok: false, error: 'OAuth' };
      if (kept.linkTo !== null) {
        const own = await unscopedTable(db, 'person', 'the caller is not signed in before sign-in completes')
          .select()
          .select(['id', 'email'])
          .where('id', '=', kept.linkTo)
          .executeTakeFirstOrThrow();
        const link = await makeIdentityLink(db, 'oauth', own, { sub: claims.sub, email: claims.email });
        return {
          ok: true,
          cookies: [over],
          to: `${kept.to}${kept.to.includes('?') ? '&' : '?'}${new URLSearchParams({ oauth_code: link.code, oauth_state: String(link.id) })}`,
        };
      }
      const person = await personOf(claims);
      if (!person) return { ok: false, error: 'OAuthLink', cookies: [over], to: kept.to };
      if (!person.is_active) return { ok: false, error: 'Disabled', cookies: [over] };
      if (await hasSecondFactor(db, person.id)) return { ok: false, error: 'SecondFactor', cookies: [over, ticket(person.id, true)], to: kept.to };
      const from = getRequestOrigin(request);
      const cookies = await openSession(db, { secret, secure }, person.id, from, true);
      await recordSignIn(db, person, from, 'signed in with Google');
      // After the redirect from Google, a person with unconsented policies sees these first.
      const me = await readMe(db, person.id);
      const asked = me !== null && (await readOutstandingPolicies({ db, me })).length > 0;
      return { ok: true, cookies: [...cookies, over], to: asked ? buildPolicyConsentPath(kept.to) : kept.to, personId: person.id };
    },
  };
}
