import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { moment } from '#contract/kernel/list.ts';
import { drawnPath, verdicts } from './kinds.ts';
import { SignHead, SignText, sha256 } from './shapes.ts';

const reason = z.string().trim().min(3).max(500);
const token = z.string().min(20).max(200);
const code = z.string().trim().min(4).max(12);

const anybody = { needs: 'anyone', document: 'agreement' } as const;
/** By the link somebody was sent. Wrong, used and early ones answer alike. */
export const signCalls = {
  look: call({
    method: 'GET',
    path: '/api/v2/agreement/sign_look/',
    summary: 'Whom a link comes from; looking does nothing',
    needs: 'anyone',
    query: z.object({ token }),
    result: SignHead,
    fails: ['notFound', 'tooMany'],
  }),
  code: call({
    method: 'POST',
    path: '/api/v2/agreement/sign_code/',
    summary: 'A code to the phone or mailbox of whoever is to sign',
    ...anybody,
    body: z.strictObject({ token }),
    result: z.object({ sent: z.literal(true) }),
    fails: ['notFound', 'conflict', 'tooMany'],
    step: true,
  }),
  open: call({
    method: 'POST',
    path: '/api/v2/agreement/sign_open/',
    summary: 'The text, for whoever has the code; that it was opened stands in the trail',
    ...anybody,
    body: z.strictObject({ token, code }),
    result: SignText,
    fails: ['notFound', 'conflict', 'tooMany'],
    secret: true,
    step: true,
  }),
  sign: call({
    method: 'POST',
    path: '/api/v2/agreement/sign/',
    summary: 'Sign the text that was shown, with the code',
    ...anybody,
    body: z.strictObject({
      token,
      code,
      sha256,
      kind: z.enum(['drawn', 'typed']),
      drawn: z.string().trim().min(2).max(100_000),
    }),
    result: z.object({ signed: z.literal(true), left: z.number(), code: z.string() }),
    fails: ['notFound', 'conflict', 'tooMany'],
  }),
  paper: call({
    method: 'POST',
    path: '/api/v2/agreement/sign_paper/',
    summary: 'Say, with the code, that the scan is the paper that was signed',
    ...anybody,
    body: z.strictObject({ token, code }),
    result: z.object({ confirmed: z.literal(true) }),
    fails: ['notFound', 'conflict', 'tooMany'],
  }),
  reject: call({
    method: 'POST',
    path: '/api/v2/agreement/sign_reject/',
    summary: 'Say no, and why; every other link closes. Of a scan: that it is not what was signed',
    ...anybody,
    body: z.strictObject({ token, code, reason }),
    result: z.object({ rejected: z.literal(true) }),
    fails: ['notFound', 'conflict', 'tooMany'],
  }),
} as const;

/** Whether a file is what was signed. The browser sends its hash, never the file. */
export const verifyCalls = {
  file: call({
    method: 'GET',
    path: '/api/v2/agreement/verify_file/',
    summary: 'Whether a file with this hash was sealed here, and when',
    needs: 'anyone',
    query: z.object({ sha256 }),
    result: z.object({ verdict: z.enum(verdicts), at: moment.nullable(), signers: z.number(), code: z.string().nullable() }),
    fails: ['tooMany'],
  }),
  code: call({
    method: 'GET',
    path: '/api/v2/agreement/verify_code/',
    summary: 'What the code printed on a certificate says: the day and how many signed',
    needs: 'anyone',
    query: z.object({ code: z.string().trim().min(8).max(40) }),
    result: z.object({ verdict: z.enum(verdicts), at: moment.nullable(), signers: z.number() }),
    fails: ['notFound', 'tooMany'],
  }),
} as const;

/** A drawn signature is lines and curves; a typed one a name. */
export const fitsKind = (kind: 'drawn' | 'typed', drawn: string): boolean => (kind === 'typed' ? drawn.length <= 120 : drawnPath.test(drawn));
