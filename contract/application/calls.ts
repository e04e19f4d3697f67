import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { id } from '#contract/kernel/list.ts';
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
  read: call({
    method: 'GET',
    path: `${base}/read/`,
    summary: 'Read the application that came with a booking; the applicant sees who looked',
    needs: { only: ['owner', 'agent', 'dealer', 'staff'], with: ['booking', 'read'] },
    query: z.object({ booking_id: id }),
    result: ReadApplication,
    fails: ['notFound', 'gone'],
    writes: true,
    ownEyesOnly: true,
    document: 'application',
  }),
} as const;
