import { z } from 'zod';
import { agreementKinds } from '#contract/agreement/kinds.ts';
import { inspectionKinds } from '#contract/inspection/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { day, id, moment } from '#contract/kernel/list.ts';
import { paperKinds, reviews, standings } from './kinds.ts';

const base = '/api/v2/paper';
const byId = z.object({ id });
const ofTenancy = z.object({ tenancy_id: id });
const kind = z.enum(paperKinds);
const name = line.min(1).max(200);
const upload = { field: 'file', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] } as const;
/** In a form with a file every field is a text. */
const yes = z.enum(['true', 'false']).optional();
const lastDay = z.union([z.literal(''), day]).optional();

const Paper = z.object({
  id: z.number(),
  kind,
  name: z.string(),
  version: z.number(),
  /** Everybody in the lease sees it, not only who manages the home and who brought it. */
  shared: z.boolean(),
  required: z.boolean(),
  expires_on: day.nullable(),
  review: z.enum(reviews),
  standing: z.enum(standings),
  /** Why it was turned down. */
  note: z.string(),
  reviewed_by: z.string().nullable(),
  reviewed_at: moment.nullable(),
  by: z.string().nullable(),
  mine: z.boolean(),
  /** An address that opens it for a few minutes; null while there is none. */
  file: z.string().nullable(),
  created_at: moment,
  acts: z.array(z.enum(['replace', 'change', 'review', 'remove'])),
});
export type Paper = z.output<typeof Paper>;
/** A paper the house keeps elsewhere: what was signed and sealed, what both sides agreed was found. It is read, and nothing else is done to it here. */
const Made = z.object({
  key: z.string(),
  of: z.discriminatedUnion('what', [
    z.object({ what: z.literal('agreement'), kind: z.enum(agreementKinds) }),
    z.object({ what: z.literal('inspection'), kind: z.enum(inspectionKinds) }),
  ]),
  code: z.string(),
  at: moment,
  /** An address that opens it for a while. */
  file: z.string(),
});
export type MadePaper = z.output<typeof Made>;
const Papers = z.object({
  results: z.array(Paper),
  /** Beside what somebody brought, newest first. */
  made: z.array(Made),
  /** Papers somebody has to bring, or bring again. */
  wanted: z.number(),
  manages: z.boolean(),
  may_add: z.boolean(),
});
export type Papers = z.output<typeof Papers>;

export const paperCalls = {
  all: call({
    method: 'GET',
    path: `${base}/tenancy_files/`,
    summary: 'Papers of a tenancy the caller may see, what is missing or over first, and what was sealed or agreed here',
    needs: 'signed-in',
    query: ofTenancy,
    result: Papers,
    fails: ['notFound'],
  }),
  add: call({
    method: 'POST',
    path: `${base}/add_file/`,
    summary: 'Bring a paper; a tenant brings their own, who manages the home any kind',
    needs: 'signed-in',
    query: ofTenancy,
    body: z.strictObject({ kind, name, shared: yes, expires_on: lastDay }),
    upload,
    result: Papers,
    fails: ['notFound', 'forbidden'],
    document: 'paper',
  }),
  ask: call({
    method: 'POST',
    path: `${base}/ask_file/`,
    summary: 'Ask the tenants for a paper; they are told',
    needs: 'signed-in',
    query: ofTenancy,
    body: z.strictObject({ kind, name }),
    result: Papers,
    fails: ['notFound', 'forbidden'],
    document: 'paper',
  }),
  replace: call({
    method: 'POST',
    path: `${base}/replace_file/`,
    summary: 'Bring what was asked for, or a new version; the old one is kept out of sight',
    needs: 'signed-in',
    query: byId,
    body: z.strictObject({ expires_on: lastDay }),
    upload,
    result: Papers,
    fails: ['notFound', 'forbidden'],
    document: 'paper',
  }),
  change: call({
    method: 'PATCH',
    path: `${base}/change_file/`,
    summary: 'Name, last day, who sees it, whether it has to be there',
    needs: 'signed-in',
    query: byId,
    body: z.strictObject({
      name: name.optional(),
      shared: z.boolean().optional(),
      required: z.boolean().optional(),
      expires_on: day.nullable().optional(),
    }),
    result: Papers,
    fails: ['notFound', 'forbidden'],
    document: 'paper',
  }),
  review: call({
    method: 'PATCH',
    path: `${base}/review_file/`,
    summary: 'Say that a paper is in order, or turn it down with a reason; who brought it is told',
    needs: 'signed-in',
    query: byId,
    body: z.strictObject({ ok: z.boolean(), note: z.string().trim().max(500).default('') }),
    result: Papers,
    fails: ['notFound', 'forbidden', 'wrongState'],
    document: 'paper',
  }),
  remove: call({
    method: 'DELETE',
    path: `${base}/remove_file/`,
    summary: 'Put a paper out of sight',
    needs: 'signed-in',
    query: byId,
    result: Papers,
    fails: ['notFound', 'forbidden'],
    document: 'paper',
  }),
} as const;
