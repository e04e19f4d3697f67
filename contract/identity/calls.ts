import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { moment } from '#contract/kernel/list.ts';

/** What the product's own routes (specification 7.1, 7.2) say and take. They are served by hand, since they set cookies. */
export const SessionAnswer = z.union([
  z.object({
    user: z.object({
      id: z.number(),
      user_type: z.number(),
      onboarding: z.boolean(),
      code: z.string(),
      name: z.string(),
      email: z.string(),
      image: z.string().nullable(),
      company: z.string().nullable(),
      /** The dashboard this person works in; staff work in their employer's. */
      layout: z.string().nullable(),
      /** What a staff role grants; null = the defaults of the user type. */
      permissions: z.array(z.string()).nullable(),
    }),
    expires: moment,
  }),
  z.strictObject({}),
]);
export type SessionAnswer = z.output<typeof SessionAnswer>;
export type SessionUser = Extract<SessionAnswer, { user: unknown }>['user'];

const form = z.object({
  csrfToken: z.string().min(1),
  callbackUrl: z.string().max(2000).optional(),
  json: z.enum(['true', 'false']).optional(),
});

export const identityRoutes = {
  session: call({ method: 'GET', path: '/api/auth/session', summary: 'The signed-in user, or an empty object', needs: 'anyone', result: SessionAnswer, fails: [] }),
  csrf: call({
    method: 'GET',
    path: '/api/auth/csrf',
    summary: 'A token that the forms below carry, beside its cookie',
    needs: 'anyone',
    result: z.object({ csrfToken: z.string() }),
    fails: [],
  }),
  providers: call({
    method: 'GET',
    path: '/api/auth/providers',
    summary: 'The ways of signing in that are switched on',
    needs: 'anyone',
    result: z.record(z.string(), z.object({ id: z.string(), name: z.string(), type: z.string(), signinUrl: z.string(), callbackUrl: z.string() })),
    fails: [],
  }),
  signin: call({
    method: 'POST',
    path: '/api/auth/signin/:provider',
    summary: 'Where to go to sign in with a provider',
    needs: 'anyone',
    params: z.object({ provider: z.string() }),
    body: form,
    result: z.object({ url: z.string() }),
    fails: ['invalid', 'notFound'],
  }),
  callback: call({
    method: 'POST',
    path: '/api/auth/callback/:provider',
    summary: 'Sign in; with `credentials`, by e-mail and password',
    needs: 'anyone',
    params: z.object({ provider: z.string() }),
    body: form.extend({ email: z.string().max(320).optional(), password: z.string().max(200).optional(), remember: z.string().optional() }),
    result: z.object({ url: z.string() }),
    fails: ['invalid', 'signedOut', 'notFound', 'tooMany'],
  }),
  signout: call({
    method: 'POST',
    path: '/api/auth/signout',
    summary: 'End this session',
    needs: 'anyone',
    body: form,
    result: z.object({ url: z.string() }),
    fails: ['invalid'],
  }),
  token: call({
    method: 'GET',
    path: '/api/token',
    summary: 'A short-lived access token for /api/v2, to be sent as a bearer token',
    needs: 'signed-in',
    result: z.object({ accessToken: z.string(), expires_in: z.number() }),
    fails: ['signedOut'],
  }),
  sessionLogout: call({
    method: 'POST',
    path: '/api/session_logout',
    summary: 'End the session an access token belongs to',
    needs: 'anyone',
    body: z.strictObject({ id_token: z.string().max(4000).optional() }),
    result: z.object({ signed_out: z.boolean() }),
    fails: ['invalid'],
  }),
} as const;

export const identityCalls = {
  claimFirst: call({
    method: 'POST',
    path: '/api/v2/accounts/first_superadmin/',
    summary: 'Make the first superadmin with the one-time link of a new installation',
    needs: 'anyone',
    body: z.strictObject({ token: z.string().min(10).max(100), name: z.string().trim().min(2).max(120), email: z.email().max(320), password: z.string().min(12).max(128) }),
    result: z.object({ email: z.string() }),
    fails: ['gone', 'tooMany'],
    says: 'successfullyRegistered',
    document: 'account',
  }),
} as const;

/** Why the sign-in page was opened, in its address. */
export const signInErrors = ['CredentialsSignin', 'SessionRequired', 'TooMany', 'Disabled', 'Csrf'] as const;
export type SignInError = (typeof signInErrors)[number];
