import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { phone } from '#contract/kernel/phone.ts';

const code = z.string().trim().min(6).max(12);
const email = z.email().max(320);

/** One's own number and e-mail: each counts once a code that was sent there was typed. All want somebody who proved who they are a moment ago. */
export const contactCalls = {
  askNumber: call({
    method: 'POST',
    path: '/api/v2/accounts/ask_number/',
    summary: 'Text a code to the number that is to be one’s own',
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
    summary: 'With its code the number is one’s own and signs in; other sessions end, the old number and the e-mail are told',
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
    summary: 'Say that one’s number is no longer one’s own: it opens nothing from now on',
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
    summary: 'Mail a code to the address that is to be one’s own',
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
    summary: 'With its code the address is one’s own; other sessions end, the old address and the number are told',
    needs: 'signed-in',
    fresh: true,
    body: z.strictObject({ email, code }),
    result: z.object({ email: z.string() }),
    fails: ['tooMany', 'forbidden', 'conflict'],
    document: 'account',
  }),
} as const;
