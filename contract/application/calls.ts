import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { id, moment } from '#contract/kernel/list.ts';
import { idFits, paperKinds } from './kinds.ts';
import { consents, idMatches, longForm, MyApplication, ReadApplication, shortForm } from './shapes.ts';

const base = '/api/v2/application' as const;
const own = { only: ['tenant'] } as const;

export const applicationCalls = {
  mine: call({
    method: 'GET',
    path: `${base}/mine/`,
    summary: 'One’s own application, who may look at it and who did',
    needs: own,
    query: z.object({}),
    result: MyApplication,
    fails: [],
    ownEyesOnly: true,
  }),
  save: call({
    method: 'POST',
    path: `${base}/save/`,
    summary: 'Write one’s application: a new version, usable for 30 days',
    needs: own,
    body: z.strictObject({ ...shortForm, ...longForm, consents }).refine((given) => idFits(given.id_kind, given.id_number), idMatches),
    result: z.object({ version: z.number() }),
    fails: [],
    document: 'application',
  }),
  addPaper: call({
    method: 'POST',
    path: `${base}/add_paper/`,
    summary: 'Bring a paper for one’s application; it is encrypted before it is kept',
    needs: own,
    query: z.object({ kind: z.enum(paperKinds) }),
    upload: { field: 'paper', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'conflict'],
    document: 'application',
  }),
  removePaper: call({
    method: 'DELETE',
    path: `${base}/remove_paper/`,
    summary: 'Take a paper out of one’s application',
    needs: own,
    query: z.object({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'application',
  }),
  erase: call({
    method: 'DELETE',
    path: `${base}/erase/`,
    summary: 'Erase one’s application: its keys are dropped, nobody can read it again',
    needs: own,
    query: z.object({}),
    result: z.object({ erased: z.number() }),
    fails: ['conflict'],
    document: 'application',
  }),
  report: call({
    method: 'POST',
    path: `${base}/report_problem/`,
    summary: 'Report a problem with a booking: for two weeks the platform’s staff may read the application that came with it',
    needs: own,
    query: z.object({ booking_id: id }),
    body: z.strictObject({ body: z.string().trim().min(3).max(2000) }),
    result: z.object({ until: moment }),
    fails: ['notFound', 'conflict'],
    document: 'booking',
  }),
  endReport: call({
    method: 'PATCH',
    path: `${base}/end_report/`,
    summary: 'Take back what one reported: the application is shut to the platform again',
    needs: own,
    query: z.object({ booking_id: id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'booking',
  }),
  read: call({
    method: 'GET',
    path: `${base}/read/`,
    summary: 'Read the application that came with a booking; the applicant sees who looked. The platform only where the applicant reported a problem',
    needs: { only: ['owner', 'agent', 'dealer', 'staff', 'admin', 'superadmin'], with: ['booking', 'read'] },
    query: z.object({ booking_id: id }),
    result: ReadApplication,
    fails: ['notFound', 'gone'],
    writes: true,
    anew: true,
    ownEyesOnly: true,
    document: 'application',
  }),
} as const;
