import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { id, searchText } from '#contract/kernel/list.ts';
import { Candidate } from './shapes.ts';

const base = '/api/v2/payment' as const;
const byId = z.object({ id });

/** Whose money without an owner could be. */
export const matchingCalls = {
  candidates: call({
    method: 'GET',
    path: `${base}/candidates/`,
    summary: 'Whom a payment could be from, best first, with why; or by a name, a unit or a code',
    needs: ['payments', 'read'],
    query: byId.extend({ q: searchText.optional() }),
    result: z.object({ results: z.array(Candidate) }),
    fails: ['notFound'],
  }),
} as const;
