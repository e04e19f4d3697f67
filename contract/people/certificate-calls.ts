import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { day, id, moment } from '#contract/kernel/list.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { earbPattern } from '#contract/people/earb.ts';
import { m } from '#words/messages.js';
import { earbStatuses } from './certificate.ts';

const base = '/api/v2/accounts/agent' as const;

const AgentCertificate = z.object({
  id: z.number(),
  number: z.string(),
  expires_on: z.string(),
  /** Null until it is reviewed. */
  seen: z.boolean().nullable(),
  judged_by: z.string().nullable(),
  judged_at: moment.nullable(),
  note: z.string(),
  /** A short-lived address of the file; null when the file is not kept any more. */
  file: z.string().nullable(),
  sent_at: moment,
});
export type AgentCertificate = z.output<typeof AgentCertificate>;

const AgentCertificateList = z.object({
  /** The number given when joining, when no certificate has one. */
  number: z.string().nullable(),
  standing: z.enum(earbStatuses),
  /** The last day of the certificate in force, or of the last one that was. */
  until: z.string().nullable(),
  /** Newest first. */
  results: z.array(AgentCertificate),
});
export type AgentCertificateList = z.output<typeof AgentCertificateList>;

/** The yearly certificate of an estate agent: sent by the agent, reviewed by the approvers of agents. */
export const certificateCalls = {
  listOwn: call({
    method: 'GET',
    path: `${base}/own_certificates/`,
    summary: 'List the certificates the calling agent sent, with their review status',
    needs: { only: ['agent'] },
    ownAccount: true,
    result: AgentCertificateList,
    fails: [],
  }),
  send: call({
    method: 'POST',
    path: `${base}/send_certificate/`,
    summary: 'Upload this year’s EARB certificate; a certificate not yet reviewed is replaced',
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
    result: AgentCertificateList,
    fails: [],
    document: 'account',
  }),
  listOfAgent: call({
    method: 'GET',
    path: `${base}/certificates/`,
    summary: 'List the certificates of an agent',
    needs: { only: platformRoles, with: ['agents', 'read'] },
    query: z.object({ id }),
    result: AgentCertificateList,
    fails: ['notFound'],
  }),
  review: call({
    method: 'PATCH',
    path: `${base}/judge_certificate/`,
    summary: 'Approve a certificate, or reject it with a reason',
    needs: { only: platformRoles, with: ['agents', 'edit'] },
    query: z.object({ id }),
    body: z.strictObject({ seen: z.boolean(), note: z.string().trim().max(500).default('') }),
    result: AgentCertificateList,
    fails: ['notFound', 'forbidden', 'wrongState'],
    toast: 'statusUpdated',
    document: 'account',
  }),
} as const;
