import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  dayRange,
  id,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { transferErrorCodes } from '#contract/transfer/errors.ts';
import { payoutErrorMachine } from './machine.ts';
import { PayoutErrorDetails, PayoutErrorSummary } from './shapes.ts';

const base = '/api/v2/settlement' as const;
const byId = z.object({ id });
const desk = (action: 'read' | 'edit') => ({ only: ['admin', 'superadmin'], with: ['settlement_errors', action] }) as const;
const note = z.string().trim().min(10).max(500);
const revision = z.number().int();
const paged = { page: pageNumberSchema, page_size: pageSize, tabs: tabCountsFlag };

/** Payout errors, and the actions that resolve them. */
export const payoutErrorCalls = {
  listErrors: call({
    method: 'GET',
    path: `${base}/all_errors/`,
    summary: 'List payout errors for platform staff',
    needs: desk('read'),
    query: z.object({
      ...paged,
      sort: buildSortSchema(['last_at', 'cents'], '-last_at'),
      z_filter: buildFilterSchema({
        q: searchText,
        status: stateSchema(payoutErrorMachine),
        error: z.enum(transferErrorCodes),
        company_id: id,
        region: countyCodeShape,
        ...dayRange,
      }),
    }),
    result: buildListSchema(PayoutErrorSummary),
    fails: [],
  }),
  errorDetails: call({
    method: 'GET',
    path: `${base}/error_details/`,
    summary: 'Get a payout error with its attempts and the possible actions',
    needs: desk('read'),
    query: byId,
    result: PayoutErrorDetails,
    fails: ['notFound'],
  }),
  assignToMe: call({
    method: 'PATCH',
    path: `${base}/take_error/`,
    summary: 'Assign a payout error to the caller',
    needs: desk('edit'),
    query: byId,
    body: z.strictObject({ revision }),
    result: PayoutErrorDetails,
    fails: ['notFound', 'conflict'],
    document: 'settlement_errors',
  }),
  retry: call({
    method: 'POST',
    path: `${base}/retry_transfer/`,
    summary: 'Retry a failed transfer with a new key, to the same or another account of the payee. An unknown transfer is queried again instead',
    needs: desk('edit'),
    query: byId,
    body: z.strictObject({ payout_account_id: id.nullable().default(null), revision }),
    result: PayoutErrorDetails,
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'settlement_errors',
    fresh: true,
  }),
  markPaid: call({
    method: 'POST',
    path: `${base}/mark_paid/`,
    summary:
      'Mark a transfer as paid with its bank reference and source. If it was marked as failed before, the amount is taken from the payee’s wallet and the rest becomes a debt',
    needs: desk('edit'),
    query: byId,
    body: z.strictObject({ external_id: z.string().trim().min(4).max(60), resolution: note, revision }),
    result: PayoutErrorDetails,
    fails: ['notFound', 'wrongState', 'conflict', 'forbidden'],
    document: 'settlement_errors',
    fresh: true,
  }),
  markFailed: call({
    method: 'POST',
    path: `${base}/mark_failed/`,
    summary:
      'Request that a transfer is marked as failed, after the waiting time or with evidence. A second person approves it with evidence; then the money returns to the payee’s wallet',
    needs: desk('edit'),
    query: byId,
    body: z.strictObject({ resolution: note, revision }),
    result: PayoutErrorDetails,
    fails: ['notFound', 'wrongState', 'conflict', 'forbidden'],
    document: 'settlement_errors',
    fresh: true,
  }),
  uploadEvidence: call({
    method: 'POST',
    path: `${base}/error_evidence/`,
    summary: 'Upload evidence of the outcome of an unknown transfer: a statement or the bank’s letter',
    needs: desk('edit'),
    query: byId,
    upload: { field: 'evidence', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: PayoutErrorDetails,
    fails: ['notFound', 'wrongState'],
    document: 'settlement_errors',
  }),
  writeOff: call({
    method: 'POST',
    path: `${base}/close_error/`,
    summary: 'Close a failed transfer without a retry; the money stays in the payee’s wallet',
    needs: desk('edit'),
    query: byId,
    body: z.strictObject({ resolution: note, revision }),
    result: PayoutErrorDetails,
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'settlement_errors',
  }),
} as const;
