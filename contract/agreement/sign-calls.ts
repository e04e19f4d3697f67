import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { moment } from '#contract/kernel/list.ts';
import { agreementVerificationResults, drawnSignaturePattern } from './kinds.ts';
import { SigningLinkSummary, SigningLinkText, sha256Schema } from './shapes.ts';

const reason = z.string().trim().min(3).max(500);
const token = z.string().min(20).max(200);
const code = z.string().trim().min(4).max(12);

const anybody = { needs: 'anyone', document: 'agreement' } as const;
/** Calls by the link that a signer was sent. Wrong, used and early links get the same answer. */
export const signCalls = {
  preview: call({
    method: 'GET',
    path: '/api/v2/agreement/sign_look/',
    summary: 'Show the sender of a signing link; this changes nothing',
    needs: 'anyone',
    query: z.object({ token }),
    result: SigningLinkSummary,
    fails: ['notFound', 'tooMany'],
  }),
  sendCode: call({
    method: 'POST',
    path: '/api/v2/agreement/sign_code/',
    summary: 'Send a code to the phone or email of the signatory',
    ...anybody,
    body: z.strictObject({ token }),
    result: z.object({ sent: z.literal(true) }),
    fails: ['notFound', 'conflict', 'tooMany'],
    step: true,
  }),
  openText: call({
    method: 'POST',
    path: '/api/v2/agreement/sign_open/',
    summary: 'Get the agreement text with the code; the access is recorded in the audit trail',
    ...anybody,
    body: z.strictObject({ token, code }),
    result: SigningLinkText,
    fails: ['notFound', 'conflict', 'tooMany'],
    secret: true,
    step: true,
  }),
  sign: call({
    method: 'POST',
    path: '/api/v2/agreement/sign/',
    summary: 'Sign the displayed text with the code',
    ...anybody,
    body: z.strictObject({
      token,
      code,
      sha256: sha256Schema,
      kind: z.enum(['drawn', 'typed']),
      drawn: z.string().trim().min(2).max(100_000),
    }),
    result: z.object({ signed: z.literal(true), left: z.number(), code: z.string() }),
    fails: ['notFound', 'conflict', 'tooMany'],
  }),
  confirmSignedScan: call({
    method: 'POST',
    path: '/api/v2/agreement/sign_paper/',
    summary: 'Confirm with the code that the scan is the agreement signed on paper',
    ...anybody,
    body: z.strictObject({ token, code }),
    result: z.object({ confirmed: z.literal(true) }),
    fails: ['notFound', 'conflict', 'tooMany'],
  }),
  objectToNumber: call({
    method: 'POST',
    path: '/api/v2/agreement/sign_object/',
    summary: 'Object, by the link that the recorded number was sent, to the number that replaced it; the agreement is withdrawn',
    ...anybody,
    body: z.strictObject({ token }),
    result: z.object({ objected: z.literal(true) }),
    fails: ['notFound', 'tooMany'],
  }),
  reject: call({
    method: 'POST',
    path: '/api/v2/agreement/sign_reject/',
    summary: 'Decline to sign with a reason, or reject a scan; all other links stop working',
    ...anybody,
    body: z.strictObject({ token, code, reason }),
    result: z.object({ rejected: z.literal(true) }),
    fails: ['notFound', 'conflict', 'tooMany'],
  }),
} as const;

/** Checks whether a file is the signed document. The browser sends the hash of the file, never the file itself. */
export const verifyCalls = {
  verifyFile: call({
    method: 'GET',
    path: '/api/v2/agreement/verify_file/',
    summary: 'Check whether a file with this hash was sealed here, and when',
    needs: 'anyone',
    query: z.object({ sha256: sha256Schema }),
    result: z.object({ verdict: z.enum(agreementVerificationResults), at: moment.nullable(), signers: z.number(), code: z.string().nullable() }),
    fails: ['tooMany'],
  }),
  verifyCode: call({
    method: 'GET',
    path: '/api/v2/agreement/verify_code/',
    summary: 'Verify the code printed on a certificate: returns the date and the number of signatories',
    needs: 'anyone',
    query: z.object({ code: z.string().trim().min(8).max(40) }),
    result: z.object({ verdict: z.enum(agreementVerificationResults), at: moment.nullable(), signers: z.number() }),
    fails: ['notFound', 'tooMany'],
  }),
} as const;

/** A drawn signature consists of lines and curves, a typed signature of a name. */
export const isValidSignature = (kind: 'drawn' | 'typed', drawn: string): boolean =>
  kind === 'typed' ? drawn.length <= 120 : drawnSignaturePattern.test(drawn);
