import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { id } from '#contract/kernel/list.ts';
import { phone } from '#contract/kernel/phone.ts';
import { identityLinkKinds, identityLinkStates, maxPasswordLength, minPasswordLength } from './links.ts';

export const newPasswordShape = z.string().min(minPasswordLength).max(maxPasswordLength);
/** The name of a person who joins. */
export const personNameShape = singleLine.min(2).max(120);
const code = z.string().min(1).max(100);
const email = z.email().max(320);
const mailed = z.object({ email: z.string() });
/** The email, null for an account without one. */
const about = z.object({ email: z.string().nullable() });

/** Joining, verifying an email and choosing a new password. No answer reveals whether an account exists. */
export const joinCalls = {
  join: call({
    method: 'POST',
    path: '/api/v2/accounts/join/',
    summary: 'Create an account and mail a link that verifies the email address',
    needs: 'anyone',
    body: z.strictObject({
      name: personNameShape,
      email,
      phone,
      password: newPasswordShape,
      locale: z.enum(['en', 'sw']).default('en'),
      /** The page to open after the email is verified, such as an invitation. Only paths of this site are kept. */
      callbackUrl: z.string().max(2000).optional(),
    }),
    result: mailed,
    fails: ['tooMany'],
    toast: 'emailSent',
    document: 'account',
  }),
  linkState: call({
    method: 'GET',
    path: '/api/v2/accounts/link_state/',
    summary: 'Check whether a mailed link is still valid',
    needs: 'anyone',
    query: z.object({ kind: z.enum(identityLinkKinds), code, link: id }),
    result: z.object({ state: z.enum(identityLinkStates) }),
    fails: ['tooMany'],
  }),
  verifyEmail: call({
    method: 'POST',
    path: '/api/v2/accounts/verify_email/',
    summary: 'Verify an email address with the mailed link; the link works once',
    needs: 'anyone',
    body: z.strictObject({ code, link: id }),
    result: about,
    fails: ['gone', 'tooMany'],
    document: 'account',
  }),
  requestVerification: call({
    method: 'GET',
    path: '/api/v2/accounts/user/request_email_verification/',
    summary: 'Mail the email verification link to the caller, or to a user the caller manages',
    needs: 'signed-in',
    query: z.object({ user_id: id }),
    writes: true,
    document: 'account',
    result: mailed,
    fails: ['notFound', 'conflict', 'tooMany'],
    toast: 'emailSent',
  }),
  verifyByHand: call({
    method: 'POST',
    path: '/api/v2/accounts/user/email_verify_manual/',
    summary: 'Verify a user’s email address as an admin',
    needs: ['admins', 'edit'],
    query: z.object({ user_id: id }),
    body: z.strictObject({ reason: z.string().trim().max(300).default('') }),
    result: z.object({ user_id: z.number(), email_verified: z.boolean() }),
    fails: ['notFound', 'conflict', 'forbidden'],
    toast: 'userStatusUpdated',
    document: 'account',
  }),
  vouchNumber: call({
    method: 'POST',
    path: '/api/v2/accounts/user/phone_verify_manual/',
    summary: 'Confirm as an admin that a user still has a phone number verified long ago; a code then signs in again',
    needs: ['admins', 'edit'],
    query: z.object({ user_id: id }),
    body: z.strictObject({ reason: z.string().trim().min(3).max(300) }),
    result: z.object({ user_id: z.number() }),
    fails: ['notFound', 'conflict', 'forbidden'],
    toast: 'userStatusUpdated',
    document: 'account',
  }),
  forgotPassword: call({
    method: 'POST',
    path: '/api/v2/accounts/forgot_password/',
    summary: 'Mail a password reset link if the account exists',
    needs: 'anyone',
    body: z.strictObject({ email }),
    result: mailed,
    fails: ['tooMany'],
    toast: 'emailSent',
    document: 'account',
  }),
  resetPassword: call({
    method: 'POST',
    path: '/api/v2/accounts/reset_password/',
    summary: 'Set a new password with the mailed link; all sessions end',
    needs: 'anyone',
    body: z.strictObject({ code, link: id, password: newPasswordShape }),
    result: about,
    fails: ['gone', 'tooMany'],
    toast: 'passwordChanged',
    document: 'account',
  }),
} as const;
