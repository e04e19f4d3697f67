import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { day, id, moment } from '#contract/kernel/list.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { earbPattern } from '#contract/people/earb.ts';
import { m } from '#words/messages.js';
import { earbStandings } from './certificate.ts';

const base = '/api/v2/accounts/agent' as const;

const Certificate = z.object({
  id: z.number(),
  number: z.string(),
  expires_on: z.string(),
  /** Null while nobody has looked at it. */
  seen: z.boolean().nullable(),
  judged_by: z.string().nullable(),
  judged_at: moment.nullable(),
  note: z.string(),
  /** An address that opens the file for a few minutes; null where the file is not kept. */
  file: z.string().nullable(),
  sent_at: moment,
});
export type Certificate = z.output<typeof Certificate>;

const Certificates = z.object({
  /** The number given when joining, where no certificate says one. */
  number: z.string().nullable(),
  standing: z.enum(earbStandings),
  /** The last day of the one in force, or of the last one that was. */
  until: z.string().nullable(),
  /** Newest first. */
  results: z.array(Certificate),
});
export type Certificates = z.output<typeof Certificates>;

/** The yearly certificate of an estate agent: sent by the agent, looked at by whoever approves agents. */
export const certificateCalls = {
  own: call({
    method: 'GET',
    path: `${base}/own_certificates/`,
    summary: 'The certificates the calling agent has sent, and how they stand by them',
    needs: { only: ['agent'] },
    ownAccount: true,
    result: Certificates,
    fails: [],
  }),
  send: call({
    method: 'POST',
    path: `${base}/send_certificate/`,
    summary: 'Send this year’s EARB certificate; one that nobody has looked at yet is replaced',
    needs: { only: ['agent'] },
    ownAccount: true,
    body: z.strictObject({
      number: z
        .string()
        .trim()
        .toUpperCase()
        .regex(earbPattern, { error: () => m.identity_problem_earb() }),
      expires_on: day,
    }),
    upload: { field: 'certificate', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: Certificates,
    fails: [],
    document: 'account',
  }),
  of: call({
    method: 'GET',
    path: `${base}/certificates/`,
    summary: 'The certificates an agent has sent',
    needs: { only: platformRoles, with: ['agents', 'read'] },
    query: z.object({ id }),
    result: Certificates,
    fails: ['notFound'],
  }),
  judge: call({
    method: 'PATCH',
    path: `${base}/judge_certificate/`,
    summary: 'Say that a certificate was seen and is in order, or turn it down with a reason',
    needs: { only: platformRoles, with: ['agents', 'edit'] },
    query: z.object({ id }),
    body: z.strictObject({ seen: z.boolean(), note: z.string().trim().max(500).default('') }),
    result: Certificates,
    fails: ['notFound', 'forbidden', 'wrongState'],
    toast: 'statusUpdated',
    document: 'account',
  }),
} as const;
