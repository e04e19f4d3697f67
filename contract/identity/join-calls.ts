import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { id } from '#contract/kernel/list.ts';
import { phone } from '#contract/kernel/phone.ts';
import { linkKinds, linkStates, maxPassword, minPassword } from './links.ts';

export const newPassword = z.string().min(minPassword).max(maxPassword);
/** What somebody who joins is called. */
export const personName = line.min(2).max(120);
const code = z.string().min(1).max(100);
const email = z.email().max(320);
const mailed = z.object({ email: z.string() });
/** Of an account that may have none. */
const about = z.object({ email: z.string().nullable() });

/** Joining, verifying an e-mail and choosing a new password. None of them says whether an account exists. */
export const joinCalls = {
  join: call({
    method: 'POST',
    path: '/api/v2/accounts/join/',
    summary: 'Create an account; a link to verify the e-mail is mailed',
    needs: 'anyone',
    body: z.strictObject({
      name: personName,
      email,
      phone,
      password: newPassword,
      locale: z.enum(['en', 'sw']).default('en'),
      /** Where they wanted to go, for after the mail: an invitation. Only a path of ours is kept. */
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
    summary: 'Whether a mailed link can still be used',
    needs: 'anyone',
    query: z.object({ kind: z.enum(linkKinds), code, link: id }),
    result: z.object({ state: z.enum(linkStates) }),
    fails: ['tooMany'],
  }),
  verifyEmail: call({
    method: 'POST',
    path: '/api/v2/accounts/verify_email/',
    summary: 'Verify an e-mail with the mailed link, once',
    needs: 'anyone',
    body: z.strictObject({ code, link: id }),
    result: about,
    fails: ['gone', 'tooMany'],
    document: 'account',
  }),
  requestVerification: call({
    method: 'GET',
    path: '/api/v2/accounts/user/request_email_verification/',
    summary: 'Mail the link that verifies an e-mail: to oneself, or to somebody one looks after',
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
    summary: 'An admin vouches for somebody’s e-mail',
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
    summary: 'An admin vouches that somebody still has the number they proved long ago: a code to it opens the account again',
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
    summary: 'Mail a link to choose a new password, if there is such an account',
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
    summary: 'Choose a new password with the mailed link; every session ends',
    needs: 'anyone',
    body: z.strictObject({ code, link: id, password: newPassword }),
    result: about,
    fails: ['gone', 'tooMany'],
    toast: 'passwordChanged',
    document: 'account',
  }),
} as const;
