import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { county, days, filters, id, list, page, pageSize, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { errorCodes } from '#contract/transfer/errors.ts';
import { errorMachine } from './machine.ts';
import { ErrorFull, ErrorHead } from './shapes.ts';

const base = '/api/v2/settlement' as const;
const byId = z.object({ id });
const desk = (action: 'read' | 'edit') => ({ only: ['admin', 'superadmin'], with: ['settlement_errors', action] }) as const;
const note = z.string().trim().min(10).max(500);
const revision = z.number().int();
const paged = { page, page_size: pageSize, tabs };

/** What went wrong in paying out, and the ways out of it. */
export const deskCalls = {
  errors: call({
    method: 'GET',
    path: `${base}/all_errors/`,
    summary: 'What went wrong in paying out, for the desk',
    needs: desk('read'),
    query: z.object({
      ...paged,
      sort: sortBy(['last_at', 'cents'], '-last_at'),
      z_filter: filters({ q: searchText, status: stateSchema(errorMachine), error: z.enum(errorCodes), company_id: id, region: county, ...days }),
    }),
    result: list(ErrorHead),
    fails: [],
  }),
  error: call({
    method: 'GET',
    path: `${base}/error_details/`,
    summary: 'One error, with every attempt and what can be done',
    needs: desk('read'),
    query: byId,
    result: ErrorFull,
    fails: ['notFound'],
  }),
  take: call({
    method: 'PATCH',
    path: `${base}/take_error/`,
    summary: 'Says that the caller looks after it',
    needs: desk('edit'),
    query: byId,
    body: z.strictObject({ revision }),
    result: ErrorFull,
    fails: ['notFound', 'conflict'],
    document: 'settlement_errors',
  }),
  retry: call({
    method: 'POST',
    path: `${base}/retry_transfer/`,
    summary:
      'After a certain failure: another attempt under another key, to the same or another account of the payee. While unknown: the rail is asked again',
    needs: desk('edit'),
    query: byId,
    body: z.strictObject({ payout_account_id: id.nullable().default(null), revision }),
    result: ErrorFull,
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'settlement_errors',
    fresh: true,
  }),
  markPaid: call({
    method: 'POST',
    path: `${base}/mark_paid/`,
    summary:
      'The statement shows that it arrived: its reference, and where it was seen. After all, where it was said to have failed: what the payee has of it by now is taken, the rest is owed',
    needs: desk('edit'),
    query: byId,
    body: z.strictObject({ external_id: z.string().trim().min(4).max(60), resolution: note, revision }),
    result: ErrorFull,
    fails: ['notFound', 'wrongState', 'conflict', 'forbidden'],
    document: 'settlement_errors',
    fresh: true,
  }),
  markFailed: call({
    method: 'POST',
    path: `${base}/mark_failed/`,
    summary: 'It did not arrive: once the rail has been waited for, or with what shows it. The money is the payee’s again',
    needs: desk('edit'),
    query: byId,
    body: z.strictObject({ resolution: note, revision }),
    result: ErrorFull,
    fails: ['notFound', 'wrongState', 'conflict', 'forbidden'],
    document: 'settlement_errors',
    fresh: true,
  }),
  evidence: call({
    method: 'POST',
    path: `${base}/error_evidence/`,
    summary: 'Keeps what shows what became of a transfer nobody answered for: the statement, or the bank’s letter',
    needs: desk('edit'),
    query: byId,
    upload: { field: 'evidence', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: ErrorFull,
    fails: ['notFound', 'wrongState'],
    document: 'settlement_errors',
  }),
  writeOff: call({
    method: 'POST',
    path: `${base}/close_error/`,
    summary: 'Not sent again: the money stays in the payee’s wallet',
    needs: desk('edit'),
    query: byId,
    body: z.strictObject({ resolution: note, revision }),
    result: ErrorFull,
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'settlement_errors',
  }),
} as const;
