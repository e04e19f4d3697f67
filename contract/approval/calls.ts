import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { buildFilterSchema, buildListSchema, dayRange, id, pageNumberSchema, pageSize, tabCountsFlag } from '#contract/kernel/list.ts';
import { approvalRequestStates } from './kinds.ts';
import { ApprovalRequestDetails } from './shapes.ts';

const base = '/api/v2/approval' as const;
const staff = ['admin', 'superadmin'] as const;
/**
 * Requests need different permissions by kind, so the calls ask for none: the rows are the requests that the caller's permissions decide, and their own.
 */
const reads = { only: staff } as const;
const acting = { method: 'POST', needs: reads, document: 'payments', query: z.object({ id }) } as const;

/** Requests for acts that need a second person. */
export const approvalCalls = {
  listRequests: call({
    method: 'GET',
    path: `${base}/requests/`,
    summary: 'List requests that need a second person: those that the caller may decide, and their own',
    needs: reads,
    /** `waiting`: pending the caller's decision, because another person requested it. */
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      z_filter: buildFilterSchema({ status: z.enum(approvalRequestStates), waiting: z.enum(['true']), ...dayRange }),
    }),
    result: buildListSchema(ApprovalRequestDetails),
    fails: [],
  }),
  requestDetails: call({
    method: 'GET',
    path: `${base}/request_details/`,
    summary: 'Get a request with its evidence',
    needs: reads,
    query: z.object({ id, code: z.string().max(40).optional() }),
    result: ApprovalRequestDetails,
    fails: ['notFound'],
  }),
  uploadEvidence: call({
    ...acting,
    path: `${base}/request_evidence/`,
    summary: 'Upload the evidence of an own open request, for example a page of the bank statement',
    upload: { field: 'evidence', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: ApprovalRequestDetails,
    fails: ['notFound', 'forbidden', 'wrongState'],
  }),
  decideRequest: call({
    ...acting,
    path: `${base}/decide_request/`,
    summary: 'Approve a request of another person, which carries out its act; or reject it, or withdraw an own request',
    body: z.strictObject({ approve: z.boolean(), reason: z.string().trim().max(500).default('') }),
    result: ApprovalRequestDetails,
    fails: ['notFound', 'forbidden', 'wrongState', 'conflict', 'invalid'],
    toast: 'statusUpdated',
    fresh: true,
  }),
} as const;
