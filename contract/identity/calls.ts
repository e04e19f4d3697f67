import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { id, list, moment } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { phone } from '#contract/kernel/phone.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { personMachine } from '#contract/people/machine.ts';
import { m } from '#words/messages.js';
import { anyProfile } from './profile.ts';

/** What the product's own routes (specification 7.1, 7.2) say and take. They are served by hand, since they set cookies. */
export const SessionAnswer = z.union([
  z.object({
    user: z.object({
      id: z.number(),
      user_type: z.number(),
      onboarding: z.boolean(),
      code: z.string(),
      name: z.string(),
      /** Nobody's who joined by phone alone. */
      email: z.string().nullable(),
      image: z.string().nullable(),
      company: z.string().nullable(),
      /** The dashboard this person works in; staff work in their employer's. */
      layout: z.string().nullable(),
      /** What a staff role grants, or what is left before verification; null = the defaults of the user type. */
      permissions: z.array(z.string()).nullable(),
      /** How far the platform trusts an owner, agent, dealer or their staff; null for everybody else. */
      verified_status: stateSchema(personMachine).nullable(),
      /** One of the platform's own who has yet to turn on the second step of signing in: until then they reach their own account only. */
      must_enrol: z.boolean(),
      /** Who looks at the product as this user, if somebody does. */
      impersonator: z.object({ id: z.number(), name: z.string() }).nullable(),
      /** When the account will be deleted, if its person asked for that; signing in offers to keep it. */
      closing_at: moment.nullable(),
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
  session: call({
    method: 'GET',
    path: '/api/auth/session',
    summary: 'The signed-in user, or an empty object',
    needs: 'anyone',
    result: SessionAnswer,
    fails: [],
  }),
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
    summary: 'Sign in: `credentials` by e-mail and password, `totp` by the second factor, `passkey` by what the device answered',
    needs: 'anyone',
    params: z.object({ provider: z.string() }),
    body: form.extend({
      email: z.string().max(320).optional(),
      password: z.string().max(200).optional(),
      remember: z.string().optional(),
      totp: z.string().max(40).optional(),
      response: z.string().max(20_000).optional(),
    }),
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

/** The user types a person may choose for themselves. */
export const joinTypes = [userTypes.tenant, userTypes.owner, userTypes.agent, userTypes.dealer] as const;
const joinType = z.coerce
  .number()
  .int()
  .refine((n) => (joinTypes as readonly number[]).includes(n), { error: () => m.identity_problem_join_type() });

export const identityCalls = {
  onboardingPolicies: call({
    method: 'GET',
    path: '/api/v2/accounts/onboarding_policies/',
    summary: 'What a newcomer of a user type has to agree to',
    needs: 'signed-in',
    query: z.object({ user_type: joinType }),
    result: list(
      z.object({
        id: z.number(),
        slug: z.string(),
        version: z.number(),
        title: z.string(),
        title_sw: z.string(),
        body: z.string(),
        body_sw: z.string(),
      }),
    ),
    fails: [],
  }),
  onboard: call({
    method: 'POST',
    path: '/api/v2/accounts/user_onboarding',
    summary: 'A newcomer says who they are and agrees to the policies of that user type',
    needs: 'signed-in',
    body: z.strictObject({
      user_type: joinType,
      name: line.min(2).max(120),
      phone,
      /** Owners, agents and dealers: what their business is called; their own name when left out. */
      company: line.max(200).default(''),
      /** What this kind of person tells (contract/identity/profile.ts). */
      details: anyProfile,
      /** The policies agreed to; all that the user type requires. */
      agreed: z.array(z.number().int()).max(50),
    }),
    result: z.object({ user_type: z.number() }),
    fails: ['conflict'],
    toast: 'successfullyRegistered',
    document: 'account',
  }),
  claimFirst: call({
    method: 'POST',
    path: '/api/v2/accounts/first_superadmin/',
    summary: 'Make the first superadmin with the one-time link of a new installation',
    needs: 'anyone',
    body: z.strictObject({
      token: z.string().min(10).max(100),
      name: line.min(2).max(120),
      email: z.email().max(320),
      password: z.string().min(12).max(128),
    }),
    result: z.object({ email: z.string() }),
    fails: ['gone', 'tooMany'],
    toast: 'successfullyRegistered',
    document: 'account',
  }),
  impersonate: call({
    method: 'POST',
    path: '/api/v2/accounts/impersonate/',
    summary: 'Look at the product as another user, for half an hour; the user is told',
    needs: ['admins', 'edit'],
    fresh: true,
    body: z.strictObject({ user_id: id, reason: z.string().trim().min(5).max(300) }),
    result: z.object({ name: z.string(), until: moment, next: z.string() }),
    fails: ['notFound', 'forbidden'],
    document: 'look',
  }),
  stopImpersonating: call({
    method: 'POST',
    path: '/api/v2/accounts/stop_impersonating/',
    summary: 'Stop looking as another user',
    needs: 'signed-in',
    result: z.object({ next: z.string() }),
    fails: ['conflict'],
    document: 'look',
    whileImpersonating: 'it is the way back to oneself',
  }),
} as const;
