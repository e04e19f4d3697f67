import { z } from 'zod';
import { agreementKinds } from '#contract/agreement/kinds.ts';
import { inspectionKinds } from '#contract/inspection/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { day, id, moment } from '#contract/kernel/list.ts';
import { tenancyDocumentKinds, tenancyDocumentReviewStates, tenancyDocumentStates } from './kinds.ts';

const base = '/api/v2/paper';
const byId = z.object({ id });
const ofTenancy = z.object({ tenancy_id: id });
const kind = z.enum(tenancyDocumentKinds);
const name = singleLine.min(1).max(200);
const upload = { field: 'file', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] } as const;
/** In a multipart form every field is text. */
const yes = z.enum(['true', 'false']).optional();
const lastDay = z.union([z.literal(''), day]).optional();

const TenancyDocument = z.object({
  id: z.number(),
  kind,
  name: z.string(),
  version: z.number(),
  /** Visible to everyone in the lease, not only to the manager and the uploader. */
  shared: z.boolean(),
  required: z.boolean(),
  expires_on: day.nullable(),
  review: z.enum(tenancyDocumentReviewStates),
  standing: z.enum(tenancyDocumentStates),
  /** The reason for the rejection. */
  note: z.string(),
  reviewed_by: z.string().nullable(),
  reviewed_at: moment.nullable(),
  by: z.string().nullable(),
  mine: z.boolean(),
  /** A link valid for a few minutes; null while there is no file. */
  file: z.string().nullable(),
  created_at: moment,
  acts: z.array(z.enum(['replace', 'change', 'review', 'remove'])),
});
export type TenancyDocument = z.output<typeof TenancyDocument>;
/** A document that another module of the platform owns: a sealed agreement or an agreed inspection. It is read-only here. */
const GeneratedDocument = z.object({
  key: z.string(),
  of: z.discriminatedUnion('what', [
    z.object({ what: z.literal('agreement'), kind: z.enum(agreementKinds) }),
    z.object({ what: z.literal('inspection'), kind: z.enum(inspectionKinds) }),
  ]),
  code: z.string(),
  at: moment,
  /** The link is valid for a limited time. */
  file: z.string(),
});
export type GeneratedDocument = z.output<typeof GeneratedDocument>;
const TenancyDocuments = z.object({
  results: z.array(TenancyDocument),
  /** Documents created by the platform, newest first, beside the uploaded ones. */
  made: z.array(GeneratedDocument),
  /** Number of documents that have to be uploaded, or uploaded again. */
  wanted: z.number(),
  manages: z.boolean(),
  may_add: z.boolean(),
});
export type TenancyDocuments = z.output<typeof TenancyDocuments>;

export const paperCalls = {
  list: call({
    method: 'GET',
    path: `${base}/tenancy_files/`,
    summary: 'List the documents of a tenancy that the caller may see, missing and expired ones first, with sealed agreements',
    needs: 'signed-in',
    query: ofTenancy,
    result: TenancyDocuments,
    fails: ['notFound'],
  }),
  add: call({
    method: 'POST',
    path: `${base}/add_file/`,
    summary: 'Upload a document; tenants upload their own, managers any kind',
    needs: 'signed-in',
    query: ofTenancy,
    body: z.strictObject({ kind, name, shared: yes, expires_on: lastDay }),
    upload,
    result: TenancyDocuments,
    fails: ['notFound', 'forbidden'],
    document: 'paper',
  }),
  request: call({
    method: 'POST',
    path: `${base}/ask_file/`,
    summary: 'Request a document from the tenants; they are notified',
    needs: 'signed-in',
    query: ofTenancy,
    body: z.strictObject({ kind, name }),
    result: TenancyDocuments,
    fails: ['notFound', 'forbidden'],
    document: 'paper',
  }),
  replace: call({
    method: 'POST',
    path: `${base}/replace_file/`,
    summary: 'Upload a requested document or a new version; the old version is hidden but kept',
    needs: 'signed-in',
    query: byId,
    body: z.strictObject({ expires_on: lastDay }),
    upload,
    result: TenancyDocuments,
    fails: ['notFound', 'forbidden'],
    document: 'paper',
  }),
  update: call({
    method: 'PATCH',
    path: `${base}/change_file/`,
    summary: 'Update a document: name, expiry date, visibility, whether it is required',
    needs: 'signed-in',
    query: byId,
    body: z.strictObject({
      name: name.optional(),
      shared: z.boolean().optional(),
      required: z.boolean().optional(),
      expires_on: day.nullable().optional(),
    }),
    result: TenancyDocuments,
    fails: ['notFound', 'forbidden'],
    document: 'paper',
  }),
  review: call({
    method: 'PATCH',
    path: `${base}/review_file/`,
    summary: 'Approve a document, or reject it with a reason; the uploader is notified',
    needs: 'signed-in',
    query: byId,
    body: z.strictObject({ ok: z.boolean(), note: z.string().trim().max(500).default('') }),
    result: TenancyDocuments,
    fails: ['notFound', 'forbidden', 'wrongState'],
    document: 'paper',
  }),
  remove: call({
    method: 'DELETE',
    path: `${base}/remove_file/`,
    summary: 'Hide a document',
    needs: 'signed-in',
    query: byId,
    result: TenancyDocuments,
    fails: ['notFound', 'forbidden'],
    document: 'paper',
  }),
} as const;
