import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { id, moment } from '#contract/kernel/list.ts';
import { applicationDocumentKinds, isIdNumberValid } from './kinds.ts';
import {
  applicationConsentsSchema,
  idNumberProblem,
  longApplicationFields,
  MyApplication,
  SharedApplication,
  shortApplicationFields,
} from './shapes.ts';

const base = '/api/v2/application' as const;
const own = { only: ['tenant'] } as const;

export const applicationCalls = {
  details: call({
    method: 'GET',
    path: `${base}/mine/`,
    summary: 'Get the caller’s application form, who may read it and who did',
    needs: own,
    query: z.object({}),
    result: MyApplication,
    fails: [],
    ownEyesOnly: true,
  }),
  save: call({
    method: 'POST',
    path: `${base}/save/`,
    summary: 'Save a new version of the caller’s application form, valid for 30 days',
    needs: own,
    body: z
      .strictObject({ ...shortApplicationFields, ...longApplicationFields, consents: applicationConsentsSchema })
      .refine((given) => isIdNumberValid(given.id_kind, given.id_number), idNumberProblem),
    result: z.object({ version: z.number() }),
    fails: [],
    document: 'application',
  }),
  addDocument: call({
    method: 'POST',
    path: `${base}/add_paper/`,
    summary: 'Upload a document for the application form; it is encrypted before it is stored',
    needs: own,
    query: z.object({ kind: z.enum(applicationDocumentKinds) }),
    upload: { field: 'paper', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'conflict'],
    document: 'application',
  }),
  removeDocument: call({
    method: 'DELETE',
    path: `${base}/remove_paper/`,
    summary: 'Remove a document from the application form',
    needs: own,
    query: z.object({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'application',
  }),
  eraseOwn: call({
    method: 'DELETE',
    path: `${base}/erase/`,
    summary: 'Erase the application form: its keys are deleted, so it can never be read again',
    needs: own,
    query: z.object({}),
    result: z.object({ erased: z.number() }),
    fails: ['conflict'],
    document: 'application',
  }),
  reportProblem: call({
    method: 'POST',
    path: `${base}/report_problem/`,
    summary: 'Report a problem with a booking; platform staff may read its application form for two weeks',
    needs: own,
    query: z.object({ booking_id: id }),
    body: z.strictObject({ body: z.string().trim().min(3).max(2000) }),
    result: z.object({ until: moment }),
    fails: ['notFound', 'conflict'],
    document: 'booking',
  }),
  withdrawReport: call({
    method: 'PATCH',
    path: `${base}/end_report/`,
    summary: 'Withdraw the report; platform staff lose access to the application form',
    needs: own,
    query: z.object({ booking_id: id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'booking',
  }),
  readForBooking: call({
    method: 'GET',
    path: `${base}/read/`,
    summary: 'Read the application form of a booking; the access is shown to the applicant. Platform staff can read it only after a reported problem',
    needs: { only: ['owner', 'agent', 'dealer', 'staff', 'admin', 'superadmin'], with: ['booking', 'read'] },
    query: z.object({ booking_id: id }),
    result: SharedApplication,
    fails: ['notFound', 'gone'],
    writes: true,
    anew: true,
    ownEyesOnly: true,
    document: 'application',
  }),
} as const;
