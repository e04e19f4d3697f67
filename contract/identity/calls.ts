import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildListSchema, id, moment } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { phone } from '#contract/kernel/phone.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { personMachine } from '#contract/people/machine.ts';
import { m } from '#words/messages.js';
import { anyProfileSchema } from './profile.ts';

/** The input and output of the sign-in routes (specification 7.1, 7.2). They have handlers of their own, because they set cookies. */
export const SessionResponse = z.union([
  z.object({
    user: z.object({
      id: z.number(),
      user_type: z.number(),
      onboarding: z.boolean(),
      code: z.string(),
      name: z.string(),
      /** Null for people who joined with a phone only. */
      email: z.string().nullable(),
      image: z.string().nullable(),
      company: z.string().nullable(),
      /** The dashboard of the person. Staff work in the dashboard of their employer. */
      layout: z.string().nullable(),
      /** The permissions of a staff role, or those left before verification; null = the defaults of the user type. */
      permissions: z.array(z.string()).nullable(),
      /** The verification of an owner, agent, dealer or their staff; null for everyone else. */
      verified_status: stateSchema(personMachine).nullable(),
      /** Platform staff without two-step sign-in: until it is set up they reach only their own account. */
      must_enrol: z.boolean(),
      /** Whether the person audits the company: reads its records and log, and changes nothing. */
      auditor: z.boolean(),
      /** The person who views the product as this user, if any. */
      impersonator: z.object({ id: z.number(), name: z.string() }).nullable(),
      /** When the account will be deleted on its person's request; signing in offers to keep it. */
      closing_at: moment.nullable(),
    }),
    expires: moment,
  }),
  z.strictObject({}),
]);
export type SessionResponse = z.output<typeof SessionResponse>;
export type SessionUser = Extract<SessionResponse, { user: unknown }>['user'];

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
    result: SessionResponse,
    fails: [],
  }),
  csrf: call({
    method: 'GET',
    path: '/api/auth/csrf',
    summary: 'Return the anti-forgery token (CSRF) for the sign-in forms; its cookie is set with it',
    needs: 'anyone',
    result: z.object({ csrfToken: z.string() }),
    fails: [],
  }),
  providers: call({
    method: 'GET',
    path: '/api/auth/providers',
    summary: 'List the sign-in methods that are switched on',
    needs: 'anyone',
    result: z.record(z.string(), z.object({ id: z.string(), name: z.string(), type: z.string(), signinUrl: z.string(), callbackUrl: z.string() })),
    fails: [],
  }),
  signin: call({
    method: 'POST',
    path: '/api/auth/signin/:provider',
    summary: 'Return the address of a provider’s sign-in page',
    needs: 'anyone',
    params: z.object({ provider: z.string() }),
    body: form,
    result: z.object({ url: z.string() }),
    fails: ['invalid', 'notFound'],
  }),
  callback: call({
    method: 'POST',
    path: '/api/auth/callback/:provider',
    summary: 'Sign in: `credentials` with email and password, `totp` with the second factor, `passkey` with the device’s response',
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
    summary: 'Sign out of this session',
    needs: 'anyone',
    body: form,
    result: z.object({ url: z.string() }),
    fails: ['invalid'],
  }),
  token: call({
    method: 'GET',
    path: '/api/token',
    summary: 'Issue a short-lived access token for /api/v2, sent as a bearer token',
    needs: 'signed-in',
    result: z.object({ accessToken: z.string(), expires_in: z.number() }),
    fails: ['signedOut'],
  }),
  sessionLogout: call({
    method: 'POST',
    path: '/api/session_logout',
    summary: 'Revoke an access token and its session',
    needs: 'anyone',
    body: z.strictObject({ id_token: z.string().max(4000).optional() }),
    result: z.object({ signed_out: z.boolean() }),
    fails: ['invalid'],
  }),
} as const;

/** The user types a person may choose for themselves. */
export const joinableUserTypes = [userTypes.tenant, userTypes.owner, userTypes.agent, userTypes.dealer] as const;
const joinType = z.coerce
  .number()
  .int()
  .refine((n) => (joinableUserTypes as readonly number[]).includes(n), { error: () => m.identity_problem_join_type() });

export const identityCalls = {
  onboardingPolicies: call({
    method: 'GET',
    path: '/api/v2/accounts/onboarding_policies/',
    summary: 'List the policies that a new user of a user type must accept',
    needs: 'signed-in',
    query: z.object({ user_type: joinType }),
    result: buildListSchema(
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
    summary: 'Complete the registration of a new user and accept the policies of the user type',
    needs: 'signed-in',
    body: z.strictObject({
      user_type: joinType,
      name: singleLine.min(2).max(120),
      phone,
      /** For owners, agents and dealers: the business name; their own name when empty. */
      company: singleLine.max(200).default(''),
      /** The details of this user type (contract/identity/profile.ts). */
      details: anyProfileSchema,
      /** The policies agreed to: all that the user type requires. */
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
    summary: 'Create the first super admin with the one-time link of a new installation',
    needs: 'anyone',
    body: z.strictObject({
      token: z.string().min(10).max(100),
      name: singleLine.min(2).max(120),
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
    summary: 'View the application as another user for 30 minutes; the user is notified',
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
    summary: 'Stop viewing as another user',
    needs: 'signed-in',
    result: z.object({ next: z.string() }),
    fails: ['conflict'],
    document: 'look',
    whileImpersonating: 'it is the way back to oneself',
  }),
} as const;
