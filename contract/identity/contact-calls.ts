import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { phone } from '#contract/kernel/phone.ts';

const code = z.string().trim().min(6).max(12);
const email = z.email().max(320);

/** The user's own phone number and email address. A new one is used after its code was entered. All calls need a recent sign-in confirmation. */
export const contactCalls = {
  askNumber: call({
    method: 'POST',
    path: '/api/v2/accounts/ask_number/',
    summary: 'Send a code by SMS to the caller’s new phone number',
    needs: 'signed-in',
    fresh: true,
    body: z.strictObject({ phone }),
    result: z.object({ phone: z.string() }),
    fails: ['tooMany', 'forbidden'],
    document: 'account',
  }),
  changeNumber: call({
    method: 'POST',
    path: '/api/v2/accounts/change_number/',
    summary: 'Confirm the new phone number with its code; other sessions end, and the old number and the email are notified',
    needs: 'signed-in',
    fresh: true,
    body: z.strictObject({ phone, code }),
    result: z.object({ phone: z.string() }),
    fails: ['tooMany', 'forbidden', 'conflict'],
    document: 'account',
  }),
  giveUpNumber: call({
    method: 'POST',
    path: '/api/v2/accounts/give_up_number/',
    summary: 'Report that the caller no longer has their phone number; it stops giving access',
    needs: 'signed-in',
    fresh: true,
    body: z.strictObject({}),
    result: z.object({ phone: z.null() }),
    fails: ['forbidden', 'conflict'],
    document: 'account',
  }),
  askEmail: call({
    method: 'POST',
    path: '/api/v2/accounts/ask_email/',
    summary: 'Mail a code to the caller’s new email address',
    needs: 'signed-in',
    fresh: true,
    body: z.strictObject({ email }),
    result: z.object({ email: z.string() }),
    fails: ['tooMany', 'forbidden'],
    document: 'account',
  }),
  changeEmail: call({
    method: 'POST',
    path: '/api/v2/accounts/change_email/',
    summary: 'Confirm the new email address with its code; other sessions end, and the old address and the phone are notified',
    needs: 'signed-in',
    fresh: true,
    body: z.strictObject({ email, code }),
    result: z.object({ email: z.string() }),
    fails: ['tooMany', 'forbidden', 'conflict'],
    document: 'account',
  }),
} as const;
