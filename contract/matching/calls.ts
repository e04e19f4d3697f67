import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { id, searchText } from '#contract/kernel/list.ts';
import { MatchCandidate } from './shapes.ts';

const base = '/api/v2/payment' as const;
const byId = z.object({ id });

/** Finds the tenancies and bookings an unallocated payment could belong to. */
export const matchingCalls = {
  listCandidates: call({
    method: 'GET',
    path: `${base}/candidates/`,
    summary: 'List candidates for an unallocated payment, best match first with reasons, or search by name, unit or code',
    needs: ['payments', 'read'],
    query: byId.extend({ q: searchText.optional() }),
    result: z.object({ results: z.array(MatchCandidate) }),
    fails: ['notFound'],
  }),
} as const;
